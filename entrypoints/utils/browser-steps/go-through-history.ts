import { browser } from 'wxt/browser';
import { failed, type StepResult } from '../step-result.ts';
import { arrive } from './arrive.ts';

/** One page back or forward in the tab's history. */
export async function goThroughHistory(
  tabId: number,
  direction: 'back' | 'forward',
  signal: AbortSignal,
): Promise<StepResult> {
  let none = false;
  const result = await arrive(
    tabId,
    async () => {
      try {
        await (direction === 'back' ? browser.tabs.goBack(tabId) : browser.tabs.goForward(tabId));
      } catch {
        none = true;
      }
    },
    `went ${direction} to`,
    signal,
  );
  return none ? failed('no-effect', 'unconfirmed', `There is no page to go ${direction} to.`) : result;
}
