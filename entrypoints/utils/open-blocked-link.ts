import { LIMITS } from '@pagehand/contracts/limits';
import type { PinnedStep } from '@pagehand/contracts/plan';
import type { PageSnapshot } from '@pagehand/contracts/snapshot';
import { browser } from 'wxt/browser';
import { changed, type StepResult } from './step-result.ts';

/**
 * Firefox's popup blocker stops a link with `target="_blank"` that is clicked by a script. The click was done and
 * nothing came of it: the extension opens the very address that the snapshot showed and the risk was computed from.
 * @returns undefined when the step was no such click.
 */
export async function openBlockedLink(
  step: PinnedStep,
  snapshot: PageSnapshot,
  tabId: number,
): Promise<StepResult | undefined> {
  if (step.kind !== 'click' || (step.button ?? 'left') === 'right') return undefined;
  const link = snapshot.refs.find((info) => info.ref === step.ref);
  if (link?.newTab !== true || link.href === undefined || !/^https?:/u.test(link.href)) return undefined;
  const tab = await browser.tabs.create({ url: link.href, openerTabId: tabId, active: true }).catch(() => undefined);
  if (tab?.id === undefined) return undefined;
  const url = link.href.slice(0, LIMITS.url);
  return changed(`new tab ${url}; opened by Pagehand, as the browser blocked it`, {
    newTabs: [{ tabId: tab.id, url }],
  });
}
