import { captureDocument, describeElement, Names, Visibility } from './capture-kit.ts';
import type { ActContext, Target } from './context.ts';
import { Refusal } from './refusal.ts';
import { differenceOf, samePlace } from './same-target.ts';

/**
 * `ref` is the plan's, also when another element took over: by it the target is found once more. `target` is what the
 * plan says of it; undefined for what the plan does not name (an option of a list, a field inside of the target).
 */
export type Located = {
  ref: string;
  element: Element;
  found: 'ref' | 'fingerprint';
  role: string;
  name: string;
  target: Target | undefined;
};

/**
 * The element of a ref as it stands now. It must still be what the plan was made for: role, name, where it leads or sends
 * to, and where it stands (lists that are drawn again use an element for another row). When it left the document (a
 * re-render), one element that is all of that takes over: only if it is the only one, and was the only one.
 * @throws Refusal target-missing, target-changed, stale-ref.
 */
export async function locate(ref: string, context: ActContext): Promise<Located> {
  const target = context.targets.find((candidate) => candidate.ref === ref);
  if (target === undefined) throw new Refusal('stale-ref', `The plan says nothing of ${ref}.`);
  const { role, name } = target;
  const element = context.memory.refs.elementOf(ref);
  if (element?.isConnected && element.ownerDocument === context.document) {
    const located: Located = { ref, element, found: 'ref', role, name, target };
    requireSame(located, context);
    if (target.within !== '') await requireSamePlace(target, context);
    return located;
  }
  const capture = await captureDocument(context.document, context.memory, context.signal);
  const equals = capture.refs.filter((info) => info.role === role && info.name === name);
  const here = equals.filter((info) => samePlace(info.fingerprint.within, target.within));
  const match = here.length === 1 && target.equals === 1 ? here[0] : undefined;
  const again = match === undefined ? undefined : capture.elements.get(match.ref);
  if (again === undefined) {
    if (element === undefined && equals.length === 0)
      throw new Refusal('target-missing', `${inWords(target)} is not on the page any more.`);
    const others = `${equals.length} ${equals.length === 1 ? 'has' : 'others have'} this name`;
    const which = target.equals > 1 ? `, one of ${target.equals}` : '';
    throw new Refusal(
      'target-missing',
      `${inWords(target)}${which} is gone; ${equals.length === 0 ? 'nothing like it is there' : others}.`,
    );
  }
  const located: Located = { ref, element: again, found: 'fingerprint', role, name, target };
  requireSame(located, context);
  return located;
}

/** Without waiting: whether a target is still what the plan was made for. @throws Refusal target-changed. */
export function requireSame({ element, target }: Located, context: ActContext): void {
  if (target === undefined) return;
  const difference = differenceOf(identify(element, context), target, element);
  if (difference !== undefined) throw new Refusal('target-changed', `${inWords(target)} ${difference}.`);
}

/** A place that has changed a little is its own (a row that counts up) unless another one is what it was. */
async function requireSamePlace(target: Target, context: ActContext): Promise<void> {
  const { refs } = await captureDocument(context.document, context.memory, context.signal);
  const now = refs.find((info) => info.ref === target.ref)?.fingerprint.within;
  if (now === undefined || samePlace(now, target.within)) return;
  const elsewhere = refs.some(
    ({ role, name, fingerprint }) =>
      role === target.role && name === target.name && samePlace(fingerprint.within, target.within),
  );
  if (!target.exact && !elsewhere) return;
  const place = now === '' ? 'elsewhere' : `in ${now}`;
  throw new Refusal('target-changed', `${inWords(target)} was in ${target.within} and is ${place} now.`);
}

/**
 * The element after the step has acted on it: a page may have put another in its place.
 * @throws Refusal `unconfirmed` with the outcome `unsure` when there is none: what was done was done.
 */
export async function locateAgain(located: Located, context: ActContext): Promise<Element> {
  if (located.element.isConnected) return located.element;
  try {
    return (await locate(located.ref, context)).element;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Refusal(
      'unconfirmed',
      `It was done, but nothing is left to read it back from: ${error.message}`,
      {},
      'unsure',
    );
  }
}

/** Role, name and where it leads or sends to, by the same computation that the snapshot uses. */
export function identify(
  element: Element,
  context: Pick<ActContext, 'document' | 'memory'>,
): Pick<Target, 'role' | 'name' | 'href' | 'newTab' | 'submits'> {
  const { shadowRootOf, secrets } = context.memory;
  const names = new Names(new Visibility(context.document, shadowRootOf), shadowRootOf, secrets);
  return describeElement(element, names.roleOf(element), names, secrets, {}).info;
}

export function inWords({ role, name }: { role: string; name: string }): string {
  return name === '' ? `the ${role} without a name` : `${role} "${name}"`;
}
