import { allIn, isOwnElement, titleOf, urlOf } from './capture-kit.ts';
import { wordsOf } from './changed-nodes.ts';
import type { ActContext } from './context.ts';

const LIVE = '[role=alert],[role=status],[role=log],[aria-live=polite],[aria-live=assertive],output';
const FIELDS = 'input,textarea,select';
/** Bounds of one look, so that a huge page costs little. */
const MOST = { live: 60, invalid: 40, fields: 400 };

/** What can be told of a page before and after an action without its tree. */
export type PageFacts = {
  url: string;
  title: string;
  live: Map<Element, string>;
  valid: Map<Element, string>;
  /** Of fields that hold no secret: scripts and reset buttons change them without a trace in the tree. */
  values: Map<Element, string>;
  scroll: string;
};

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
const isField = (element: Element): element is Field =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement;

export function pageFacts({ document, view, memory }: ActContext): PageFacts {
  const live = new Map<Element, string>();
  for (const element of allIn(document, LIVE)) {
    if (live.size > MOST.live) break;
    if (!isOwnElement(element)) live.set(element, wordsOf(element));
  }
  const valid = new Map<Element, string>();
  for (const field of allIn(document, ':user-invalid')) {
    if (valid.size > MOST.invalid) break;
    if (isField(field)) valid.set(field, field.validationMessage);
  }
  const values = new Map<Element, string>();
  for (const field of allIn(document, FIELDS)) {
    if (values.size > MOST.fields) break;
    if (isField(field) && memory.secrets.kindOf(field) === undefined) values.set(field, holds(field));
  }
  const scroll = `${Math.round(view.scrollX)},${Math.round(view.scrollY)}`;
  return { url: urlOf(document), title: titleOf(document), live, valid, values, scroll };
}

const holds = (field: Field): string =>
  field instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(field.type)
    ? field.checked
      ? 'checked'
      : 'not checked'
    : field.value;

/** Fields beside the target that hold something else now, in words. */
export function valueChanges(
  before: ReadonlyMap<Element, string>,
  after: ReadonlyMap<Element, string>,
  target: Element | undefined,
): string[] {
  return [...after].flatMap(([field, now]) => {
    const old = before.get(field);
    if (field === target || old === undefined || old === now || !isField(field)) return [];
    const label = field.labels?.[0]?.textContent.replace(/\s+/g, ' ').trim().slice(0, 40) || field.localName;
    return [`${label} is "${now.slice(0, 60)}"`];
  });
}
