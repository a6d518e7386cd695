import type { PageToolsPort } from '@pagehand/contracts/page-tools-port';
import { PAGE_TOOLS_KEY } from '@pagehand/contracts/page-tools-port';
import { ApprovalQueue } from './approval-queue.ts';
import { makePort } from './make-port.ts';
import { ModelContextLink } from './model-context-link.ts';
import { PageRegistry } from './page-registry.ts';
import type { ToolCalls } from './tool-calls.ts';

/** Everything that one page has, once: whichever copy of this package came first made it. */
export type PageTools = {
  readonly registry: PageRegistry;
  readonly approvals: ApprovalQueue;
  /** What runs tools; loaded when the page is idle, or with the first call, as no page needs it to start. */
  calls(): Promise<ToolCalls>;
  /** A number that no other owner or call on this page has. */
  nextId(): number;
};

const KEY = Symbol.for(PAGE_TOOLS_KEY);

/**
 * The page's tools, made on first use. They hang on the global object, so that two bundles on one page, or a module that
 * was loaded again while developing, share one registry.
 */
export function pageTools(): PageTools {
  const there: (PageToolsPort & { pageTools?: PageTools }) | undefined = Reflect.get(globalThis, KEY); // parse boundary: our own object
  if (there?.version === 1 && there.pageTools) return there.pageTools;
  const registry = new PageRegistry();
  const approvals = new ApprovalQueue();
  let ids = 0;
  let calls: Promise<ToolCalls> | undefined;
  const made: PageTools = {
    registry,
    approvals,
    calls: () => {
      calls ??= import('./tool-calls.ts').then(
        ({ ToolCalls }) => new ToolCalls(registry, approvals),
        (error: unknown) => {
          calls = undefined; // the next call tries again
          throw error;
        },
      );
      return calls;
    },
    nextId: () => {
      ids += 1;
      return ids;
    },
  };
  const link = new ModelContextLink(made);
  const sync = (): void => link.sync();
  registry.events.add(({ type }) => {
    if (type === 'tool.registry.change') sync();
  });
  // A polyfill that is loaded after the first tool was registered gets the tools too.
  globalThis.addEventListener?.('load', sync);
  // Ahead of the first call, while what is loaded and what the server has are still of one release.
  setTimeout(() => made.calls().catch(() => undefined), 1_000);
  Reflect.set(globalThis, KEY, Object.freeze({ ...makePort(made), pageTools: made }));
  return made;
}
