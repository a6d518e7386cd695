import { AppError } from '@pagehand/contracts/errors';
import { LIMITS } from '@pagehand/contracts/limits';
import { browser } from 'wxt/browser';
import { callFrame } from '../call-frame.ts';
import { sleep } from '../deadline.ts';
import { changed, failed, type StepResult } from '../step-result.ts';
import { watchTab } from '../watch-tab.ts';

const LOAD_MS = 25_000;

/** Where a tab is, as far as the browser tells: an address is known only with access. */
async function whereIs(tabId: number): Promise<string | undefined> {
  return (await browser.tabs.get(tabId).catch(() => undefined))?.url?.slice(0, LIMITS.url);
}

/** What stands in the tab now: the page answers, it is ours to read but shows an error, or we may not look. */
async function look(tabId: number, signal: AbortSignal): Promise<'page' | 'error-page' | 'no-access'> {
  try {
    await callFrame({ tabId, browserFrameId: 0 }, { op: 'hello' }, { signal, timeoutMs: 5_000 });
    return 'page';
  } catch (error) {
    if (error instanceof AppError && error.code === 'cancelled') throw error;
    return error instanceof AppError && error.code === 'site-access-missing' ? 'no-access' : 'error-page';
  }
}

/**
 * Starts something that loads a page in the tab, waits until it stands, and says where it arrived.
 * @param begin starts the loading; a throw means that it could not begin.
 * @param words what is said: `opened`, `went back to`.
 */
export async function arrive(
  tabId: number,
  begin: () => Promise<unknown>,
  words: string,
  signal: AbortSignal,
): Promise<StepResult> {
  const watch = watchTab(tabId);
  const before = await whereIs(tabId);
  try {
    await begin();
    // Movements within a document (a fragment, pushState) load nothing: they are there at once.
    for (let i = 0; i < 30 && !watch.navigated() && (await whereIs(tabId)) === before; i += 1) await sleep(50, signal);
    const moved = watch.navigated() || (await whereIs(tabId)) !== before;
    if (!moved) return failed('no-effect', 'unconfirmed', 'The tab stayed where it was.');
    const stands = await watch.settled(LOAD_MS, signal);
    const url = await whereIs(tabId);
    const more = url === undefined ? {} : { url };
    if (!stands) return failed('unsure', 'page-timeout', 'The page was still loading after 25 seconds.', more);
    const sight = await look(tabId, signal);
    if (sight === 'error-page')
      return failed('unsure', 'unconfirmed', 'The browser shows no page that can be read there.', more);
    if (sight === 'no-access') return changed(`${words} a site that Pagehand may not read yet`, more);
    return changed(`${words} ${url ?? 'the page'}`, more);
  } finally {
    watch.stop();
  }
}
