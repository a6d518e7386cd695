import type { AppErrorBody } from './errors.ts';
import type { ToolDeclaration } from './snapshot.ts';

/**
 * The tools that have a slash command of their own (`/agent-action text`); the names are those of the seed. Beside
 * them, `/react-ask` is plain text, `/upload-file` attaches a file, and `/tool-run NAME`, `/kit-run MODULE TOOL` and
 * `/skill-run NAME` reach whatever tools, modules and skills there are. `entrypoints/utils/agent-map.ts` makes the whole
 * list, with arguments from the tools' own schemas.
 */
export const COMMAND_TOOLS: Readonly<Record<string, string>> = {
  'browser-action': 'browser_action',
  'read-page': 'read_page',
  'google-search': 'web_search',
  'website-ask': 'website',
  'github-crawl': 'github',
  'youtube-ask': 'youtube',
  'kit-save': 'save_to_workspace',
  'kit-log': 'kit_log',
  'kit-undo': 'kit_undo',
  'gmail-unread': 'gmail_list_unread',
  'gmail-latest': 'gmail_agent',
  'gmail-search': 'gmail_search',
  'gmail-read': 'gmail_read',
  'gmail-send': 'gmail_send_email',
  'gmail-draft': 'gmail_draft',
  'gmail-mark_read': 'gmail_mark_read',
  'gmail-archive': 'gmail_archive',
  'calendar-events': 'calendar_agent',
  'calendar-free_busy': 'calendar_free_busy',
  'calendar-create': 'calendar_create_event',
  'calendar-update': 'calendar_update_event',
  'calendar-delete': 'calendar_delete_event',
  'pyjiit-login': 'pyjiit_login',
  'pyjiit-semesters': 'pyjiit_semesters',
  'pyjiit-attendance': 'pyjiit_agent',
  'pyjiit-subjects': 'pyjiit_subjects',
  'pyjiit-exams': 'pyjiit_exams',
  'pyjiit-grades': 'pyjiit_grades',
};

/** A command as completion shows it. `rest` is the argument that takes the free text after the command. */
export type Command = {
  name: string;
  tool: ToolDeclaration | undefined;
  description: string;
  required: string[];
  optional: string[];
  rest: string | undefined;
  /** Why it cannot be used now, with what to connect: it is listed greyed out and never sent. */
  unavailable?: AppErrorBody | undefined;
};
