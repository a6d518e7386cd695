import { type Browser, browser } from 'wxt/browser';

/** A tab as the panel shows it. `url` and `title` are known only where we have access. */
export type TabInfo = {
  tabId: number;
  windowId: number;
  url: string | undefined;
  title: string | undefined;
  active: boolean;
};

/** The tab in front of the panel's window; undefined when there is none. */
export async function getActiveTab(): Promise<TabInfo | undefined> {
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
  return tab === undefined ? undefined : tabInfo(tab);
}

/** Calls back when another tab comes to the front, or the front tab navigates. Returns the unsubscribe function. */
export function onActiveTabChanged(listener: () => void): () => void {
  const updated = (
    _tabId: number,
    change: { status?: string; url?: string; title?: string },
    tab: Browser.tabs.Tab,
  ): void => {
    if (tab.active && (change.status !== undefined || change.url !== undefined || change.title !== undefined))
      listener();
  };
  browser.tabs.onActivated.addListener(listener);
  browser.tabs.onUpdated.addListener(updated);
  return () => {
    browser.tabs.onActivated.removeListener(listener);
    browser.tabs.onUpdated.removeListener(updated);
  };
}

function tabInfo(tab: Browser.tabs.Tab): TabInfo | undefined {
  if (tab.id === undefined) return undefined;
  return { tabId: tab.id, windowId: tab.windowId, url: tab.url, title: tab.title, active: tab.active };
}
