import type { TextKey, Translate } from '../texts/text.ts';

const TITLES: Readonly<Record<string, TextKey>> = {
  read_page: 'toolReadPage',
  browser_action: 'toolBrowserAction',
  run_steps: 'toolRunSteps',
  ask_user: 'toolAskUser',
  gmail_send_email: 'toolMailSend',
  gmail_draft: 'toolMailDraft',
  gmail_archive: 'toolMailArchive',
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
};

/** A tool call as a verb phrase; of a tool that is not known by name, its own name in words. */
export function toolTitle(name: string, t: Translate): string {
  const key = TITLES[name];
  return key ? t(key) : t('toolOther', { name: name.replaceAll('_', ' ') });
}
