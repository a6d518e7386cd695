import type { PageSnapshot } from '@pagehand/contracts/snapshot';
import type { Services } from '../services.ts';
import { usePanel, type WaitingFile } from './panel-store.ts';

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
  const { page, pageOff, mentions, attachments, pageTools, thread } = usePanel.getState();
  const wanted = page && !withoutPage && !pageOff && page.access !== 'restricted' ? page : undefined;
  const others = mentions.filter((tab) => tab.tabId !== wanted?.tabId);
  const [captured, tabs, files] = await Promise.all([
    wanted === undefined ? undefined : services.page.capture(wanted, signal),
    Promise.all(others.map((tab): Promise<PageSnapshot> => services.tabs.capture(tab.tabId, signal))),
    Promise.all(attachments.map((one) => idInThread(services, one, thread.threadId, signal))),
  ]);
  signal.throwIfAborted();
  return {
    ...(captured === undefined ? {} : { page: captured, pageTools }),
    ...(tabs.length === 0 ? {} : { mentions: tabs }),
    ...(files.length === 0 ? {} : { attachments: files }),
  };
}

/** A file that was attached while another thread was shown goes to this one anew; there it is gone after a day. */
async function idInThread(
  services: Services,
  { attachment, file, threadId }: WaitingFile,
  wanted: string,
  signal: AbortSignal,
): Promise<string> {
  if (attachment !== undefined && threadId === wanted) return attachment.attachmentId;
  return (await services.attachments.add(wanted, file, signal)).attachmentId;
}
