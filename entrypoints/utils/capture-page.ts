import { AppError } from '@pagehand/contracts/errors';
import { LIMITS } from '@pagehand/contracts/limits';
import { type PageSnapshot, PageSnapshotSchema } from '@pagehand/contracts/snapshot';
import { browser } from 'wxt/browser';
import { callFrame, injectEverywhere } from './call-frame.ts';
import { sleep } from './deadline.ts';
import { openFrameTable } from './frame-table.ts';
import { type EnteredFrame, joinFrames } from './join-frames.ts';
import { sitePattern } from './page-access.ts';
import { keepSnapshot } from './snapshot-store.ts';

/** A page that is still loading gets this long: its frames come after it, and what is not there yet cannot be read. */
const LOADING_MS = 3_000;
const HELLO_MS = 2_000;
const CAPTURE_MS = 8_000;

/**
 * Captures a tab: injects the content script into every frame that the browser lets us into, captures them in
 * parallel, and joins them. Frames that could not be read are listed with origin and reason. The snapshot is kept for
 * `findSnapshot`.
 * @throws AppError `page-restricted`, `site-access-missing`, `page-timeout`, `page-gone`, `tab-missing`, `cancelled`.
 */
export async function capturePage(tabId: number, signal: AbortSignal): Promise<PageSnapshot> {
  await untilLoaded(tabId, signal);
  const ids = await injectEverywhere(tabId, signal);
  const [entered, granted] = await Promise.all([
    Promise.all(ids.slice(0, LIMITS.frames).map((id) => enter(tabId, id, signal))),
    browser.permissions.getAll(),
  ]);
  const frames = entered.filter((frame): frame is EnteredFrame => frame !== undefined);
  const top = frames.find((frame) => frame.browserFrameId === 0)?.capture;
  if (top === undefined) throw new AppError('page-gone', 'The page moved on while it was read.');
  const table = await openFrameTable(tabId, top.documentId);
  const patterns = new Set(granted.origins ?? []);
  const everywhere = patterns.has('<all_urls>') || patterns.has('*://*/*');
  const snapshot = PageSnapshotSchema.parse(
    joinFrames({
      snapshotId: crypto.randomUUID(),
      tabId,
      entered: frames,
      top,
      numberOf: (key) => table.numberOf(key),
      hasAccess: (origin) => everywhere || patterns.has(sitePattern(origin) ?? ''),
    }),
  );
  await Promise.all([table.save(), keepSnapshot(snapshot)]);
  return snapshot;
}

/** Waits for the tab and its frames to be loaded, at most LOADING_MS: a page that never ends loading is read as it is. */
async function untilLoaded(tabId: number, signal: AbortSignal): Promise<void> {
  const end = Date.now() + LOADING_MS;
  while (Date.now() < end) {
    const tab = await browser.tabs.get(tabId).catch(() => undefined);
    if (tab?.status !== 'loading') return;
    await sleep(50, signal);
  }
}

/** Undefined when the frame is gone; without `capture` when it answered too late or not at all. */
async function enter(tabId: number, browserFrameId: number, signal: AbortSignal): Promise<EnteredFrame | undefined> {
  const frame = { tabId, browserFrameId };
  try {
    const hello = await callFrame(frame, { op: 'hello' }, { signal, timeoutMs: HELLO_MS });
    const { origin, framePath } = hello;
    try {
      const { capture } = await callFrame(
        frame,
        { op: 'capture', callId: crypto.randomUUID() },
        { signal, timeoutMs: CAPTURE_MS },
      );
      return { browserFrameId, origin: capture.origin, framePath: capture.framePath, capture };
    } catch (error) {
      if (browserFrameId === 0 || !isLate(error)) throw error;
      return { browserFrameId, origin, framePath, capture: undefined };
    }
  } catch (error) {
    // The whole page depends on the top frame; of the others each stands for itself.
    if (browserFrameId === 0 || (error instanceof AppError && error.code === 'cancelled')) throw error;
    return undefined;
  }
}

const isLate = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'page-timeout' || error.code === 'internal');
