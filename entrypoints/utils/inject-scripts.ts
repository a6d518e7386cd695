import { AppError } from '@pagehand/contracts/errors';
import { browser } from 'wxt/browser';
import type { BrowserFrame } from './call-frame.ts';
import { withDeadline } from './deadline.ts';

/** The unlisted build outputs of `entrypoints/`: what reads a page; what acts, only where a plan runs; its own tools. */
export const CONTENT_SCRIPT = '/content-scripts/content.js';
export const ACT_SCRIPT = '/content-scripts/act.js';
export const PAGE_TOOLS_SCRIPT = '/content-scripts/page-tools.js';

type Injection = {
  /** In their order. Each is safe to repeat: it keeps what is there. */
  files: readonly (typeof CONTENT_SCRIPT | typeof ACT_SCRIPT | typeof PAGE_TOOLS_SCRIPT)[];
  world?: 'ISOLATED' | 'MAIN';
  signal: AbortSignal;
  timeoutMs?: number;
};

/**
 * Puts scripts of ours into one frame, or into all frames of a tab that the browser lets us into.
 * @returns the browser's ids of the frames that have them.
 * @throws AppError `page-restricted`, `site-access-missing`, `page-timeout`, `page-gone`, `tab-missing`, `cancelled`.
 */
export async function injectScripts(place: BrowserFrame | { tabId: number }, injection: Injection): Promise<number[]> {
  const { files, world = 'ISOLATED', signal, timeoutMs = 5_000 } = injection;
  const { tabId } = place;
  const target = 'browserFrameId' in place ? { tabId, frameIds: [place.browserFrameId] } : { tabId, allFrames: true };
  try {
    const script = browser.scripting.executeScript({ target, files: [...files], world, injectImmediately: true });
    return (await withDeadline(script, timeoutMs, signal)).map((result) => result.frameId);
  } catch (error) {
    throw injectionError(error);
  }
}

/** Why the browser did not let a script in, by the text that it gives. An AppError stays as it is. */
export function injectionError(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  const text = cause instanceof Error ? cause.message : String(cause);
  if (/no tab with id|invalid tab id|tab was closed/iu.test(text))
    return new AppError('tab-missing', 'The tab was closed.', { cause });
  if (
    /no frame with id|frame.*(removed|not found|was discarded)|message port closed|context.*(invalidated|destroyed)|disconnected|actor.*destroyed|document.*(unloaded|gone)/iu.test(
      text,
    )
  )
    return new AppError('page-gone', 'The page moved on before it answered.', { cause });
  if (
    /chrome:\/\/|extensions? gallery|chrome-extension:|moz-extension:|view-source|devtools|restricted|error page|showing error/iu.test(
      text,
    )
  )
    return new AppError('page-restricted', 'The browser does not let extensions read this page.', { cause });
  if (/permission|cannot access|host access/iu.test(text))
    return new AppError('site-access-missing', 'Pagehand may not read this site yet.', { cause });
  return new AppError('page-gone', 'The page could not be reached.', { cause });
}
