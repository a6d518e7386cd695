import { LIMITS } from '@pagehand/contracts/limits';
import { browser } from 'wxt/browser';
import { changed, failed, type StepResult } from '../step-result.ts';
import { type NamedTab, originOf } from '../turn-tabs.ts';

/** Brings a tab to the front, if it still shows the site that the plan card named. */
export async function switchTab({ tabId, origin }: NamedTab): Promise<StepResult> {
  const now = await browser.tabs.get(tabId).catch(() => undefined);
  if (now === undefined) return failed('refused', 'tab-missing', 'That tab is no longer open.');
  if (originOf(now.url) !== origin)
    return failed('refused', 'origin-changed', 'That tab shows another site now than when the plan was made.');
  const tab = await browser.tabs.update(tabId, { active: true }).catch(() => undefined);
  if (tab === undefined) return failed('refused', 'tab-missing', 'That tab is no longer open.');
  await browser.windows.update(tab.windowId, { focused: true }).catch(() => undefined);
  const where = tab.url === undefined ? {} : { url: tab.url.slice(0, LIMITS.url) };
  return changed(`tab ${tab.title ?? tabId} is in front`, where);
}
