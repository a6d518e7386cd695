/**
 * The controls of a form that an agent may fill. The extension uses this for forms of pages without the package: nothing
 * of the form itself is asked by a name that a control of a hostile page may have.
 */
export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** What an agent has no business with: secrets, files, what the page keeps for itself, and buttons. */
const NOT_FILLED = new Set(['password', 'file', 'hidden', 'submit', 'image', 'reset', 'button']);

/** Autofill detail tokens (HTML, "autofill") of what only the person gives. */
const SECRET = /(?:^|\s)(?:cc-[\w-]+|one-time-code|current-password|new-password)(?:\s|$)/i;

const isControl = (element: Element): element is Control =>
  element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement;

/** Passwords, codes and cards: the person's to fill. */
export const isSecret = (control: Element): boolean =>
  control.getAttribute('type')?.toLowerCase() === 'password' || SECRET.test(control.getAttribute('autocomplete') ?? '');

const elementsOf = (form: HTMLFormElement): Iterable<Element> =>
  Reflect.get(HTMLFormElement.prototype, 'elements', form);

/** By name; radio buttons and boxes of one name together. */
export function formControls(form: HTMLFormElement): Map<string, Control[]> {
  const byName = new Map<string, Control[]>();
  for (const element of elementsOf(form)) {
    if (!isControl(element) || element.name === '' || element.matches(':disabled, [readonly]')) continue;
    if (NOT_FILLED.has(element.type) || isSecret(element)) continue;
    byName.set(element.name, [...(byName.get(element.name) ?? []), element]);
  }
  return byName;
}

/** The names of its controls that only the person fills. */
export const secretNames = (form: HTMLFormElement): Set<string> =>
  new Set([...elementsOf(form)].filter(isSecret).map((control) => control.getAttribute('name') ?? ''));
