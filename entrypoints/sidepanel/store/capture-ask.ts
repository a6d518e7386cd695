import type { PageSnapshot } from '@pagehand/contracts/snapshot';
import type { Services } from '../services.ts';
import { usePanel } from './panel-store.ts';

/** What goes along with an ask. */
export type CapturedAsk = Pick<
  Parameters<Services['runs']['ask']>[0],
  'page' | 'pageTools' | 'attachments' | 'mentions'
>;

/**
 * Reads the page in front (unless it was taken off or belongs to the browser) and the tabs that were named.
 * @throws AppError when one of them cannot be read.
 */
export async function captureAsk(services: Services, withoutPage: boolean, signal: AbortSignal): Promise<CapturedAsk> {
  const { page, pageOff, mentions, attachments, pageTools } = usePanel.getState();
  const wanted = page && !withoutPage && !pageOff && page.access !== 'restricted' ? page : undefined;
  const others = mentions.filter((tab) => tab.tabId !== wanted?.tabId);
  const [captured, tabs] = await Promise.all([
    wanted === undefined ? undefined : services.page.capture(wanted, signal),
    Promise.all(others.map((tab): Promise<PageSnapshot> => services.tabs.capture(tab.tabId, signal))),
  ]);
  signal.throwIfAborted();
  const files = attachments.flatMap(({ attachment }) => (attachment === undefined ? [] : [attachment.attachmentId]));
  return {
    ...(captured === undefined ? {} : { page: captured, pageTools }),
    ...(tabs.length === 0 ? {} : { mentions: tabs }),
    ...(files.length === 0 ? {} : { attachments: files }),
  };
}
