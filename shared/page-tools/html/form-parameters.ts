import type { JsonSchema } from '../core/schema-types.ts';

export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** What an agent has no business with: secrets, files, what the page keeps for itself, and buttons. */
const NOT_FILLED = new Set(['password', 'file', 'hidden', 'submit', 'image', 'reset', 'button']);

const isControl = (element: Element): element is Control =>
  element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement;

/** The controls of a form that an agent may fill, by name; radio buttons and boxes of one name together. */
export function formControls(form: HTMLFormElement): Map<string, Control[]> {
  const byName = new Map<string, Control[]>();
  for (const element of form.elements) {
    if (!isControl(element) || element.name === '' || element.matches(':disabled, [readonly]')) continue;
    if (NOT_FILLED.has(element.type)) continue;
    byName.set(element.name, [...(byName.get(element.name) ?? []), element]);
  }
  return byName;
}

/** JSON Schema of a form: one property per control name. */
export function formParameters(form: HTMLFormElement): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  for (const [name, controls] of formControls(form)) {
    const [control] = controls;
    if (!control) continue;
    const description = describe(control);
    properties[name] = { ...valueSchema(control, controls), ...(description === '' ? {} : { description }) };
    if (controls.some((one) => one.required)) required.push(name);
  }
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}), additionalProperties: false };
}

function describe(control: Control): string {
  const said = control.getAttribute('toolparamdescription') ?? control.dataset['agentDescription'];
  const label = control.type === 'radio' ? undefined : control.labels?.[0]?.textContent;
  const group = control.closest('fieldset')?.querySelector('legend')?.textContent;
  return (said ?? label ?? group ?? control.getAttribute('aria-label') ?? '').trim().replace(/\s+/g, ' ').slice(0, 150);
}

function valueSchema(control: Control, controls: readonly Control[]): JsonSchema {
  if (control instanceof HTMLSelectElement) {
    const values = [...control.options]
      .filter((option) => !option.disabled && option.value !== '')
      .map(({ value }) => value);
    const one = { type: 'string', enum: values };
    return control.multiple ? { type: 'array', items: one } : one;
  }
  const values = controls.map(({ value }) => value);
  if (control.type === 'radio') return { type: 'string', enum: values };
  if (control.type === 'checkbox')
    return controls.length === 1 ? { type: 'boolean' } : { type: 'array', items: { type: 'string', enum: values } };
  if (control instanceof HTMLInputElement && (control.type === 'number' || control.type === 'range'))
    return { type: 'number', ...bound('minimum', control.min), ...bound('maximum', control.max) };
  const format = { email: 'email', url: 'uri', date: 'date', time: 'time' }[control.type];
  return {
    type: 'string',
    ...(format === undefined ? {} : { format }),
    ...(control.minLength > 0 ? { minLength: control.minLength } : {}),
    ...(control.maxLength >= 0 ? { maxLength: control.maxLength } : {}),
    ...(control instanceof HTMLInputElement && control.pattern !== '' ? { pattern: `^(?:${control.pattern})$` } : {}),
  };
}

const bound = (key: string, text: string): JsonSchema => (text === '' ? {} : { [key]: Number(text) });
