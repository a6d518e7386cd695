import { LIMITS } from '@pagehand/contracts/limits';
import { type Browser, browser } from 'wxt/browser';
import { sleep } from './deadline.ts';

export type NewTab = { tabId: number; url: string };

/** Watches one tab during a step: whether it navigates, and which tabs it opens. Other tabs are not looked at. */
export type TabWatch = {
  /** Whether the tab began to load something, or its address changed. */
  navigated(): boolean;
  newTabs(): NewTab[];
  /** Resolves when the tab stands still again: true when it does, false after `ms`. */
  settled(ms: number, signal: AbortSignal): Promise<boolean>;
  stop(): void;
};

export function watchTab(tabId: number): TabWatch {
  let moved = false;
  let loading = false;
  const opened = new Map<number, NewTab>();
  const updated = (id: number, change: { status?: string; url?: string }, tab: Browser.tabs.Tab): void => {
    const mine = opened.get(id);
    if (mine !== undefined)
      opened.set(id, { tabId: id, url: (tab.url ?? tab.pendingUrl ?? mine.url).slice(0, LIMITS.url) });
    if (id !== tabId) return;
    if (change.status === 'loading' || change.url !== undefined) moved = true;
    if (change.status === 'loading') loading = true;
    if (change.status === 'complete') loading = false;
  };
  const created = (tab: Browser.tabs.Tab): void => {
    if (tab.id === undefined || tab.openerTabId !== tabId) return;
    opened.set(tab.id, { tabId: tab.id, url: (tab.pendingUrl ?? tab.url ?? '').slice(0, LIMITS.url) });
  };
  browser.tabs.onUpdated.addListener(updated);
  browser.tabs.onCreated.addListener(created);
  return {
    navigated: () => moved,
    newTabs: () => [...opened.values()].slice(0, 10),
    async settled(ms, signal) {
      const end = Date.now() + ms;
      while (Date.now() < end) {
        const tab = await browser.tabs.get(tabId).catch(() => undefined);
        if (tab === undefined) return true;
        if (!loading && tab.status !== 'loading') return true;
        await sleep(50, signal);
      }
      return false;
    },
    stop() {
      browser.tabs.onUpdated.removeListener(updated);
      browser.tabs.onCreated.removeListener(created);
    },
  };
}
