/** Calls the content script of one frame. The panel pulls; the script never starts anything (see page-port.ts). */
import { AppError } from '@pagehand/contracts/errors';
import { ACT_PORT, PAGE_PORT, type PageRequest } from '@pagehand/contracts/page-port';
import { callInjected } from './call-injected.ts';
import { ACT_SCRIPT, CONTENT_SCRIPT, injectionError, injectScripts } from './inject-scripts.ts';
import { type Answer, AnswerSchemas, type PageOp } from './page-answer-schema.ts';

/** A frame as the browser numbers it: 0 is the top frame. Not the `frameId` of a snapshot. */
export type BrowserFrame = { tabId: number; browserFrameId: number };

/**
 * Puts the content script into all frames that the browser lets us into. Where one frame hangs, into the top one alone.
 * @returns the browser's ids of those frames.
 * @throws AppError as `injectScripts` does.
 */
export async function injectEverywhere(tabId: number, signal: AbortSignal): Promise<number[]> {
  const injection = { files: [CONTENT_SCRIPT], signal } as const;
  try {
    return await injectScripts({ tabId }, injection);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'page-timeout') throw error;
    // A dialog, or an endless loop: the top frame alone is better than nothing.
    return injectScripts({ tabId, browserFrameId: 0 }, injection);
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
    const files = needsAct(request) ? ([CONTENT_SCRIPT, ACT_SCRIPT] as const) : ([CONTENT_SCRIPT] as const);
    await injectScripts(frame, { files, signal, timeoutMs });
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
    throw injectionError(error);
  }
}
