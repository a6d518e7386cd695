import type { ActionStep } from './plan.ts';
import type { RefInfo } from './snapshot.ts';

/** How a step uses a target: decides which targets suit it. */
export type Use = 'any' | 'type' | 'select' | 'check' | 'set' | 'file';

/** One target of a step: the pointer within the step, its ref, its use and whether it writes into the target. */
export type StepTarget = { path: string; ref: string; use: Use | 'fill-text'; writes: boolean };

/** Every ref that a step names, in order. */
export function stepTargets(step: ActionStep): StepTarget[] {
  switch (step.kind) {
    case 'click':
    case 'hover':
    case 'focus':
    case 'scroll_to':
      return [{ path: '/ref', ref: step.ref, use: 'any', writes: false }];
    case 'type':
      return [{ path: '/ref', ref: step.ref, use: 'type', writes: true }];
    case 'select':
      return [{ path: '/ref', ref: step.ref, use: 'select', writes: true }];
    case 'check':
      return [{ path: '/ref', ref: step.ref, use: 'check', writes: true }];
    case 'set_value':
      return [{ path: '/ref', ref: step.ref, use: 'set', writes: true }];
    case 'fill':
      return step.fields.map((field, index) => ({
        path: `/fields/${index}/ref`,
        ref: field.ref,
        use: typeof field.value === 'boolean' ? 'check' : typeof field.value === 'string' ? 'fill-text' : 'select',
        writes: true,
      }));
    case 'press':
    case 'scroll':
    case 'read':
      return step.ref === undefined ? [] : [{ path: '/ref', ref: step.ref, use: 'any', writes: false }];
    case 'drag':
      return [
        { path: '/ref', ref: step.ref, use: 'any', writes: false },
        { path: '/to', ref: step.to, use: 'any', writes: false },
      ];
    case 'upload':
      return [{ path: '/ref', ref: step.ref, use: 'file', writes: true }];
    case 'wait':
      return step.until.for === 'ref' ? [{ path: '/until/ref', ref: step.until.ref, use: 'any', writes: false }] : [];
    case 'navigate':
    case 'back':
    case 'forward':
    case 'reload':
    case 'open_tab':
    case 'switch_tab':
    case 'close_tab':
    case 'find':
    case 'dialog':
    case 'screenshot':
      return [];
  }
}

const NO_TEXT_TYPES: ReadonlySet<string> = new Set([
  'button',
  'submit',
  'reset',
  'image',
  'checkbox',
  'radio',
  'file',
  'hidden',
  'range',
  'color',
]);
const NO_TEXT_TAGS: ReadonlySet<string> = new Set([
  'button',
  'a',
  'select',
  'option',
  'img',
  'summary',
  'video',
  'audio',
  'iframe',
  'label',
  'area',
]);
const NO_TEXT_ROLES: ReadonlySet<string> = new Set([
  'button',
  'link',
  'checkbox',
  'radio',
  'switch',
  'tab',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'option',
  'slider',
  'img',
  'image',
  'heading',
  'progressbar',
  'scrollbar',
  'separator',
  'radiogroup',
  'tablist',
  'menu',
  'menubar',
  'listbox',
]);
const CHOICE_ROLES: ReadonlySet<string> = new Set(['combobox', 'listbox', 'radiogroup', 'menu', 'tree']);
const CHECK_ROLES: ReadonlySet<string> = new Set(['checkbox', 'radio', 'switch', 'menuitemcheckbox', 'menuitemradio']);
const POPUP_STATES = ['expanded', 'collapsed', 'haspopup'];
const CHECK_STATES = ['checked', 'unchecked', 'mixed', 'pressed'];

/** Whether a step can do its work on this kind of element at all; whether it is disabled or covered is the page's word. */
export function suits(use: StepTarget['use'], info: RefInfo): boolean {
  switch (use) {
    case 'any':
      return true;
    case 'type':
      return takesText(info);
    case 'select':
      return takesChoice(info);
    case 'check':
      return takesCheck(info);
    case 'set':
      return takesText(info) || takesSetting(info);
    case 'file':
      return takesFiles(info);
    case 'fill-text':
      return takesText(info) || takesSetting(info) || takesChoice(info);
  }
}

function takesText(info: RefInfo): boolean {
  const textRole = info.role === 'textbox' || info.role === 'searchbox';
  if (info.tag === 'input') return !NO_TEXT_TYPES.has(info.inputType ?? 'text');
  if (info.tag === 'textarea') return true;
  return textRole || (!NO_TEXT_TAGS.has(info.tag) && !NO_TEXT_ROLES.has(info.role));
}

function takesSetting(info: RefInfo): boolean {
  if (info.tag === 'input') return info.inputType === 'range' || info.inputType === 'color';
  // A separator that can be reached is a window splitter.
  return ['slider', 'spinbutton', 'separator', 'scrollbar'].includes(info.role);
}

function takesChoice(info: RefInfo): boolean {
  if (info.tag === 'input' && info.inputType === 'file') return false;
  if (info.tag === 'select' || CHOICE_ROLES.has(info.role) || (info.options?.length ?? 0) > 0) return true;
  return info.role === 'button' && info.states.some((state) => POPUP_STATES.includes(state));
}

function takesCheck(info: RefInfo): boolean {
  if (info.tag === 'input' && (info.inputType === 'checkbox' || info.inputType === 'radio')) return true;
  if (CHECK_ROLES.has(info.role)) return true;
  return info.role !== 'link' && info.states.some((state) => CHECK_STATES.includes(state));
}

/** A file input, or the button, label or drop zone that stands for one. */
function takesFiles(info: RefInfo): boolean {
  if (info.tag === 'input') return info.inputType === 'file' || info.inputType === 'button';
  return info.role !== 'link' && info.role !== 'combobox' && info.tag !== 'select' && info.tag !== 'textarea';
}

/** Password, one-time code and card fields: only the person fills them. */
export const isSecret = (info: RefInfo): boolean => info.secret !== undefined || info.inputType === 'password';
