import type { ActionStep } from '@pagehand/contracts/plan';
import type { TableFormat } from '../../documents/tables.ts';

export type PressKey = Extract<ActionStep, { kind: 'press' }>['key'];
export type Direction = 'up' | 'down' | 'left' | 'right';

/** Families of roles that people name: "the Save button", "the Country dropdown". */
export type RoleWord =
  | 'button'
  | 'link'
  | 'tab'
  | 'checkbox'
  | 'radio'
  | 'switch'
  | 'option'
  | 'menuitem'
  | 'field'
  | 'searchbox'
  | 'dropdown'
  | 'slider'
  | 'image'
  | 'heading';

/** What a person calls an element. */
export type Target = {
  /** Its name in the person's words; empty when only the role was said ("the second link"). */
  name: string;
  role?: RoleWord;
  /** 1 is the first, -1 the last. */
  ordinal?: number;
  /** Where it stands, in words: `row TAP`, `dialog`. */
  place?: string;
};

export type Field = { field: string; value: string };

/** Commands that act on the page: one goal of `browser_action` holds one or more of them. */
export type ActCommand =
  | { kind: 'open-url'; url: string; newTab?: boolean }
  | { kind: 'open'; target: Target; newTab?: boolean }
  | { kind: 'click'; target: Target; count?: 2; button?: 'right' | 'middle' }
  /** Without target: the focused field, or the only one. */
  | { kind: 'type'; text: string; target?: Target; append?: boolean }
  | { kind: 'search'; text: string }
  | { kind: 'set'; target: Target; value: string }
  /** Without target: the one list that has the value. */
  | { kind: 'select'; values: string[]; target?: Target }
  | { kind: 'check'; target: Target; checked: boolean }
  | { kind: 'clear'; target: Target }
  | { kind: 'fill'; fields: Field[] }
  | { kind: 'submit'; target?: Target }
  | { kind: 'press'; key: PressKey; target?: Target }
  | { kind: 'hover' | 'focus' | 'scroll-to'; target: Target }
  | { kind: 'drag'; target: Target; to: Target; place?: 'before' | 'after' }
  /** Files by name; the person picks them in the panel. */
  | { kind: 'upload'; files: string[]; target?: Target }
  /** The answer to the dialog that the next command opens. */
  | { kind: 'dialog'; accept: boolean; text?: string }
  | { kind: 'screenshot' }
  | { kind: 'scroll'; direction: Direction; pages?: number }
  | {
      kind: 'wait';
      until: { for: 'text' | 'gone'; text: string } | { for: 'navigation' } | { for: 'time'; ms: number };
    }
  | { kind: 'back' | 'forward' | 'reload' }
  /** `which`: a name of the tab's site, `new` for the one just opened. */
  | { kind: 'switch-tab'; which: string }
  | { kind: 'close-tab' };

export type ListKind = 'links' | 'headings' | 'buttons' | 'fields' | 'forms' | 'tables' | 'images';

/** Commands that only read. */
export type ReadCommand =
  | { kind: 'overview' }
  | { kind: 'list'; what: ListKind }
  | { kind: 'find'; text: string }
  | { kind: 'table'; which?: { ordinal?: number; name?: string }; format: TableFormat }
  | { kind: 'read' }
  | { kind: 'summarize'; sentences?: number; about?: string }
  | { kind: 'question'; text: string };

/** What needs no page. `beyond`: asked for what the offline model cannot do; `refused`: understood and not allowed. */
export type TalkCommand =
  | { kind: 'help' | 'greeting' | 'thanks' }
  | { kind: 'beyond'; text: string }
  | { kind: 'refused'; text: string; why: string };

export type Command = ActCommand | ReadCommand | TalkCommand;

const READ = new Set<string>(['overview', 'list', 'find', 'table', 'read', 'summarize', 'question']);
const TALK = new Set<string>(['help', 'greeting', 'thanks', 'beyond', 'refused']);

export function isRead(command: Command): command is ReadCommand {
  return READ.has(command.kind);
}
export function isTalk(command: Command): command is TalkCommand {
  return TALK.has(command.kind);
}
export function isAct(command: Command): command is ActCommand {
  return !isRead(command) && !isTalk(command);
}
