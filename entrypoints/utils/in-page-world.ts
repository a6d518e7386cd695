import { browser } from 'wxt/browser';
import type { BrowserFrame } from './call-frame.ts';
import { withDeadline } from './deadline.ts';

const QUICK_MS = 1_500;

/**
 * Runs a function in the page's own world, as a page's script. The browser serializes it: it must not use anything from
 * outside, and what it returns is the page's word.
 * @throws AppError when the frame does not answer in time (default: 1.5 s).
 */
export async function inPageWorld<A extends unknown[]>(
  frame: BrowserFrame,
  func: (...args: A) => unknown,
  args: A,
  signal: AbortSignal,
  timeoutMs = QUICK_MS,
): Promise<unknown> {
  const [injection] = await withDeadline(
    browser.scripting.executeScript({
      target: { tabId: frame.tabId, frameIds: [frame.browserFrameId] },
      world: 'MAIN',
      injectImmediately: true,
      func,
      args,
    }),
    timeoutMs,
    signal,
  );
  return injection?.result;
}
