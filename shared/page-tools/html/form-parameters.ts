import type { JsonSchema } from '../core/schema-types.ts';
import { type Control, formControls } from './form-controls.ts';

/** A longer list of values is left to the form itself to check. */
const MOST_VALUES = 200;

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
    const one = oneOf(values);
    return control.multiple ? { type: 'array', items: one } : one;
  }
  const values = controls.map(({ value }) => value);
  if (control.type === 'radio') return oneOf(values);
  if (control.type === 'checkbox')
    return controls.length === 1 ? { type: 'boolean' } : { type: 'array', items: oneOf(values) };
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

const oneOf = (values: readonly string[]): JsonSchema =>
  values.length > MOST_VALUES ? { type: 'string' } : { type: 'string', enum: values };
const bound = (key: string, text: string): JsonSchema => (text === '' ? {} : { [key]: Number(text) });
