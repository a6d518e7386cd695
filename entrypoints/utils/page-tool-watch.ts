/**
 * Watches what the page in front offers: long polls in each frame, again after each load. All changes of one moment go
 * out as one, with a growing revision.
 */
import type { PageSurface } from '@pagehand/contracts/api';
import { AppError } from '@pagehand/contracts/errors';
import type { ToolDeclaration } from '@pagehand/contracts/snapshot';
import { type Browser, browser } from 'wxt/browser';
import { sleep } from './deadline.ts';
import { askBridge, hasOwnTools } from './page-tool-bridge.ts';
import {
  type FrameState,
  listPageTools,
  type PageTool,
  type PageToolList,
  type RefusedTool,
} from './page-tool-list.ts';

/** The longest a long poll waits in the page, ms. */
const POLL_MS = 20_000;
/** A tab that just began to load, or that we may not read: looked at again after this, ms. */
const AGAIN_MS = 1_000;
/** A page that loads does not wait for news: asked again after this, ms. */
const LOADING_MS = 400;
/** Changes within this go out as one, ms. */
const GATHER_MS = 60;

/** What a tab offers, as the panel shows it and the backend is told it. */
export type PageToolSurface = PageSurface & { tabId: number; tools: PageTool[]; refusedTools: RefusedTool[] };

export const declarationsOf = (surface: PageToolSurface): ToolDeclaration[] =>
  surface.tools.map(({ declaration }) => declaration);

export type PageToolWatch = {
  /** Looks now; a change has gone to `onChange` when this resolves. */
  refresh(): Promise<PageToolSurface>;
  stop(): void;
};

/** @param maxTools the backend's limit, asked at each look: it may come later. */
export function watchPageTools(
  tabId: number,
  options: { maxTools(): number; onChange(surface: PageToolSurface): void },
): PageToolWatch {
  const controller = new AbortController();
  const { signal } = controller;
  const polls = new Map<string, { stamp: string; promise: Promise<void> }>();
  let said = '';
  // Grows over panels that come and go: they watch the same document one after the other.
  let revision = 0;
  let last = emptySurface(tabId, '');
  let looking: Promise<PageToolList | undefined> | undefined;
  let wake = (): void => undefined;

  const updated = (id: number, change: { status?: string; url?: string }): void => {
    if (id === tabId && (change.status !== undefined || change.url !== undefined)) wake();
  };
  const again = (): void => wake();
  browser.tabs.onUpdated.addListener(updated);
  browser.permissions.onAdded.addListener(again);
  browser.permissions.onRemoved.addListener(again);

  /** One look at a time; whoever asks meanwhile gets one that begins after. */
  async function look(): Promise<PageToolList | undefined> {
    await looking?.catch(() => undefined);
    looking = lookOnce();
    return looking;
  }

  async function lookOnce(): Promise<PageToolList | undefined> {
    let list: PageToolList | undefined;
    try {
      list = await listPageTools(tabId, { maxTools: options.maxTools(), signal });
    } catch (error) {
      if (signal.aborted) return undefined;
      // A page that cannot be asked offers nothing: its old tools must not stay.
      if (!(error instanceof AppError)) throw error;
    }
    const title = await titleOf(tabId);
    const surface = list === undefined ? emptySurface(tabId, title) : surfaceOf(list, title);
    const text = JSON.stringify({ ...surface, revision: 0 });
    if (signal.aborted || text === said) return list;
    said = text;
    revision = Math.max(Date.now(), revision + 1);
    last = { ...surface, revision };
    options.onChange(last);
    return list;
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const list = await look().catch(() => undefined);
      const signs = list === undefined ? [sleep(AGAIN_MS, signal)] : list.frames.flatMap((state) => pollsOf(state));
      await Promise.race([woken, sleep(POLL_MS, signal), ...signs]).catch(() => undefined);
      if (!signal.aborted) await sleep(GATHER_MS, signal).catch(() => undefined);
    }
  }

  /** The long polls of a frame. One that still waits for the same is taken up again, so that none pile up in the page. */
  function pollsOf(state: FrameState): Promise<void>[] {
    const { frame, stamps, documentId } = state;
    const poll = (key: string, stamp: string, begin: () => Promise<boolean>): Promise<void> => {
      const id = `${documentId} ${key}`;
      const known = polls.get(id);
      if (known?.stamp === stamp) return known.promise;
      const promise = begin().then(
        // Nothing new, maybe at once, for the page still loads: not asked again without a pause.
        (changed) => (changed ? Promise.resolve() : sleep(LOADING_MS, signal)).then(() => void polls.delete(id)),
        // A frame that went away is no reason to ask again at once: the tab tells of that.
        () => sleep(AGAIN_MS, signal).then(() => void polls.delete(id)),
      );
      polls.set(id, { stamp, promise });
      return promise;
    };
    const wait = (world: 'ISOLATED' | 'MAIN', stamp: string) =>
      askBridge(
        frame,
        world,
        { op: 'wait', pageWorld: world === 'MAIN', stamp, ms: POLL_MS },
        { signal, timeoutMs: POLL_MS + 5_000 },
      ).then((answer) => answer.ok && answer.stamp !== stamp);
    const { ISOLATED = '', MAIN } = stamps;
    return [
      poll('isolated', ISOLATED, () => wait('ISOLATED', ISOLATED)),
      MAIN === undefined
        ? poll('main', 'none', () => hasOwnTools(frame, { ms: POLL_MS, signal }))
        : poll('main', MAIN, () => wait('MAIN', MAIN)),
    ];
  }

  void run();
  return {
    async refresh() {
      await look();
      return last;
    },
    stop() {
      controller.abort();
      browser.tabs.onUpdated.removeListener(updated);
      browser.permissions.onAdded.removeListener(again);
      browser.permissions.onRemoved.removeListener(again);
      wake();
    },
  };
}

async function titleOf(tabId: number): Promise<string> {
  const tab: Browser.tabs.Tab | undefined = await browser.tabs.get(tabId).catch(() => undefined);
  return (tab?.title ?? '').slice(0, 300);
}

function surfaceOf({ tabId, documentId, origin, url, tools, refused }: PageToolList, title: string): PageToolSurface {
  const over = refused.filter(({ reason }) => reason === 'limit').slice(0, 50);
  return {
    tabId,
    revision: 0,
    documentId,
    origin,
    url,
    title,
    ...(over.length === 0
      ? {}
      : {
          refused: over.map(({ name, detail }) => ({
            toolName: name,
            limit: Number.isSafeInteger(Number(detail)) ? Number(detail) : 0,
            count: tools.length,
          })),
        }),
    tools,
    refusedTools: refused,
  };
}

const emptySurface = (tabId: number, title: string): PageToolSurface => ({
  tabId,
  revision: 0,
  documentId: '',
  origin: '',
  url: '',
  title,
  tools: [],
  refusedTools: [],
});
