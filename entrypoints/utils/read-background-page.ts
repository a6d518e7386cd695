import { AppError } from '@pagehand/contracts/errors';
import type { BackgroundPage, InterruptAnswer } from '@pagehand/contracts/interrupts';
import { LIMITS } from '@pagehand/contracts/limits';
import { browser } from 'wxt/browser';
import { capturePage } from './capture-page.ts';
import { sleep } from './deadline.ts';
import { hasSiteAccess, restrictedReason } from './page-access.ts';
import { type ClaimKey, claimInterrupt } from './plan-claim.ts';

/** How long a page may take to load; what is there then is read. */
const LOAD_MS = 20_000;
/** A page that shows less text than this (characters) may still be drawing itself. */
const BARE = 400;
const LOOKS = 4;
const BETWEEN_LOOKS_MS = 700;

export type BackgroundAnswer = Extract<InterruptAnswer, { kind: 'background-page' }>;

/**
 * Reads an address for an interrupt, and never throws for what goes wrong there: that is in the answer.
 * @throws AppError `other-panel` when another panel reads it, `backend-unreachable` before anything was opened.
 */
export async function answerBackgroundPage(
  key: ClaimKey,
  url: string,
  signal: AbortSignal,
): Promise<{ answer: BackgroundAnswer; release(): Promise<void> }> {
  const claim = await claimInterrupt(key, signal);
  const both = AbortSignal.any([signal, claim.lost]);
  const outcome: BackgroundAnswer['outcome'] = await readBackgroundPage(url, both).then(
    (page) => ({ status: 'page', page }),
    (error: unknown) => ({ status: 'error', error: bodyOf(error) }),
  );
  return { answer: { kind: 'background-page', outcome }, release: () => claim.release() };
}

/**
 * Opens an address in a tab that never comes to the front, waits until there is something to read, captures it and
 * closes the tab, whatever happened.
 * @throws AppError `page-restricted`, `site-access-missing`, `page-timeout`, `page-gone`, `cancelled`.
 */
async function readBackgroundPage(url: string, signal: AbortSignal): Promise<BackgroundPage> {
  if (restrictedReason(url) !== undefined)
    throw new AppError('page-restricted', 'Extensions cannot read pages at this address.');
  const { id: tabId } = await browser.tabs.create({ url, active: false });
  if (tabId === undefined) throw new AppError('page-gone', 'The browser did not open the page.');
  try {
    await untilLoaded(tabId, signal);
    for (let look = 1; ; look += 1) {
      await checkAccess(tabId, url);
      const { url: at, title, text } = await capturePage(tabId, signal);
      checkSite(at, url);
      const bare = text.replace(/<[^>]*>|\s+/gu, '').length < BARE;
      if (!bare || look === LOOKS) return { url: at, title: title.slice(0, LIMITS.name), text };
      await sleep(BETWEEN_LOOKS_MS, signal);
    }
  } finally {
    await browser.tabs.remove(tabId).catch(() => undefined); // the person closed it
  }
}

async function untilLoaded(tabId: number, signal: AbortSignal): Promise<void> {
  const end = Date.now() + LOAD_MS;
  // A tab that was just made is `complete` on its empty first document.
  for (let seenLoading = false; Date.now() < end; ) {
    await sleep(100, signal);
    const tab = await browser.tabs.get(tabId).catch(() => undefined);
    if (tab === undefined) throw new AppError('page-gone', 'The page was closed while it was read.');
    if (tab.status === 'loading') seenLoading = true;
    else if (seenLoading || (tab.url !== undefined && tab.url !== '' && tab.url !== 'about:blank')) return;
    else if (end - Date.now() < LOAD_MS - 2_000) return;
  }
}

/** The page may have sent on to another site, such as a sign-in. */
async function checkAccess(tabId: number, url: string): Promise<void> {
  const tab = await browser.tabs.get(tabId).catch(() => undefined);
  const at = tab?.url ?? url;
  checkSite(at, url);
  if (!URL.canParse(at) || (await hasSiteAccess(new URL(at).origin))) return;
  throw new AppError('site-access-missing', `The page led to ${new URL(at).host}, which Pagehand may not read.`);
}

/** The yes was for one site: an address that leads to another, where the person is signed in, is not read. */
function checkSite(at: string, asked: string): void {
  const host = hostOf(at);
  if (host !== hostOf(asked))
    throw new AppError('origin-changed', `The address led to ${host}, another site than asked for.`);
}

/** Host and port; `www.` and the step from http to https make no other site. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host.replace(/^www\./u, '') : '');

const bodyOf = (error: unknown) => AppError.from(error, 'page-gone', 'The page could not be read.').toBody();
