import { browser } from 'wxt/browser';
import type { PendingCommand } from './pending-command.ts';

/** Where the command lies in storage.session, which only the extension's own pages can read or write. */
export const PENDING_KEY = 'pendingCommand';

/** For places where the window is not known (omnibox): the panel that looks first takes it. */
export const ANY_WINDOW = -1;

/** Hands a command to the panel of this window. Free of zod: the background stays small. */
export async function handOverCommand(command: PendingCommand, windowId: number): Promise<void> {
  await browser.storage.session.set({ [PENDING_KEY]: { command, windowId, at: Date.now() } });
}
