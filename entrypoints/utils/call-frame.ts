/** Calls the content script of one frame. The panel pulls; the script never starts anything (see page-port.ts). */
import { AppError } from '@pagehand/contracts/errors';
import { ACT_PORT, PAGE_PORT, type PageRequest } from '@pagehand/contracts/page-port';
import { browser } from 'wxt/browser';
import { callInjected } from './call-injected.ts';
import { withDeadline } from './deadline.ts';
import { type Answer, AnswerSchemas, type PageOp } from './page-answer-schema.ts';

/** A frame as the browser numbers it: 0 is the top frame. Not the `frameId` of a snapshot. */
export type BrowserFrame = { tabId: number; browserFrameId: number };

/** The unlisted build output of `entrypoints/content`. */
export const CONTENT_SCRIPT = '/content-scripts/content.js';
/** The part that acts: injected after the other, and only where a plan runs. */
export const ACT_SCRIPT = '/content-scripts/act.js';

/**
 * Puts the content script into all frames that the browser lets us into. Safe to repeat: the script keeps what is there.
 * @returns the browser's ids of those frames.
 * @throws AppError `page-restricted`, `site-access-missing`, `page-timeout`, `tab-missing`, `cancelled`.
 */
export async function injectEverywhere(tabId: number, signal: AbortSignal, timeoutMs = 5_000): Promise<number[]> {
  const all = { target: { tabId, allFrames: true }, files: [CONTENT_SCRIPT], injectImmediately: true } as const;
  try {
    const results = await withDeadline(
      browser.scripting.executeScript({ ...all, target: { ...all.target }, files: [...all.files] }),
      timeoutMs,
      signal,
    );
    return results.map((result) => result.frameId);
  } catch (error) {
    if (!(error instanceof AppError)) throw injectionError(error);
    if (error.code !== 'page-timeout') throw error;
    // One frame hangs (a dialog, an endless loop): the top frame alone is better than nothing.
    await injectInto({ tabId, browserFrameId: 0 }, signal, timeoutMs);
    return [0];
  }
}

async function injectInto(frame: BrowserFrame, signal: AbortSignal, timeoutMs: number, acting = false): Promise<void> {
  try {
    await withDeadline(
      browser.scripting.executeScript({
        target: { tabId: frame.tabId, frameIds: [frame.browserFrameId] },
        files: acting ? [CONTENT_SCRIPT, ACT_SCRIPT] : [CONTENT_SCRIPT],
        injectImmediately: true,
      }),
      timeoutMs,
      signal,
    );
  } catch (error) {
    throw error instanceof AppError ? error : injectionError(error);
  }
}

/**
 * Asks one frame and parses its answer. The script is injected first when it is not there (a new document).
 * @throws AppError what the frame answered, `page-gone` (the document went away before it answered), `page-timeout`,
 * `site-access-missing`, `page-restricted`, `cancelled`.
 */
export async function callFrame<R extends PageRequest>(
  frame: BrowserFrame,
  request: R,
  options: { signal: AbortSignal; timeoutMs?: number },
): Promise<Answer<R['op']>> {
  const { signal, timeoutMs = 5_000 } = options;
  let raw = await rawCall(frame, request, timeoutMs, signal);
  if (raw === 'no-script') {
    await injectInto(frame, signal, timeoutMs, needsAct(request));
    raw = await rawCall(frame, request, timeoutMs, signal);
  }
  if (raw === 'no-script') throw new AppError('page-gone', 'The page went away before it answered.');
  const op: PageOp = request.op;
  const parsed = AnswerSchemas[op].safeParse(raw.answer);
  if (!parsed.success)
    throw new AppError('internal', `The page's answer to ${op} is not valid.`, { cause: parsed.error });
  if (!parsed.data.ok) throw new AppError(parsed.data.error.code, parsed.data.error.message);
  // Parse boundary: AnswerSchemas[op] is the schema of R['op'], which TypeScript cannot follow through the index.
  return parsed.data as Answer<R['op']>;
}

/** Acting, and what is drawn over the page, live in the script that acts. Taking it off needs nothing new. */
const needsAct = (request: PageRequest): boolean =>
  request.op === 'act' ||
  (request.op === 'outline' && request.ref !== undefined) ||
  ((request.op === 'mask' || request.op === 'banner') && request.state !== 'off');

async function rawCall(
  frame: BrowserFrame,
  request: PageRequest,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<'no-script' | { answer: unknown }> {
  const call = {
    world: 'ISOLATED',
    key: PAGE_PORT,
    needed: needsAct(request) ? ACT_PORT : PAGE_PORT,
    symbols: false,
    request,
  } as const;
  try {
    const result = await callInjected(frame, call, { timeoutMs, signal });
    if (result === 'no-script') return 'no-script';
    // The document was replaced while the call was on its way: no result, or null.
    if (result === undefined || result === null)
      throw new AppError('page-gone', 'The page moved on before it answered.');
    return { answer: result };
  } catch (error) {
    throw error instanceof AppError ? error : injectionError(error);
  }
}

/** Why the browser did not let a script in, by the text that it gives. */
export function injectionError(cause: unknown): AppError {
  const text = cause instanceof Error ? cause.message : String(cause);
  if (/no tab with id|invalid tab id|tab was closed/iu.test(text))
    return new AppError('tab-missing', 'The tab was closed.', { cause });
  if (
    /no frame with id|frame.*(removed|not found|was discarded)|message port closed|context.*(invalidated|destroyed)|disconnected|actor.*destroyed|document.*(unloaded|gone)/iu.test(
      text,
    )
  )
    return new AppError('page-gone', 'The page moved on before it answered.', { cause });
  if (
    /chrome:\/\/|extensions? gallery|chrome-extension:|moz-extension:|view-source|devtools|restricted|error page|showing error/iu.test(
      text,
    )
  )
    return new AppError('page-restricted', 'The browser does not let extensions read this page.', { cause });
  if (/permission|cannot access|host access/iu.test(text))
    return new AppError('site-access-missing', 'Pagehand may not read this site yet.', { cause });
  return new AppError('page-gone', 'The page could not be reached.', { cause });
}
