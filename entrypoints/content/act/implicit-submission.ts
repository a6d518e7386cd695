import { unshadowed } from './capture-kit.ts';
import type { ActContext } from './context.ts';
import { dispatch } from './dispatch.ts';
import { execCommand } from './exec-command.ts';

/**
 * Enter in a field: keydown, keypress, then the default action that a synthetic key does not have, then keyup.
 * In an input of a form that is implicit submission (HTML, 4.10.21.2): a click on the form's default button, or
 * `requestSubmit` where it has none. In a textarea it is a line break.
 */
export async function pressEnter(element: Element, context: ActContext, init: KeyboardEventInit = {}): Promise<void> {
  const key = {
    key: 'Enter',
    code: 'Enter',
    keyCode: 13,
    which: 13,
    bubbles: true,
    cancelable: true,
    composed: true,
    view: context.view,
    ...init,
  };
  const target = element;
  let free = dispatch(target, new KeyboardEvent('keydown', key));
  if (free) free = dispatch(target, new KeyboardEvent('keypress', { ...key, charCode: 13 }));
  if (free && target.isConnected) defaultOfEnter(target, context, init);
  if (target.isConnected) dispatch(target, new KeyboardEvent('keyup', key));
}

function defaultOfEnter(target: Element, context: ActContext, init: KeyboardEventInit): void {
  if (target instanceof HTMLTextAreaElement || (target instanceof HTMLElement && target.isContentEditable)) {
    const inputType = init.shiftKey === true ? 'insertLineBreak' : 'insertParagraph';
    if (
      !dispatch(
        target,
        new InputEvent('beforeinput', {
          inputType: target instanceof HTMLTextAreaElement ? 'insertLineBreak' : inputType,
          bubbles: true,
          cancelable: true,
          composed: true,
          view: context.view,
        }),
      )
    )
      return;
    if (target instanceof HTMLTextAreaElement) execCommand(context, 'insertText', '\n');
    else execCommand(context, inputType);
    return;
  }
  if (target instanceof HTMLButtonElement || target instanceof HTMLAnchorElement || target.localName === 'summary') {
    if (target instanceof HTMLElement) target.click();
    return;
  }
  if (!(target instanceof HTMLInputElement) || /^(?:checkbox|radio|range|color|file|button|reset)$/.test(target.type)) {
    if (target instanceof HTMLInputElement && /^(?:button|reset)$/.test(target.type)) target.click();
    return;
  }
  const { form } = target;
  if (form === null) return;
  const button = defaultButton(form);
  if (button !== undefined) {
    if (!button.matches(':disabled')) button.click();
    return;
  }
  const blocking = [...unshadowed(form, 'elements')].filter(
    (field) =>
      field instanceof HTMLInputElement &&
      /^(?:text|search|tel|url|email|password|date|month|week|time|datetime-local|number)$/.test(field.type),
  );
  // Without a submit button a form with several fields is not submitted by Enter.
  if (blocking.length <= 1) HTMLFormElement.prototype.requestSubmit.call(form);
}

function defaultButton(form: HTMLFormElement): HTMLElement | undefined {
  for (const field of unshadowed(form, 'elements'))
    if (
      (field instanceof HTMLButtonElement && field.type === 'submit') ||
      (field instanceof HTMLInputElement && /^(?:submit|image)$/.test(field.type))
    )
      return field;
  return undefined;
}
