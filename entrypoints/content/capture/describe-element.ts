import { LIMITS } from '@pagehand/contracts/limits';
import { attribute, urlOf } from './dom.ts';
import type { Names } from './names.ts';
import { isEditingHost } from './roles.ts';
import { isScroller } from './scrolling.ts';
import type { Secrets } from './secrets.ts';
import { statesOf } from './states.ts';
import { linkTarget } from './text.ts';
import { cleanPageText, type Redacted } from './text-hygiene.ts';
import type { CapturedRef } from './types.ts';
import { currentValue, editedText, optionsOf } from './values.ts';

type Described = { info: Omit<CapturedRef, 'ref' | 'fingerprint' | 'place'>; notes: string[] };

/** Everything that the snapshot says of one element, and the words of its outline line. */
export function describeElement(
  element: Element,
  role: string,
  names: Names,
  secrets: Secrets,
  redacted: Redacted,
): Described {
  const name = role === 'generic' ? genericName(element, names) : names.nameOf(element);
  const states = statesOf(element, role);
  const secret = secrets.kindOf(element);
  const inputType =
    element instanceof HTMLInputElement || element instanceof HTMLButtonElement ? element.type : undefined;
  const value =
    secret === undefined
      ? currentValue(element, role)
      : (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) && element.value !== ''
        ? 'filled'
        : 'empty';
  const clean = value === undefined || secret !== undefined ? value : cleanPageText(value, redacted, LIMITS.value);
  const options = optionsOf(element, redacted);
  const anchor = element instanceof HTMLAnchorElement || element instanceof HTMLAreaElement ? element : undefined;
  const href = anchor === undefined ? undefined : linkTarget(anchor);
  const submits = submission(element);
  const notes = [...states];
  if (
    inputType !== undefined &&
    element.localName === 'input' &&
    !/^(?:text|button|submit|reset|image|checkbox|radio|search|number|range)$/.test(inputType)
  )
    notes.unshift(inputType);
  if (clean !== undefined && clean !== '')
    notes.push(secret !== undefined ? clean : `value="${clean.replace(/\s+/g, ' ').replace(/"/g, "'")}"`);
  if (options !== undefined && options.length > 0)
    notes.push(
      `options: ${options.slice(0, 12).join(' | ')}${options.length > 12 ? ` | ... ${options.length} in all` : ''}`,
    );
  return {
    info: {
      tag: element.localName.slice(0, 40),
      role: role.slice(0, 40),
      name: cleanPageText(name.text.slice(0, 1_000), redacted, LIMITS.name),
      ...(name.text !== '' && !name.seen ? { nameHidden: true } : {}),
      states,
      ...(clean === undefined ? {} : { value: clean }),
      ...(secret === undefined ? {} : { secret }),
      ...(inputType === undefined ? {} : { inputType }),
      ...(href === undefined ? {} : { href }),
      ...(anchor?.target === '_blank' ? { newTab: true } : {}),
      ...(submits === undefined ? {} : { submits }),
      ...(options === undefined ? {} : { options }),
    },
    notes,
  };
}

/** What reacts without a role is called by its text. */
function genericName(element: Element, names: Names): { text: string; seen: boolean } {
  const named = names.nameOf(element);
  if (named.text !== '') return named;
  // What scrolls holds much else.
  if (isEditingHost(element) || isScroller(element)) return named;
  const text = element instanceof HTMLElement ? editedText(element) : element.textContent;
  return { text: text.replace(/\s+/g, ' ').trim().slice(0, LIMITS.name), seen: true };
}

/** Where a submit button, or the form of a field that one writes into, sends to. Read from attributes: named controls shadow form properties. */
export function submission(element: Element): CapturedRef['submits'] {
  const submitter =
    (element instanceof HTMLButtonElement && element.type === 'submit') ||
    (element instanceof HTMLInputElement && /^(?:submit|image)$/.test(element.type));
  const field =
    element instanceof HTMLTextAreaElement ||
    (element instanceof HTMLInputElement &&
      !/^(?:submit|image|button|reset|checkbox|radio|file|range|color|hidden)$/.test(element.type));
  if (!submitter && !field) return undefined;
  const form =
    element instanceof HTMLButtonElement ||
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement
      ? element.form
      : null;
  if (form === null) return undefined;
  const action = (submitter ? attribute(element, 'formaction') : null) ?? attribute(form, 'action') ?? '';
  const method = (
    (submitter ? attribute(element, 'formmethod') : null) ??
    attribute(form, 'method') ??
    'get'
  ).toLowerCase();
  let url = '';
  try {
    url = new URL(action || urlOf(element.ownerDocument), element.baseURI).href;
  } catch {
    url = '';
  }
  return {
    action: url.slice(0, LIMITS.url),
    method: method === 'post' || method === 'dialog' ? method : 'get',
    form: formNumber(form),
  };
}

const formNumbers = new WeakMap<HTMLFormElement, number>();
let forms = 0;

/** A number of the form for the life of its document: forms of one page often have the same action. */
function formNumber(form: HTMLFormElement): number {
  const known = formNumbers.get(form);
  if (known !== undefined) return known;
  forms += 1;
  formNumbers.set(form, forms);
  return forms;
}
