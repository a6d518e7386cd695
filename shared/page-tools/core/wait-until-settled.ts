import type { PageRegistry } from './page-registry.ts';

/** The registry is settled when nothing changed for this long (ms) ... */
const QUIET_MS = 50;
/** ... and at the latest after this (ms). */
const MOST_MS = 500;

/** Where the page is for its router: the path, and the hash where the hash is a route. */
const route = (): string =>
  typeof location === 'undefined' ? '' : location.pathname + (location.hash.startsWith('#/') ? location.hash : '');

/**
 * Starts to watch, before the handler runs. The returned function waits until the page's tools have settled; when the
 * route has changed since, until the new screen has registered a tool. So the next step sees the screen that is there.
 */
export function watchSettling(registry: PageRegistry): (signal: AbortSignal) => Promise<void> {
  const before = route();
  let added = false;
  let onChange = (): void => undefined;
  const stop = registry.events.add((event) => {
    if (event.type !== 'tool.registry.change') return;
    added ||= event.added.length > 0;
    onChange();
  });
  return (signal) =>
    new Promise((resolve) => {
      let quiet: ReturnType<typeof setTimeout> | undefined;
      const end = (): void => {
        clearTimeout(quiet);
        clearTimeout(latest);
        signal.removeEventListener('abort', end);
        stop();
        resolve();
      };
      const latest = setTimeout(end, MOST_MS);
      onChange = () => {
        clearTimeout(quiet);
        quiet = setTimeout(() => {
          if (added || route() === before) end();
        }, QUIET_MS);
      };
      signal.addEventListener('abort', end);
      if (signal.aborted) end();
      else onChange();
    });
}
