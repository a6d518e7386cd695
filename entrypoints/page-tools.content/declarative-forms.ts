import type { BridgeAnswer, FoundTool } from '@pagehand/contracts/page-tools-bridge';
import { fillForm, formProblems, submitForm } from '../../shared/page-tools/html/fill-form.ts';
import { secretNames } from '../../shared/page-tools/html/form-controls.ts';
import { formParameters } from '../../shared/page-tools/html/form-parameters.ts';

/**
 * WebMCP's declarative forms where the browser does not read them itself: `<form toolname tooldescription
 * [toolautosubmit]>` with `toolparamdescription` on its controls.
 */
const forms = (): HTMLFormElement[] =>
  [...document.querySelectorAll('form[toolname]')].filter((form) => form instanceof HTMLFormElement);
const attribute = (form: Element, name: string): string => Element.prototype.getAttribute.call(form, name) ?? '';
const formNamed = (name: string): HTMLFormElement | undefined =>
  forms().find((form) => attribute(form, 'toolname') === name);

export const listForms = (): FoundTool[] =>
  forms()
    .slice(0, 200)
    .map((form) => ({
      source: 'form',
      name: attribute(form, 'toolname'),
      description: attribute(form, 'tooldescription'),
      parameters: formParameters(form),
      owner: 'webmcp-form',
      global: false,
    }));

/** Names of controls that only the person fills, of the form that the browser made a tool of; undefined for other tools. */
export function secretFieldsOf(name: string): Set<string> | undefined {
  const form = formNamed(name);
  return form && secretNames(form);
}

/** Fills the form; submits it where it says so, else waits until the person does. */
export async function callForm(
  name: string,
  args: Record<string, unknown>,
  signal: AbortSignal,
): Promise<BridgeAnswer> {
  const form = formNamed(name);
  if (form === undefined)
    return { ok: false, code: 'surface-changed', message: `The form ${name.slice(0, 64)} is gone.` };
  fillForm(form, args);
  const auto = Element.prototype.hasAttribute.call(form, 'toolautosubmit');
  const problems = auto ? formProblems(form) : undefined;
  if (problems !== undefined) {
    HTMLFormElement.prototype.reportValidity.call(form);
    return { ok: false, code: 'invalid-arguments', message: problems };
  }
  if (!auto) Element.prototype.scrollIntoView.call(form, { block: 'center' });
  const said = await submitForm(form, auto, signal);
  const done = auto ? 'The form was filled in and submitted.' : 'The form was filled in, and the person submitted it.';
  return { ok: true, result: JSON.stringify(said ?? done) };
}
