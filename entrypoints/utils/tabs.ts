import { AppError } from '@pagehand/contracts/errors';
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

/** @throws AppError `tab-missing`. */
export async function getTab(tabId: number): Promise<TabInfo> {
  try {
    const info = tabInfo(await browser.tabs.get(tabId));
    if (info !== undefined) return info;
  } catch (cause) {
    throw new AppError('tab-missing', 'The tab was closed.', { cause });
  }
  throw new AppError('tab-missing', 'The tab was closed.');
}

/** All tabs of the panel's window, in order. */
export async function listTabs(): Promise<TabInfo[]> {
  const tabs = await browser.tabs.query({ currentWindow: true });
  return tabs.map(tabInfo).filter((tab): tab is TabInfo => tab !== undefined);
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

export function tabInfo(tab: Browser.tabs.Tab): TabInfo | undefined {
  if (tab.id === undefined) return undefined;
  return { tabId: tab.id, windowId: tab.windowId, url: tab.url, title: tab.title, active: tab.active };
}
