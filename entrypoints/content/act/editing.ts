import { activeIn, editedText, isEditingHost, parentOf, unshadowed } from './capture-kit.ts';
import type { ActContext } from './context.ts';
import { dispatch } from './dispatch.ts';
import { execCommand } from './exec-command.ts';
import { keyOf } from './key-of-char.ts';
import { pasteEvent } from './page-data-transfer.ts';
import { sleep } from './sleep.ts';

export type TextField = HTMLInputElement | HTMLTextAreaElement;

/** Up to this length text is typed key by key; above it, it comes in one piece like a paste. */
const KEY_BY_KEY = 80;

/** The editing host that an element is or stands in. */
export function editingHost(element: Element): HTMLElement | undefined {
  for (let node: Element | null = element; node !== null; node = parentOf(node))
    if (node instanceof HTMLElement && isEditingHost(node)) return node;
  return undefined;
}

export function isTextField(element: Element): element is TextField {
  return (
    element instanceof HTMLTextAreaElement ||
    (element instanceof HTMLInputElement && /^(?:text|search|email|tel|url|number|password)$/.test(element.type))
  );
}

/** What stands in a field or an editor now. */
export function readBack(element: Element): string {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) return element.value;
  return editedText(element);
}

const ENTER = { code: 'Enter', keyCode: 13, shiftKey: false };

export function keyEvent(
  type: 'keydown' | 'keypress' | 'keyup',
  char: string,
  view: Window,
  extra: KeyboardEventInit = {},
): KeyboardEvent {
  const { code, keyCode: number, shiftKey } = char === 'Enter' ? ENTER : keyOf(char);
  const keyCode = type !== 'keypress' || char === 'Enter' ? number : (char.codePointAt(0) ?? 0);
  return new KeyboardEvent(type, {
    key: char,
    code,
    keyCode,
    which: keyCode,
    charCode: type === 'keypress' ? keyCode : 0,
    shiftKey,
    bubbles: true,
    cancelable: true,
    composed: true,
    view,
    ...extra,
  });
}

/**
 * Types into an input or a textarea that has the focus; where the page puts another field in its place, `again` finds it. Replace selects everything first. Per key: keydown, keypress,
 * beforeinput, input, keyup (UI Events 1.0, "key event order"; Input Events 2). The text itself is put in by the
 * browser's editing command, so undo, maxlength and frameworks that watch `input` work as with a keyboard.
 */
export async function typeIntoField(
  field: TextField,
  text: string,
  mode: 'replace' | 'append',
  context: ActContext,
  again?: () => Promise<Element>,
): Promise<void> {
  if (mode === 'replace') field.select();
  else moveToEnd(field);
  if (text === '') {
    if (field.value !== '') insert(field, '', context);
    return;
  }
  const lines = field instanceof HTMLInputElement ? text.replace(/[\r\n]+/g, ' ') : text;
  const pieces = lines.length <= KEY_BY_KEY ? [...lines] : [lines];
  let current = field;
  for (const piece of pieces) {
    await typePiece(current, piece, context);
    // Lets what is queued in microtasks and messages run between keys: controlled inputs render here.
    await sleep(0, context.signal);
    if (current.isConnected) continue;
    // The page put another field in its place, as some do at each key: it goes on there.
    const next = await again?.();
    if (next === undefined || !isTextField(next)) return;
    current = next;
    if (!current.matches(':focus')) current.focus({ preventScroll: true });
    moveToEnd(current);
  }
}

async function typePiece(field: TextField, piece: string, context: ActContext): Promise<void> {
  const single = [...piece].length === 1;
  const down = !single || dispatch(field, keyEvent('keydown', piece === '\n' ? 'Enter' : piece, context.view));
  if (down) {
    if (single) dispatch(field, keyEvent('keypress', piece === '\n' ? 'Enter' : piece, context.view));
    insert(field, piece, context);
  }
  if (single) dispatch(field, keyEvent('keyup', piece === '\n' ? 'Enter' : piece, context.view));
}

/** beforeinput (may be cancelled by the page), then the browser's editing command, which sends input. */
function insert(field: TextField, text: string, context: ActContext): void {
  const before = field.value;
  const root = field.getRootNode();
  const active = (root instanceof Document || root instanceof ShadowRoot) && activeIn(root) === field;
  // Where the command itself sends beforeinput, what the page says to it is listened for.
  const announced = active && context.announcesCommands;
  if (!announced && !dispatch(field, beforeInput(text, context))) return;
  const sent: Event[] = [];
  const listening = new AbortController();
  context.view.addEventListener('beforeinput', (event) => sent.push(event), {
    capture: true,
    signal: listening.signal,
  });
  const done = active && (text === '' ? execCommand(context, 'delete') : execCommand(context, 'insertText', text));
  listening.abort();
  if (sent.some((event) => event.defaultPrevented) || (done && field.value !== before)) return;
  if (done && text !== '' && selectedAll(field) === false) return;
  setByHand(field, before, text, context);
}

const beforeInput = (text: string, { view }: ActContext): InputEvent =>
  new InputEvent('beforeinput', {
    inputType: text === '' ? 'deleteContentBackward' : 'insertText',
    data: text === '' ? null : text,
    bubbles: true,
    cancelable: true,
    composed: true,
    view,
  });

const selectedAll = (field: TextField): boolean =>
  field.selectionStart === 0 && field.selectionEnd === field.value.length;

/** Where the editing command does not work: the value setter of the browser's own prototype, then input. */
function setByHand(field: TextField, before: string, text: string, context: ActContext): void {
  const start = field.selectionStart ?? (text === '' ? 0 : before.length);
  const end = field.selectionEnd ?? before.length;
  let next = before.slice(0, start) + text + before.slice(end);
  if (field.maxLength >= 0) next = next.slice(0, field.maxLength);
  field.value = next;
  dispatch(
    field,
    new InputEvent('input', {
      inputType: text === '' ? 'deleteContentBackward' : 'insertText',
      data: text === '' ? null : text,
      bubbles: true,
      composed: true,
      view: context.view,
    }),
  );
}

function moveToEnd(field: TextField): void {
  try {
    field.setSelectionRange(field.value.length, field.value.length);
  } catch {
    // Types without a selection (email, number): the caret is at the end after focus in both browsers.
  }
}

/**
 * Types into an editor (contenteditable) that has the focus. Editors keep a model of their own, so everything goes
 * through events they listen to: selectionchange, then per line keydown, beforeinput insertText; where the editor does
 * not take that over, the browser's editing command (input). Lines are parted by insertParagraph. When the text did not
 * arrive, one paste event is tried (Clipboard API, `paste` with a DataTransfer).
 */
export async function typeIntoEditor(
  host: HTMLElement,
  text: string,
  mode: 'replace' | 'append',
  context: ActContext,
): Promise<void> {
  const before = editedText(host);
  await placeSelection(host, mode, context);
  if (mode === 'replace' && before.trim() !== '') {
    edit(host, 'deleteContentBackward', null, context);
    await sleep(20, context.signal);
    if (editedText(host).trim() !== '') {
      await placeSelection(host, mode, context);
      edit(host, 'deleteByCut', null, context);
      await sleep(20, context.signal);
    }
  }
  const lines = text.split(/\r?\n/);
  for (const [index, line] of lines.entries()) {
    if (index > 0) {
      edit(host, 'insertParagraph', null, context);
      await sleep(10, context.signal);
    }
    const pieces = line.length <= KEY_BY_KEY ? [...line] : [line];
    for (const piece of pieces) {
      const single = [...piece].length === 1;
      const down = !single || dispatch(host, keyEvent('keydown', piece, context.view));
      if (down) edit(host, 'insertText', piece, context);
      if (single) dispatch(host, keyEvent('keyup', piece, context.view));
      await sleep(0, context.signal);
    }
  }
  await sleep(50, context.signal);
  if (
    same(editedText(host), expected(before, text, mode)) ||
    (mode === 'append' && squash(editedText(host)).endsWith(squash(text)))
  )
    return;
  if (squash(editedText(host)) !== squash(mode === 'replace' ? '' : before)) return;
  dispatch(host, pasteEvent(text));
  await sleep(80, context.signal);
}

const squash = (text: string) => text.replace(/\s+/g, ' ').trim();
export const same = (a: string, b: string): boolean => squash(a) === squash(b);
export const expected = (before: string, text: string, mode: 'replace' | 'append'): string =>
  mode === 'replace' ? text : before + text;

async function placeSelection(host: HTMLElement, mode: 'replace' | 'append', context: ActContext): Promise<void> {
  const root = host.getRootNode();
  const chosen: unknown = root instanceof ShadowRoot ? Reflect.get(root, 'getSelection') : undefined;
  const selection = typeof chosen === 'function' ? context.view.getSelection() : context.view.getSelection();
  if (selection === null) return;
  const range = unshadowed(context.document, 'createRange').call(context.document);
  range.selectNodeContents(host);
  if (mode === 'append') range.collapse(false);
  selection.removeAllRanges();
  selection.addRange(range);
  // Editors read the selection when selectionchange comes, which is a task of its own.
  await sleep(20, context.signal);
}

/** beforeinput; unless an editor took it over (cancelled it), the browser's editing command does the work. */
function edit(
  host: HTMLElement,
  inputType: 'insertText' | 'insertParagraph' | 'deleteContentBackward' | 'deleteByCut',
  data: string | null,
  context: ActContext,
): void {
  const free =
    context.announcesCommands ||
    dispatch(
      host,
      new InputEvent('beforeinput', {
        inputType,
        data,
        bubbles: true,
        cancelable: true,
        composed: true,
        view: context.view,
      }),
    );
  if (!free) return;
  if (inputType === 'insertText') execCommand(context, 'insertText', data ?? '');
  else if (inputType === 'insertParagraph') execCommand(context, 'insertParagraph');
  else execCommand(context, 'delete');
}
