/**
 * Calls a function that one of our scripts has left in a frame, in either world, and brings its answer back. Chromium
 * holds a document's load event back until an injected promise has settled: while the page loads, the answer is left
 * there under a ticket and asked for again, so that no handler can keep a page from loading.
 */
import { browser } from 'wxt/browser';
import type { BrowserFrame } from './call-frame.ts';
import { sleep, withDeadline } from './deadline.ts';

/** How often a page that still loads is asked for its answer, ms. */
const LOADING_POLL_MS = 40;

type Call = {
  world: 'ISOLATED' | 'MAIN';
  /** Key of the function, and what must stand beside it: keys of `globalThis`, as `Symbol.for` where `symbols` says so. */
  key: string;
  needed: string;
  symbols: boolean;
  /** Cloned by the browser. */
  request: unknown;
};

/**
 * @returns what the function answered; `no-script` when it is not there; undefined or null when the document went away.
 * @throws AppError `page-timeout`, `cancelled`, and what the browser throws.
 */
export async function callInjected(
  frame: BrowserFrame,
  { world, ...call }: Call,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<unknown> {
  const place = {
    target: { tabId: frame.tabId, frameIds: [frame.browserFrameId] },
    injectImmediately: true,
    world,
  } as const;
  const ticket = crypto.randomUUID();
  const end = Date.now() + timeoutMs;
  const inTime = async (script: Promise<{ result?: unknown }[]>): Promise<unknown> => {
    const [injection] = await withDeadline(script, Math.max(0, end - Date.now()), signal);
    return injection?.result;
  };
  let result = await inTime(
    browser.scripting.executeScript({
      ...place,
      target: { ...place.target, frameIds: [...place.target.frameIds] },
      func: callByKey,
      args: [call, ticket],
    }),
  );
  while (result === ticket) {
    await sleep(LOADING_POLL_MS, signal);
    result = await inTime(
      browser.scripting.executeScript({
        ...place,
        target: { ...place.target, frameIds: [...place.target.frameIds] },
        func: takeAnswer,
        args: [ticket],
      }),
    );
  }
  return result;
}

/** Runs in the page: serialized by the browser, it must not use anything from outside. */
function callByKey({ key, needed, symbols, request }: Omit<Call, 'world'>, ticket: string): unknown {
  const keyOf = (name: string): PropertyKey => (symbols ? Symbol.for(name) : name);
  const call: unknown = Reflect.get(globalThis, keyOf(key));
  if (typeof call !== 'function' || !Reflect.has(globalThis, keyOf(needed))) return 'no-script';
  const answer: unknown = call(request);
  if (document.readyState === 'complete') return answer;
  const waiting: { done: boolean; answer?: unknown } = { done: false };
  Reflect.defineProperty(globalThis, Symbol.for(ticket), { value: waiting, configurable: true });
  // A promise that failed is no answer, as it is none of an injected one.
  const leave = (value?: unknown): void => {
    Object.assign(waiting, { done: true, answer: value });
  };
  void Promise.resolve(answer).then(leave, () => leave());
  return ticket;
}

/** Runs in the page: the answer once it is there, till then the ticket; nothing when the document is another one. */
function takeAnswer(ticket: string): unknown {
  const waiting: unknown = Reflect.get(globalThis, Symbol.for(ticket));
  if (typeof waiting !== 'object' || waiting === null) return undefined;
  if (Reflect.get(waiting, 'done') !== true) return ticket;
  Reflect.deleteProperty(globalThis, Symbol.for(ticket));
  return Reflect.get(waiting, 'answer');
}
