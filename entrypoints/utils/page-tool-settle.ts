/** When a page has settled after a call of one of its tools, and when the call's document has gone. */
import { AppError } from '@pagehand/contracts/errors';
import { LIMITS } from '@pagehand/contracts/limits';
import { callFrame } from './call-frame.ts';
import { sleep } from './deadline.ts';
import { listPageTools, type PageToolList } from './page-tool-list.ts';
import type { PreparedPageTool } from './page-tool-prepare.ts';
import type { TabWatch } from './watch-tab.ts';

/** How long after a call a navigation may still begin that it caused, ms. */
const NAVIGATION_MS = 150;
/** The longest a new document may take to load, ms. */
const LOAD_MS = 10_000;
/** How often is looked whether the document of a running call is still there, ms. */
const GONE_POLL_MS = 200;
/** Tools that did not change for this long have settled, ms. */
const QUIET_MS = 250;

/**
 * Waits until a navigation that the call began has loaded and the tools stand still: also across a full document load.
 * @returns the address of the new document when there is one.
 */
export async function settle(
  watch: TabWatch,
  prepared: PreparedPageTool,
  maxTools: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { tabId, tool } = prepared;
  const { documentId } = tool.declaration.page;
  await sleep(NAVIGATION_MS, signal);
  if (watch.navigated()) await watch.settled(LOAD_MS, signal);
  const end = Date.now() + LIMITS.pageToolSettleMs;
  let list: PageToolList | undefined;
  let before = '';
  let since = Date.now();
  let moved = false;
  while (Date.now() < end) {
    list = await listPageTools(tabId, { maxTools, signal }).catch(() => undefined);
    const frame = list?.frames.find((state) => state.frame.browserFrameId === tool.frame.browserFrameId);
    moved = frame !== undefined && frame.documentId !== documentId;
    const now = JSON.stringify([list?.documentId, list?.tools.map(({ declaration }) => declaration.page.hash)]);
    if (now !== before) since = Date.now();
    before = now;
    // A new document may take a moment to register its first tool.
    const registered = !moved || (list?.tools.length ?? 0) > 0;
    const quiet = moved || watch.navigated() ? QUIET_MS : QUIET_MS / 5;
    if (list !== undefined && registered && Date.now() - since >= quiet) break;
    await sleep(50, signal);
  }
  return moved ? list?.url.slice(0, LIMITS.url) : undefined;
}

/** Some browsers leave a call open for ever when its document goes away. Resolves when another one stands there. */
export async function documentGone(prepared: PreparedPageTool, watch: TabWatch, signal: AbortSignal): Promise<unknown> {
  const { frame, declaration } = prepared.tool;
  try {
    for (;;) {
      await sleep(GONE_POLL_MS, signal);
      if (!watch.navigated()) continue;
      const hello = await callFrame(frame, { op: 'hello' }, { signal, timeoutMs: 2_000 }).catch(() => undefined);
      if (hello !== undefined && hello.documentId !== declaration.page.documentId)
        return new AppError('page-gone', 'The page moved on before it answered.');
    }
  } catch {
    // The call has ended, or was stopped.
    return new AppError('cancelled', 'It was stopped while the page worked on it.');
  }
}
