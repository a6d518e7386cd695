import { browser } from 'wxt/browser';
import * as z from 'zod';

// zod would probe `new Function`, which the extension's CSP reports.
z.config({ jitless: true });

/** Where the paired backend listens and the token that it gave us. The host is always 127.0.0.1. */
export const ConnectionSchema = z.strictObject({
  port: z.int().min(1).max(65_535),
  token: z.string().min(32).max(200),
});
export type Connection = z.infer<typeof ConnectionSchema>;

export const DEFAULT_PORT = 4517;
const KEY = 'connection';

/** The stored connection, or undefined when this extension is not paired. */
export async function getConnection(): Promise<Connection | undefined> {
  const stored = await browser.storage.local.get(KEY);
  const parsed = ConnectionSchema.safeParse(stored[KEY]);
  return parsed.success ? parsed.data : undefined;
}

export async function setConnection(connection: Connection): Promise<void> {
  await browser.storage.local.set({ [KEY]: ConnectionSchema.parse(connection) });
}

/** Forgets the token, for instance after the backend answered that it was revoked. */
export async function clearConnection(): Promise<void> {
  await browser.storage.local.remove(KEY);
}

/** `host:port` spellings of our own backend: never a target of a plan. */
export function ownHosts(port: number): string[] {
  return [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`];
}
