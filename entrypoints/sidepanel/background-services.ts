import type { InterruptRequest, OpenInterrupt } from '@pagehand/contracts/interrupts';
import { hasSiteAccess, requestSiteAccess } from '../utils/page-access.ts';
import { answerBackgroundPage, type BackgroundAnswer } from '../utils/read-background-page.ts';
import { getSearchPage, searchUrl, setSearchPage } from '../utils/search-pages.ts';
import type { Setting } from './services.ts';

export type BackgroundRequest = Extract<InterruptRequest, { kind: 'background-page' }>;
/** What will be opened, and whether the browser lets us read it. */
export type PreparedBackground = { url: string; access: boolean };

/** Pages that are read in a background tab. */
export type BackgroundServices = {
  prepare(request: BackgroundRequest): Promise<PreparedBackground>;
  /** Call it inside a click: the browser asks the person. */
  allow(url: string): Promise<boolean>;
  /** Claims, reads; `release` lets go of the claim when the answer has arrived. */
  read(
    run: { threadId: string; open: OpenInterrupt; url: string },
    signal: AbortSignal,
  ): Promise<{ answer: BackgroundAnswer; release(): Promise<void> }>;
  /** The search page of web searches without a key: an address with `{query}`. */
  searchPage: Setting<string>;
};

export const backgroundServices = (panelId: string): BackgroundServices => ({
  async prepare({ target }) {
    const url = target.type === 'url' ? target.url : searchUrl(await getSearchPage(), target.query);
    return { url, access: URL.canParse(url) && (await hasSiteAccess(new URL(url).origin)) };
  },
  allow: (url) => requestSiteAccess(new URL(url).origin),
  read: ({ threadId, open, url }, signal) =>
    answerBackgroundPage({ threadId, interruptId: open.interruptId, panelId }, url, signal),
  searchPage: { get: getSearchPage, set: setSearchPage },
});
