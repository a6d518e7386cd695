import type { PinnedStep } from '@pagehand/contracts/plan';
import type { PageSnapshot } from '@pagehand/contracts/snapshot';
import type { BrowserFrame } from './call-frame.ts';
import { inPageWorld } from './in-page-world.ts';

/**
 * A link whose address is code of the page (`javascript:`, as old forms have it) does nothing when an extension clicks
 * it: the browser holds the extension's own policy against it. For the time of one such click the page's world follows
 * the link itself, under the page's policy. Nothing is read from the address, and nothing of ours is added to it.
 * @returns takes the listener away again.
 */
export async function followCodeLink(
  frame: BrowserFrame,
  step: PinnedStep,
  snapshot: PageSnapshot,
  signal: AbortSignal,
): Promise<() => Promise<void>> {
  const nothing = async (): Promise<void> => undefined;
  if (step.kind !== 'click') return nothing;
  const link = snapshot.refs.find((info) => info.ref === step.ref);
  // Of such an address the snapshot has nothing: a link without one may be it.
  if (link?.role !== 'link' || link.href !== undefined) return nothing;
  const key = crypto.randomUUID();
  try {
    await inPageWorld(frame, install, [key], signal);
  } catch {
    signal.throwIfAborted();
    return nothing;
  }
  return async () => {
    await inPageWorld(frame, remove, [key], new AbortController().signal).catch(() => undefined);
  };
}

/** Runs in the page's world. */
function install(key: string): void {
  const follow = (event: Event): void => {
    if (event.isTrusted || event.defaultPrevented) return;
    const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement);
    if (link === undefined || link.protocol !== 'javascript:') return;
    event.preventDefault();
    location.href = link.href;
  };
  window.addEventListener('click', follow);
  Object.defineProperty(window, Symbol.for(key), {
    configurable: true,
    enumerable: false,
    value: () => window.removeEventListener('click', follow),
  });
}

/** Runs in the page's world. */
function remove(key: string): void {
  const name = Symbol.for(key);
  const take: unknown = Reflect.get(window, name);
  Reflect.deleteProperty(window, name);
  if (typeof take === 'function') take();
}
