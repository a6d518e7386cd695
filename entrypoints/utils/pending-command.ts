/**
 * What a context menu, a shortcut or the omnibox wants of the panel. The background writes it in the gesture that opens
 * the panel, the panel takes it once. It lies in storage.session: only the extension's own pages can read or write it.
 */

import { browser } from 'wxt/browser';
import * as z from 'zod';
import { ANY_WINDOW, PENDING_KEY } from './hand-over-command.ts';

export const PendingCommandSchema = z.discriminatedUnion('kind', [
  /** Nothing but opening the panel. */
  z.strictObject({ kind: z.literal('open') }),
  /** A fixed command: starts at once. Its words are ours, never the page's. */
  z.strictObject({ kind: z.literal('summarize-page') }),
  z.strictObject({ kind: z.literal('stop') }),
  /**
   * Free text for the composer: it waits there and is never sent by itself. `quote` comes from the page and is shown as
   * a quotation; `text` is what the person typed into the omnibox.
   */
  z.strictObject({
    kind: z.literal('compose'),
    about: z.enum(['page', 'selection', 'link', 'image', 'omnibox']),
    text: z.string().max(2_000),
    quote: z.string().max(8_000).optional(),
  }),
]);
export type PendingCommand = z.infer<typeof PendingCommandSchema>;

const StoredSchema = z.strictObject({ command: PendingCommandSchema, windowId: z.int(), at: z.number() });
/** A command that no panel took within this time is dropped: it must not start something much later. */
const MAX_AGE_MS = 30_000;

/** Takes the waiting command of this window, if there is one. It is given out once. */
export async function takePendingCommand(windowId: number): Promise<PendingCommand | undefined> {
  const stored = StoredSchema.safeParse((await browser.storage.session.get(PENDING_KEY))[PENDING_KEY]);
  if (!stored.success || (stored.data.windowId !== windowId && stored.data.windowId !== ANY_WINDOW)) return undefined;
  await browser.storage.session.remove(PENDING_KEY);
  return Date.now() - stored.data.at > MAX_AGE_MS ? undefined : stored.data.command;
}

/** Calls back with each command for this window, also the one that waits already. Returns the unsubscribe function. */
export function onPendingCommand(windowId: number, listener: (command: PendingCommand) => void): () => void {
  let queue = Promise.resolve();
  const take = (): void => {
    queue = queue.then(async () => {
      const command = await takePendingCommand(windowId);
      if (command !== undefined) listener(command);
    });
  };
  const changed = (changes: Record<string, { newValue?: unknown }>): void => {
    if (changes[PENDING_KEY]?.newValue !== undefined) take();
  };
  browser.storage.session.onChanged.addListener(changed);
  take();
  return () => browser.storage.session.onChanged.removeListener(changed);
}
