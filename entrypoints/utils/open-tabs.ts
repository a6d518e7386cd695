import { browser } from 'wxt/browser';
import { hasSiteAccess, requestSiteAccess, restrictedReason } from './page-access.ts';

/** A tab of this window that can be named with `@`. `title` and `host` are empty where the browser keeps them from us. */
export type OpenTab = {
  tabId: number;
  title: string;
  host: string;
  /** Empty where the browser does not tell the address. */
  origin: string;
  access: 'granted' | 'missing';
};

/**
 * Tabs of this window, but for those that can never be read. Without the optional permission `tabs` the browser tells
 * titles and addresses only of sites that were allowed.
 */
export async function listOpenTabs(): Promise<{ tabs: OpenTab[]; titlesHidden: boolean }> {
  const found = await browser.tabs.query({ currentWindow: true });
  const tabs = await Promise.all(
    found.map(async (tab): Promise<OpenTab[]> => {
      if (tab.id === undefined || (tab.url !== undefined && restrictedReason(tab.url) !== undefined)) return [];
      const url = tab.url === undefined ? undefined : new URL(tab.url);
      const granted = url !== undefined && (await hasSiteAccess(url.origin));
      return [
        {
          tabId: tab.id,
          title: tab.title ?? '',
          host: url?.host ?? '',
          origin: url?.origin ?? '',
          access: granted ? 'granted' : 'missing',
        },
      ];
    }),
  );
  const known = tabs.flat();
  return {
    tabs: known.filter(({ origin }) => origin !== ''),
    titlesHidden: known.some(({ origin }) => origin === ''),
  };
}

/** Asks for the site of a tab. Call it straight from a click or key press. */
export const allowTab = (tab: OpenTab): Promise<boolean> => requestSiteAccess(tab.origin);

/** Asks for the permission to see titles and addresses of all tabs. Call it straight from a click or key press. */
export const requestTabTitles = (): Promise<boolean> => browser.permissions.request({ permissions: ['tabs'] });
