import { LIMITS } from '@pagehand/contracts/limits';
import { browser } from 'wxt/browser';
import { changed, failed, type StepResult } from '../step-result.ts';

/** Brings a tab to the front. */
export async function switchTab(tabId: number): Promise<StepResult> {
  const tab = await browser.tabs.update(tabId, { active: true }).catch(() => undefined);
  if (tab === undefined) return failed('refused', 'tab-missing', 'That tab is no longer open.');
  await browser.windows.update(tab.windowId, { focused: true }).catch(() => undefined);
  const where = tab.url === undefined ? {} : { url: tab.url.slice(0, LIMITS.url) };
  return changed(`tab ${tab.title ?? tabId} is in front`, where);
}
