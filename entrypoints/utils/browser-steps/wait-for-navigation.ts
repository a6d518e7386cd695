import { LIMITS } from '@pagehand/contracts/limits';
import { browser } from 'wxt/browser';
import { callFrame } from '../call-frame.ts';
import { sleep } from '../deadline.ts';
import { failed, okay, type StepResult } from '../step-result.ts';
import { watchTab } from '../watch-tab.ts';

/**
 * Waits until the tab has left a document and stands still. It may have left it already: the step before it was perhaps
 * the click that did so.
 * @param documentId the document to leave; empty when the plan could not know it.
 */
export async function waitForNavigation(
  tabId: number,
  documentId: string,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<StepResult> {
  const watch = watchTab(tabId);
  const end = Date.now() + timeoutMs;
  try {
    while (Date.now() < end) {
      if (
        (watch.navigated() || (documentId !== '' && (await left(tabId, documentId, signal)))) &&
        (await watch.settled(end - Date.now(), signal))
      ) {
        const url = (await browser.tabs.get(tabId).catch(() => undefined))?.url;
        return okay(
          url === undefined ? 'the page moved on' : `the page moved on to ${url}`,
          url === undefined ? {} : { url: url.slice(0, LIMITS.url) },
        );
      }
      await sleep(150, signal);
    }
    return failed('no-effect', 'wait-timeout', 'The page did not move on.');
  } finally {
    watch.stop();
  }
}

async function left(tabId: number, documentId: string, signal: AbortSignal): Promise<boolean> {
  try {
    const hello = await callFrame({ tabId, browserFrameId: 0 }, { op: 'hello' }, { signal, timeoutMs: 2_000 });
    return hello.documentId !== documentId;
  } catch {
    signal.throwIfAborted();
    return false;
  }
}
