import type { ActTarget } from './page-port.ts';
import type { RefInfo } from './snapshot.ts';

/** A ref as one frame knows it. */
type KnownRef = Pick<RefInfo, 'fingerprint' | 'href' | 'newTab' | 'submits'>;

/**
 * What the page must still find in a target when the step is done: everything that its risk and its card were made from.
 * @param ref as the frame knows it. @param refs all refs of its frame. @param exact whether its place must be the same
 * to the letter: for what asks the person each time it is done.
 */
export function actTarget(ref: string, info: KnownRef, refs: readonly KnownRef[], exact: boolean): ActTarget {
  const { role, name, within, index } = info.fingerprint;
  const equals = refs.filter(
    ({ fingerprint: other }) => other.role === role && other.name === name && other.within === within,
  ).length;
  return {
    ref,
    role,
    name,
    within,
    index,
    equals,
    exact,
    ...(info.href === undefined ? {} : { href: info.href }),
    ...(info.newTab === undefined ? {} : { newTab: info.newTab }),
    ...(info.submits === undefined ? {} : { submits: { action: info.submits.action, method: info.submits.method } }),
  };
}
