/**
 * Reaches the bridge script (`entrypoints/page-tools.content`) of one frame, in the isolated world or in the page's own.
 * The panel pulls; no message goes from the page to us. What comes back is text of the page's making: parsed here.
 */
import { AppError } from '@pagehand/contracts/errors';
import { LIMITS } from '@pagehand/contracts/limits';
import { type BridgeRequest, PAGE_TOOLS_BRIDGE, type PageToolSource } from '@pagehand/contracts/page-tools-bridge';
import { PAGE_TOOLS_KEY } from '@pagehand/contracts/page-tools-port';
import { parseJson } from '@pagehand/contracts/parse-json';
import type * as z from 'zod';
import type { BrowserFrame } from './call-frame.ts';
import { callInjected } from './call-injected.ts';
import { inPageWorld } from './in-page-world.ts';
import { CONTENT_SCRIPT, injectionError, injectScripts, PAGE_TOOLS_SCRIPT } from './inject-scripts.ts';
import { type BridgeOp, BridgeSchemas } from './page-tool-answer.ts';

export type World = 'ISOLATED' | 'MAIN';

/** The browser's own context and plain forms are reached without the page's scripts in between. */
export const worldOf = ({ source }: { source: PageToolSource }): World =>
  source === 'native' || source === 'form' ? 'ISOLATED' : 'MAIN';

/** Text of one answer that is read; longer is refused unread. */
const MOST_CHARS = 2_000_000;

/** Beside the bridge, the isolated world has what reads the page. */
const FILES = {
  ISOLATED: [CONTENT_SCRIPT, PAGE_TOOLS_SCRIPT],
  MAIN: [PAGE_TOOLS_SCRIPT],
} as const satisfies Record<World, unknown>;

/** Puts the bridge into the isolated world of all frames that the browser lets us into. @returns their ids. */
export async function injectBridge(tabId: number, signal: AbortSignal): Promise<number[]> {
  return (await injectScripts({ tabId }, { files: FILES.ISOLATED, signal })).slice(0, LIMITS.frames);
}

/**
 * Asks the bridge of a frame and parses its answer; it is injected first where it is not there.
 * @throws AppError `page-gone` (the document went away), `page-timeout`, `internal` (not an answer), `cancelled`.
 */
export async function askBridge<R extends BridgeRequest>(
  frame: BrowserFrame,
  world: World,
  request: R,
  options: { signal: AbortSignal; timeoutMs?: number },
): Promise<z.infer<(typeof BridgeSchemas)[R['op']]>> {
  const { signal, timeoutMs = 5_000 } = options;
  let text = await callBridge(frame, world, request, timeoutMs, signal);
  if (text === 'no-script') {
    await injectScripts(frame, { files: FILES[world], world, signal });
    text = await callBridge(frame, world, request, timeoutMs, signal);
  }
  if (text === 'no-script') throw new AppError('page-gone', 'The page moved on before it answered.');
  const read = parseJson(text, { chars: MOST_CHARS });
  const op: BridgeOp = request.op;
  const parsed = BridgeSchemas[op].safeParse(read.ok ? read.value : undefined);
  if (!parsed.success)
    throw new AppError('internal', 'The page gave an answer about its tools that is not valid.', {
      cause: parsed.error,
    });
  return parsed.data as z.infer<(typeof BridgeSchemas)[R['op']]>; // parse boundary: the schema of this very op
}

async function callBridge(
  frame: BrowserFrame,
  world: World,
  request: BridgeRequest,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<string> {
  const call = {
    world,
    key: PAGE_TOOLS_BRIDGE,
    needed: PAGE_TOOLS_BRIDGE,
    symbols: true,
    request: JSON.stringify(request),
  } as const;
  try {
    const result = await callInjected(frame, call, { timeoutMs, signal });
    // The document was replaced while the call was on its way: no result, or null.
    if (typeof result !== 'string') throw new AppError('page-gone', 'The page moved on before it answered.');
    return result;
  } catch (error) {
    throw injectionError(error);
  }
}

/**
 * Whether the page's own world has tools of its own making: our package's registry or a polyfilled
 * `document.modelContext`. Waits up to `ms` for one to come. Only then is the bridge put there: other pages never learn
 * that we exist.
 */
export async function hasOwnTools(frame: BrowserFrame, options: { ms: number; signal: AbortSignal }): Promise<boolean> {
  const { ms, signal } = options;
  try {
    return (await inPageWorld(frame, lookForTools, [PAGE_TOOLS_KEY, ms], signal, ms + 5_000)) === true;
  } catch (error) {
    throw injectionError(error);
  }
}

/** Runs in the page's own world: serialized by the browser. Leaves nothing behind. */
async function lookForTools(key: string, ms: number): Promise<boolean> {
  const end = Date.now() + ms;
  for (;;) {
    if (Symbol.for(key) in globalThis) return true;
    for (const place of [document, navigator]) {
      const context: unknown = Reflect.get(place, 'modelContext');
      if (typeof context !== 'object' || context === null) continue;
      const read: unknown = Reflect.get(context, 'getTools') ?? Reflect.get(context, 'listTools');
      if (typeof read === 'function' && !/\[native code\]/.test(Function.prototype.toString.call(read))) return true;
    }
    // Chromium holds the load event back until what was injected has answered.
    if (Date.now() >= end || document.readyState !== 'complete') return false;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
