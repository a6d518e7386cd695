import type { BridgeAnswer, FoundTool } from '@pagehand/contracts/page-tools-bridge';

/**
 * WebMCP's declarative forms where the browser does not read them itself: `<form toolname tooldescription
 * [toolautosubmit]>` with `toolparamdescription` on its controls.
 */
const FORMS = 'form[toolname]';
const SECRET = /(?:^|\s)(?:cc-[\w-]+|one-time-code|current-password|new-password)(?:\s|$)/i;
const SKIPPED: ReadonlySet<string> = new Set(['hidden', 'password', 'file', 'submit', 'button', 'reset', 'image']);

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
type Field = { name: string; controls: Control[] };

const isControl = (element: Element): element is Control =>
  element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement;

export function listForms(): FoundTool[] {
  return [...document.querySelectorAll(FORMS)].slice(0, 200).flatMap((form): FoundTool[] => {
    if (!(form instanceof HTMLFormElement)) return [];
    const fields = fieldsOf(form);
    const required = fields.filter(({ controls }) => controls.some((control) => control.required));
    return [
      {
        source: 'form',
        name: form.getAttribute('toolname') ?? '',
        description: form.getAttribute('tooldescription') ?? '',
        parameters: {
          type: 'object',
          properties: Object.fromEntries(fields.map((field) => [field.name, schemaOf(field)])),
          required: required.map(({ name }) => name),
          additionalProperties: false,
        },
        owner: 'webmcp-form',
        global: false,
      },
    ];
  });
}

/** Names of controls that only the person fills, of the form that the browser made a tool of; undefined for other tools. */
export function secretFieldsOf(name: string): Set<string> | undefined {
  const form = [...document.querySelectorAll(FORMS)].find((candidate) => candidate.getAttribute('toolname') === name);
  if (form === undefined) return undefined;
  return new Set(
    [...form.querySelectorAll('input')]
      .filter((input) => input.type === 'password' || SECRET.test(input.getAttribute('autocomplete') ?? ''))
      .map((input) => input.getAttribute('name') ?? ''),
  );
}

/** Controls by name, radio buttons of a name as one; secrets are the person's to fill. */
function fieldsOf(form: HTMLFormElement): Field[] {
  const fields = new Map<string, Field>();
  // Not `form.elements`: a control may be called so.
  for (const element of form.querySelectorAll('input, select, textarea')) {
    if (!isControl(element) || element.disabled) continue;
    const name = element.getAttribute('name') ?? '';
    if (name === '' || SKIPPED.has(element.type) || SECRET.test(element.getAttribute('autocomplete') ?? '')) continue;
    const field = fields.get(name) ?? { name, controls: [] };
    field.controls.push(element);
    fields.set(name, field);
  }
  return [...fields.values()];
}

function schemaOf({ controls }: Field): Record<string, unknown> {
  const [control] = controls;
  if (control === undefined) return {};
  const description = control.getAttribute('toolparamdescription') ?? control.labels?.[0]?.textContent?.trim() ?? '';
  const said = description === '' ? {} : { description: description.slice(0, 300) };
  if (control instanceof HTMLSelectElement)
    return { type: 'string', enum: [...control.options].slice(0, 200).map((option) => option.value), ...said };
  if (control.type === 'radio') return { type: 'string', enum: controls.map(({ value }) => value), ...said };
  if (control.type === 'checkbox') return { type: 'boolean', ...said };
  if (control.type === 'number' || control.type === 'range') return { type: 'number', ...said };
  return {
    type: 'string',
    ...(control.maxLength > 0 && control instanceof HTMLInputElement ? { maxLength: control.maxLength } : {}),
    ...said,
  };
}

/** Fills the form; submits it where it says so, else waits until the person does. */
export async function callForm(
  name: string,
  args: Record<string, unknown>,
  signal: AbortSignal,
): Promise<BridgeAnswer> {
  const form = [...document.querySelectorAll(FORMS)].find((candidate) => candidate.getAttribute('toolname') === name);
  if (!(form instanceof HTMLFormElement))
    return { ok: false, code: 'surface-changed', message: `The form ${name.slice(0, 64)} is gone.` };
  for (const field of fieldsOf(form)) if (field.name in args) fill(field, args[field.name]);
  if (form.hasAttribute('toolautosubmit')) {
    if (!form.checkValidity()) {
      HTMLFormElement.prototype.reportValidity.call(form);
      return { ok: false, code: 'invalid-arguments', message: 'The form does not accept these values.' };
    }
    HTMLFormElement.prototype.requestSubmit.call(form);
    return { ok: true, result: JSON.stringify('The form was filled in and submitted.') };
  }
  form.scrollIntoView({ block: 'center' });
  await submitted(form, signal);
  return { ok: true, result: JSON.stringify('The form was filled in, and the person submitted it.') };
}

/** The person's own submit: a script's event does not count. */
function submitted(form: HTMLFormElement, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      form.removeEventListener('submit', onSubmit, true);
      signal.removeEventListener('abort', onAbort);
    };
    const onSubmit = (event: Event): void => {
      if (!event.isTrusted) return;
      end();
      resolve();
    };
    const onAbort = (): void => {
      end();
      reject(new Error('It was stopped.'));
    };
    form.addEventListener('submit', onSubmit, true);
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
  });
}

function fill({ controls }: Field, value: unknown): void {
  const given = String(value);
  for (const control of controls) {
    if (control instanceof HTMLInputElement && control.type === 'radio') {
      if (control.value === given) set(HTMLInputElement.prototype, control, 'checked', true);
      else continue;
    } else if (control instanceof HTMLInputElement && control.type === 'checkbox')
      set(HTMLInputElement.prototype, control, 'checked', value === true);
    else set(prototypeOf(control), control, 'value', given);
    control.dispatchEvent(new Event('input', { bubbles: true }));
    control.dispatchEvent(new Event('change', { bubbles: true }));
  }
}

const prototypeOf = (control: Control): object =>
  control instanceof HTMLSelectElement
    ? HTMLSelectElement.prototype
    : control instanceof HTMLTextAreaElement
      ? HTMLTextAreaElement.prototype
      : HTMLInputElement.prototype;

/** By the element's own setter: frameworks shadow the property. */
function set(prototype: object, control: Control, property: 'value' | 'checked', value: unknown): void {
  const setter = Object.getOwnPropertyDescriptor(prototype, property)?.set;
  if (setter !== undefined) Reflect.apply(setter, control, [value]);
}
