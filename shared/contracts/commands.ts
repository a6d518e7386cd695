import type { AppErrorBody } from './errors.ts';
import type { ToolDeclaration } from './snapshot.ts';

/**
 * Slash commands (`/agent-action text`). The names are those of the seed; what is not listed here has no command.
 * `/react-ask` is plain text; `/tool-run NAME` and `/kit-run MODULE TOOL` are made from what there is. The map is made from the tools' own schemas: see `entrypoints/utils/agent-map.ts`.
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
  'gmail-mark_read': 'gmail_mark_read',
  'calendar-events': 'calendar_agent',
  'calendar-create': 'calendar_create_event',
  'pyjiit-login': 'pyjiit_login',
  'pyjiit-semesters': 'pyjiit_semesters',
  'pyjiit-attendance': 'pyjiit_agent',
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
