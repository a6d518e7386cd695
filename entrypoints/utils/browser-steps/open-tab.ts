import { browser } from 'wxt/browser';
import { failed, type StepResult } from '../step-result.ts';
import { arrive } from './arrive.ts';

/** Opens a URL in a new tab beside this one and brings it to the front. @returns also the new tab, where the plan goes on. */
export async function openTab(
  tabId: number,
  url: string,
  signal: AbortSignal,
): Promise<{ result: StepResult; tabId: number }> {
  const tab = await browser.tabs.create({ openerTabId: tabId, active: true, url: 'about:blank' });
  const { id } = tab;
  if (id === undefined)
    return { result: failed('unsure', 'unconfirmed', 'The browser did not name the new tab.'), tabId };
  const result = await arrive(id, () => browser.tabs.update(id, { url }), 'opened in a new tab', signal);
  return { result: { ...result, evidence: { ...result.evidence, newTabs: [{ tabId: id, url }] } }, tabId: id };
}
