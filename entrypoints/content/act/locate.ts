import { captureDocument, describeElement, Names, Visibility } from './capture-kit.ts';
import type { ActContext } from './context.ts';
import { Refusal } from './refusal.ts';

/** `ref` is the plan's, also when another element took over: by it the target is found once more. */
export type Located = { ref: string; element: Element; found: 'ref' | 'fingerprint'; role: string; name: string };

/**
 * The element of a ref as it stands now. It must still have the role and the name that the plan was made for. When it
 * left the document (a re-render), one element with the same role, name and place takes over: only if it is the only one.
 * @throws Refusal target-missing, target-changed, stale-ref.
 */
export async function locate(ref: string, context: ActContext): Promise<Located> {
  const target = context.targets.find((candidate) => candidate.ref === ref);
  if (target === undefined) throw new Refusal('stale-ref', `The plan says nothing of ${ref}.`);
  const element = context.memory.refs.elementOf(ref);
  if (element?.isConnected && element.ownerDocument === context.document) {
    const now = identify(element, context);
    if (now.role === target.role && now.name === target.name) return { ref, element, found: 'ref', ...now };
    throw new Refusal('target-changed', `${inWords(target)} is now ${inWords(now)}.`);
  }
  const capture = await captureDocument(context.document, context.memory, context.signal);
  const equals = capture.refs.filter((info) => info.role === target.role && info.name === target.name);
  const here = equals.filter((info) => info.fingerprint.within === target.within);
  const match = here.length === 1 ? here[0] : undefined;
  const again = match === undefined ? undefined : capture.elements.get(match.ref);
  if (again === undefined) {
    if (element === undefined && equals.length === 0)
      throw new Refusal('target-missing', `${inWords(target)} is not on the page any more.`);
    throw new Refusal(
      'target-missing',
      `${inWords(target)} is gone; ${equals.length === 0 ? 'nothing like it is there' : `${equals.length} others have this name`}.`,
    );
  }
  return { ref, element: again, found: 'fingerprint', role: target.role, name: target.name };
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

/** Role and name by the same computation that the snapshot uses. */
export function identify(
  element: Element,
  context: Pick<ActContext, 'document' | 'memory'>,
): { role: string; name: string } {
  const { shadowRootOf, secrets } = context.memory;
  const names = new Names(new Visibility(context.document, shadowRootOf), shadowRootOf, secrets);
  const { info } = describeElement(element, names.roleOf(element), names, context.memory.secrets, {});
  return { role: info.role, name: info.name };
}

export function inWords({ role, name }: { role: string; name: string }): string {
  return name === '' ? `the ${role} without a name` : `${role} "${name}"`;
}
