import { browser } from 'wxt/browser';
import { changed, failed, type StepResult } from '../step-result.ts';

/** Closes a tab. @returns also the tab in front afterwards, where the plan goes on. */
export async function closeTab(tabId: number): Promise<{ result: StepResult; tabId: number }> {
  const tab = await browser.tabs.get(tabId).catch(() => undefined);
  if (tab === undefined) return { result: failed('refused', 'tab-missing', 'That tab is no longer open.'), tabId };
  await browser.tabs.remove(tabId);
  const [front] = await browser.tabs.query({ active: true, windowId: tab.windowId });
  return { result: changed(`closed tab ${tab.title ?? tabId}`), tabId: front?.id ?? tabId };
}
