import { partsOfKitTool } from '@pagehand/contracts/kit-names';
import type { TextKey, Translate } from '../texts/text.ts';

const TITLES: Readonly<Record<string, TextKey>> = {
  read_page: 'toolReadPage',
  browser_action: 'toolBrowserAction',
  run_steps: 'toolRunSteps',
  ask_user: 'toolAskUser',
  gmail_send_email: 'toolMailSend',
  gmail_agent: 'toolMailRead',
  gmail_list_unread: 'toolMailRead',
  gmail_search: 'toolMailRead',
  gmail_read: 'toolMailRead',
  gmail_mark_read: 'toolMailMark',
  gmail_draft: 'toolMailDraft',
  gmail_archive: 'toolMailArchive',
  calendar_agent: 'toolCalendarRead',
  calendar_free_busy: 'toolCalendarRead',
  calendar_create_event: 'toolEventCreate',
  calendar_update_event: 'toolEventUpdate',
  calendar_delete_event: 'toolEventDelete',
  remember: 'toolRemember',
  recall: 'toolRecall',
  save_to_workspace: 'toolSaveToWorkspace',
  kit_log: 'toolKitLog',
  kit_undo: 'toolKitUndo',
  forget: 'toolForget',
  current_time: 'toolCurrentTime',
  web_search: 'toolWebSearch',
  website: 'toolWebsite',
  github: 'toolGithub',
  youtube: 'toolYoutube',
  pyjiit_agent: 'toolPyjiitRead',
  pyjiit_semesters: 'toolPyjiitRead',
  pyjiit_subjects: 'toolPyjiitRead',
  pyjiit_exams: 'toolPyjiitRead',
  pyjiit_grades: 'toolPyjiitRead',
  pyjiit_login: 'toolPyjiitLogin',
  read_result: 'toolReadMore',
  read_source: 'toolReadMore',
  kit_instructions: 'toolKitInstructions',
};

/** `mcp_<server>_<tool>_<hash>`: the hash says nothing to a person. */
const MCP_NAME = /^mcp_([a-z0-9-]+)_(.+)_[0-9a-f]+$/u;

/** A tool call as a verb phrase; of a tool of a server or a kit, whose and which; of any other, its own name in words. */
export function toolTitle(name: string, t: Translate): string {
  const key = TITLES[name];
  if (key) return t(key);
  const [, server, tool] = MCP_NAME.exec(name) ?? [];
  if (server !== undefined && tool !== undefined) return t('mcpToolTitle', { server, tool: tool.replaceAll('_', ' ') });
  const kit = partsOfKitTool(name);
  if (kit !== undefined) return t('kitCall', { module: kit.moduleId, tool: kit.tool.replaceAll('_', ' ') });
  return t('toolOther', { name: name.replaceAll('_', ' ') });
}
