import { browser } from 'wxt/browser';
import { changed, failed, type StepResult } from '../step-result.ts';

/**
 * Closes a tab, and brings the one to the front whose step opened it, where that is known and open. Any other tab that
 * the browser brings to the front is the person's.
 * @returns also where the plan goes on: the closed tab itself when there is no other.
 */
export async function closeTab(
  tabId: number,
  openedBy: number | undefined,
): Promise<{ result: StepResult; tabId: number }> {
  const tab = await browser.tabs.get(tabId).catch(() => undefined);
  if (tab === undefined) return { result: failed('refused', 'tab-missing', 'That tab is no longer open.'), tabId };
  await browser.tabs.remove(tabId);
  const result = changed(`closed tab ${tab.title ?? tabId}`);
  if (openedBy === undefined) return { result, tabId };
  const back = await browser.tabs.update(openedBy, { active: true }).catch(() => undefined);
  return { result, tabId: back?.id ?? tabId };
}
