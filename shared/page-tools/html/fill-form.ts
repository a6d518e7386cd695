import { type Control, formControls } from './form-controls.ts';

/** Writes into the controls that are named; by the elements' own setters, as frameworks shadow the properties. */
export function fillForm(form: HTMLFormElement, args: Readonly<Record<string, unknown>>): void {
  for (const [name, controls] of formControls(form)) {
    if (!Object.hasOwn(args, name)) continue;
    const value = args[name];
    const values = (Array.isArray(value) ? value : [value]).map(String);
    for (const control of controls) {
      if (!setControl(control, value, values, controls.length)) continue;
      control.dispatchEvent(new Event('input', { bubbles: true }));
      control.dispatchEvent(new Event('change', { bubbles: true }));
    }
  }
}

/** @returns whether the control changed. */
function setControl(control: Control, value: unknown, values: readonly string[], count: number): boolean {
  if (control instanceof HTMLSelectElement) {
    for (const option of control.options) option.selected = values.includes(option.value);
    return true;
  }
  if (control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio')) {
    const checked = control.type === 'checkbox' && count === 1 ? value === true : values.includes(control.value);
    if (control.checked === checked) return false;
    Reflect.set(HTMLInputElement.prototype, 'checked', checked, control);
    return true;
  }
  const owner = control instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  Reflect.set(owner.prototype, 'value', String(value), control);
  return true;
}

/** Why the browser would not submit the form as it stands, control by control; undefined when it would. */
export function formProblems(form: HTMLFormElement): string | undefined {
  const novalidate: boolean = Reflect.get(HTMLFormElement.prototype, 'noValidate', form);
  if (novalidate || HTMLFormElement.prototype.checkValidity.call(form)) return undefined;
  const said = [...formControls(form)].flatMap(([name, controls]) =>
    controls.filter((one) => !one.validity.valid).map((one) => `${name}: ${one.validationMessage}`),
  );
  return said.join(' ') || 'The form is not complete.';
}

/**
 * Resolves after the form's `submit` event, which a script cannot make up: to what the page answered in it, as WebMCP's
 * declarative forms have it, or undefined.
 * @param auto submits it; otherwise the person does.
 */
export function submitForm(form: HTMLFormElement, auto: boolean, signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const done = new AbortController();
    const options = { capture: true, signal: done.signal };
    const listen = EventTarget.prototype.addEventListener.bind(form);
    const give = (why: string): void => {
      done.abort();
      reject(new Error(why));
    };
    listen(
      'submit',
      (event) => {
        if (!event.isTrusted) return;
        done.abort();
        let answer: unknown;
        Object.defineProperties(event, {
          agentInvoked: { value: true },
          respondWith: {
            value: (result: unknown) => {
              answer = result;
            },
          },
        });
        setTimeout(() => resolve(answer));
      },
      options,
    );
    listen('reset', () => give('The person cleared the form.'), options);
    if (signal.aborted) return give('Cancelled before the form was submitted.');
    signal.addEventListener('abort', () => give('Cancelled before the form was submitted.'), options);
    if (auto) HTMLFormElement.prototype.requestSubmit.call(form);
  });
}
