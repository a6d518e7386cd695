import type { ToolCallContext } from '../core/tool-types.ts';
import { type Control, formControls } from './form-parameters.ts';
import { isShown } from './read-html-tool.ts';

/** `event.detail` of `agent-call`, which an element gets before anything is clicked or filled. */
export type AgentCall = {
  readonly args: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
  /** The page does it itself and this is the result; nothing is clicked or filled. */
  respondWith(result: unknown): void;
};

/** Clicks an element, or fills a form and submits it (or leaves the last click to the person). */
export async function runHtmlTool(
  element: HTMLElement,
  args: Readonly<Record<string, unknown>>,
  { signal }: ToolCallContext,
): Promise<unknown> {
  if (!element.isConnected || !isShown(element)) throw new Error('The element is not usable now.');
  let response: { result: unknown } | undefined;
  const detail: AgentCall = {
    args,
    signal,
    respondWith: (result) => {
      response = { result };
    },
  };
  element.dispatchEvent(new CustomEvent('agent-call', { bubbles: true, cancelable: true, detail }));
  if (response) return response.result;
  if (!(element instanceof HTMLFormElement)) {
    element.click();
    return { clicked: true };
  }
  fill(element, args);
  const auto = element.hasAttribute('toolautosubmit') || element.dataset['agentSubmit'] === 'auto';
  const submitted = waitForSubmit(element, signal);
  if (auto) {
    if (!element.noValidate && !element.checkValidity()) throw new Error(invalidControls(element));
    element.requestSubmit();
  }
  return submitted;
}

/** Resolves after the form's `submit` event, to what the page answered in it, if it did. */
function waitForSubmit(form: HTMLFormElement, signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const done = new AbortController();
    const options = { capture: true, signal: done.signal };
    const onSubmit = (event: SubmitEvent): void => {
      done.abort();
      let answer: unknown = { submitted: true };
      // As WebMCP's declarative forms have it, where the browser does not bring it.
      Object.defineProperties(event, {
        agentInvoked: { value: true },
        respondWith: {
          value: (result: unknown) => {
            answer = result;
          },
        },
      });
      setTimeout(() => resolve(answer));
    };
    const give = (why: string): void => {
      done.abort();
      reject(new Error(why));
    };
    form.addEventListener('submit', onSubmit, options);
    form.addEventListener('reset', () => give('The person cleared the form.'), options);
    signal.addEventListener('abort', () => give('Cancelled before the form was submitted.'), options);
  });
}

const invalidControls = (form: HTMLFormElement): string =>
  [...formControls(form)]
    .flatMap(([name, controls]) =>
      controls.filter((one) => !one.validity.valid).map((one) => `${name}: ${one.validationMessage}`),
    )
    .join(' ') || 'The form is not complete.';

function fill(form: HTMLFormElement, args: Readonly<Record<string, unknown>>): void {
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
    control.checked = checked;
    return true;
  }
  control.value = String(value);
  return true;
}
