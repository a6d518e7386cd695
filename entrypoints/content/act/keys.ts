import { activeIn, allIn, bodyOf, unshadowed } from './capture-kit.ts';
import type { ActContext } from './context.ts';
import { dispatch } from './dispatch.ts';
import { isTextField, type TextField } from './editing.ts';
import { execCommand } from './exec-command.ts';
import { pressEnter } from './implicit-submission.ts';
import { nextTabStop } from './tab-order.ts';

const CODES: Record<string, number> = {
  Enter: 13,
  Tab: 9,
  Escape: 27,
  Backspace: 8,
  Delete: 46,
  ArrowUp: 38,
  ArrowDown: 40,
  ArrowLeft: 37,
  ArrowRight: 39,
  Home: 36,
  End: 35,
  PageUp: 33,
  PageDown: 34,
  Space: 32,
  A: 65,
};

/**
 * One key: keydown, (keypress for Enter and Space), the default action that browsers run for a real key but not for a
 * synthetic one, keyup. UI Events 1.0 for the order; HTML for what each key does on a control.
 */
export async function pressKey(combination: string, target: Element, context: ActContext): Promise<void> {
  const parts = combination.split('+');
  const name = parts.at(-1) ?? '';
  const modifiers = { shiftKey: parts.includes('Shift'), ctrlKey: parts.includes('Control') };
  if (name === 'Enter') return pressEnter(target, context, modifiers);
  const code = CODES[name] ?? 0;
  const key = name === 'Space' ? ' ' : name === 'A' ? 'a' : name;
  const init = {
    key,
    code: name === 'A' ? 'KeyA' : name,
    keyCode: code,
    which: code,
    bubbles: true,
    cancelable: true,
    composed: true,
    view: context.view,
    ...modifiers,
  };
  let free = dispatch(target, new KeyboardEvent('keydown', init));
  if (free && name === 'Space') free = dispatch(target, new KeyboardEvent('keypress', { ...init, charCode: 32 }));
  if (free && target.isConnected && name !== 'Space') defaultAction(name, modifiers, target, context);
  const now = name === 'Tab' ? (activeIn(context.document) ?? target) : target;
  const up = !now.isConnected || dispatch(now, new KeyboardEvent('keyup', init));
  // Space activates when it is let go (HTML, "activation behavior" by keyboard).
  if (free && up && name === 'Space' && target.isConnected) defaultOfSpace(target, context);
}

function defaultAction(
  name: string,
  { shiftKey, ctrlKey }: { shiftKey: boolean; ctrlKey: boolean },
  target: Element,
  context: ActContext,
): void {
  if (name === 'Tab') {
    const next = nextTabStop(target, shiftKey, context);
    if (next !== undefined) {
      next.focus();
      if (isTextField(next) && next instanceof HTMLInputElement) next.select();
    }
    return;
  }
  if (name === 'Escape') {
    closeTopLayer(context);
    return;
  }
  const editable = isTextField(target) || (target instanceof HTMLElement && target.isContentEditable);
  if (name === 'A' && ctrlKey) {
    if (isTextField(target)) target.select();
    else execCommand(context, 'selectAll');
    return;
  }
  if (editable && (name === 'Backspace' || name === 'Delete')) {
    const inputType = name === 'Backspace' ? 'deleteContentBackward' : 'deleteContentForward';
    if (dispatch(target, new InputEvent('beforeinput', { inputType, bubbles: true, cancelable: true, composed: true })))
      execCommand(context, name === 'Backspace' ? 'delete' : 'forwardDelete');
    return;
  }
  if (
    target instanceof HTMLInputElement &&
    /^(?:number|range)$/.test(target.type) &&
    /^(?:Arrow|Page|Home|End)/.test(name)
  ) {
    step(target, name);
    return;
  }
  if (target instanceof HTMLInputElement && target.type === 'radio' && name.startsWith('Arrow')) {
    moveRadio(target, name === 'ArrowDown' || name === 'ArrowRight' ? 1 : -1);
    return;
  }
  if (target instanceof HTMLSelectElement) {
    moveOption(target, name);
    return;
  }
  if (editable) {
    moveCaret(name, shiftKey, target, context);
    return;
  }
  scrollByKey(name, context);
}

function defaultOfSpace(target: Element, context: ActContext): void {
  if (isTextField(target) || (target instanceof HTMLElement && target.isContentEditable)) {
    if (
      dispatch(
        target,
        new InputEvent('beforeinput', {
          inputType: 'insertText',
          data: ' ',
          bubbles: true,
          cancelable: true,
          composed: true,
        }),
      )
    )
      execCommand(context, 'insertText', ' ');
    return;
  }
  if (
    target instanceof HTMLButtonElement ||
    target.localName === 'summary' ||
    (target instanceof HTMLInputElement && /^(?:checkbox|radio|button|submit|reset)$/.test(target.type))
  ) {
    if (target instanceof HTMLElement) target.click();
    return;
  }
  if (target === bodyOf(context.document)) scrollByKey('PageDown', context);
}

function closeTopLayer(context: ActContext): void {
  const dialog = [...allIn(context.document, 'dialog:modal')].at(-1);
  if (dialog instanceof HTMLDialogElement) {
    if (dispatch(dialog, new Event('cancel', { cancelable: true }))) dialog.close();
    return;
  }
  const popover = [...allIn(context.document, '[popover]:popover-open')].at(-1);
  if (popover instanceof HTMLElement && popover.getAttribute('popover') !== 'manual') popover.hidePopover();
}

function step(input: HTMLInputElement, name: string): void {
  const before = input.value;
  if (name === 'ArrowUp' || (name === 'ArrowRight' && input.type === 'range')) input.stepUp();
  else if (name === 'ArrowDown' || (name === 'ArrowLeft' && input.type === 'range')) input.stepDown();
  else if (input.type === 'range') {
    const low = Number(input.min || '0');
    const high = Number(input.max || '100');
    const page = (high - low) / 10;
    input.value = String(
      name === 'Home' ? low : name === 'End' ? high : Number(input.value) + (name === 'PageUp' ? page : -page),
    );
  }
  if (input.value !== before) announce(input);
}

/** input, then change: what a control sends when the person has chosen. */
export function announce(element: Element): void {
  dispatch(element, new Event('input', { bubbles: true, composed: true }));
  dispatch(element, new Event('change', { bubbles: true }));
}

function moveRadio(radio: HTMLInputElement, by: 1 | -1): void {
  const root = radio.getRootNode();
  if (!(root instanceof Document || root instanceof ShadowRoot)) return;
  const group = [...root.querySelectorAll('input[type=radio]')].filter(
    (other): other is HTMLInputElement =>
      other instanceof HTMLInputElement &&
      other.name === radio.name &&
      other.form === radio.form &&
      !other.matches(':disabled'),
  );
  const next = group[(group.indexOf(radio) + by + group.length) % group.length];
  next?.focus();
  next?.click();
}

function moveOption(select: HTMLSelectElement, name: string): void {
  const last = select.options.length - 1;
  const index =
    name === 'ArrowDown' || name === 'ArrowRight'
      ? select.selectedIndex + 1
      : name === 'ArrowUp' || name === 'ArrowLeft'
        ? select.selectedIndex - 1
        : name === 'Home'
          ? 0
          : name === 'End'
            ? last
            : select.selectedIndex;
  const to = Math.min(Math.max(index, 0), last);
  if (to === select.selectedIndex) return;
  select.selectedIndex = to;
  announce(select);
}

function moveCaret(name: string, extend: boolean, target: Element, context: ActContext): void {
  const forward = name === 'ArrowRight' || name === 'ArrowDown' || name === 'End' || name === 'PageDown';
  const line = name === 'Home' || name === 'End';
  if (isTextField(target) && !(target instanceof HTMLTextAreaElement)) {
    moveInputCaret(target, forward, line || name === 'ArrowUp' || name === 'ArrowDown', extend);
    return;
  }
  const selection = context.view.getSelection();
  selection?.modify(
    extend ? 'extend' : 'move',
    forward ? 'forward' : 'backward',
    line
      ? 'lineboundary'
      : name === 'ArrowUp' || name === 'ArrowDown'
        ? 'line'
        : name.startsWith('Page')
          ? 'paragraph'
          : 'character',
  );
}

function moveInputCaret(field: TextField, forward: boolean, far: boolean, extend: boolean): void {
  const { selectionStart: start, selectionEnd: end } = field;
  if (start === null || end === null) return;
  const back = field.selectionDirection === 'backward';
  const focus = back ? start : end;
  const to = far
    ? forward
      ? field.value.length
      : 0
    : !extend && start !== end
      ? forward
        ? end
        : start
      : Math.min(Math.max(focus + (forward ? 1 : -1), 0), field.value.length);
  const anchor = extend ? (back ? end : start) : to;
  field.setSelectionRange(Math.min(anchor, to), Math.max(anchor, to), to < anchor ? 'backward' : 'forward');
}

function scrollByKey(name: string, { view, document }: ActContext): void {
  const page = view.innerHeight * 0.9;
  const by: Record<string, [number, number]> = {
    ArrowDown: [0, 40],
    ArrowUp: [0, -40],
    ArrowLeft: [-40, 0],
    ArrowRight: [40, 0],
    PageDown: [0, page],
    PageUp: [0, -page],
    Home: [0, -1e7],
    End: [0, unshadowed(document, 'documentElement').scrollHeight],
  };
  const move = by[name];
  if (move !== undefined) view.scrollBy({ left: move[0], top: move[1], behavior: 'instant' });
}
