import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { AppError } from '@pagehand/contracts/errors';
import * as z from 'zod';
import type { Store } from '../../store/store.ts';

const KEY = 'mcp-door';
const MOST = 20;
const SettingsSchema = z.strictObject({
  enabled: z.boolean(),
  clients: z.array(
    z.strictObject({ clientId: z.string(), name: z.string(), tokenHash: z.string(), createdAt: z.int() }),
  ),
});
type Settings = z.infer<typeof SettingsSchema>;

export type DoorClient = { clientId: string; name: string };

export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Who may come in for good. Of a token only its hash is kept. */
export function doorClients(store: Pick<Store, 'settings'>) {
  const read = (): Settings =>
    SettingsSchema.safeParse(store.settings.get(KEY)).data ?? { enabled: false, clients: [] };

  function keep(name: string, tokenHash: string): DoorClient {
    const settings = read();
    if (settings.clients.length >= MOST) throw new AppError('conflict', `There are ${MOST} clients. Remove one first.`);
    const client = { clientId: randomBytes(9).toString('base64url'), name, tokenHash, createdAt: Date.now() };
    store.settings.set(KEY, { ...settings, clients: [...settings.clients, client] });
    return { clientId: client.clientId, name };
  }

  return {
    read,
    setEnabled: (enabled: boolean): void => store.settings.set(KEY, { ...read(), enabled }),
    /** A new client with a new token. @throws AppError `conflict` when there are too many. */
    add(name: string): { client: DoorClient; token: string } {
      const token = randomBytes(32).toString('base64url');
      return { client: keep(name, hashOfToken(token)), token };
    },
    /** A client that brought its own token. @throws AppError `conflict` when there are too many. */
    addKnown: (name: string, tokenHash: string): { client: DoorClient; token?: undefined } => ({
      client: keep(name, tokenHash),
    }),
    /** @returns the hash of its token. @throws AppError `not-found`. */
    remove(clientId: string): string {
      const settings = read();
      const gone = settings.clients.find((client) => client.clientId === clientId);
      if (gone === undefined) throw new AppError('not-found', 'There is no such client.');
      store.settings.set(KEY, { ...settings, clients: settings.clients.filter((client) => client !== gone) });
      return gone.tokenHash;
    },
    has: (clientId: string): boolean => read().clients.some((client) => client.clientId === clientId),
    /** Every client is compared, each in constant time. */
    find(tokenHash: string): DoorClient | undefined {
      const tried = Buffer.from(tokenHash, 'hex');
      let found: DoorClient | undefined;
      for (const client of read().clients)
        if (timingSafeEqual(Buffer.from(client.tokenHash, 'hex'), tried))
          found = { clientId: client.clientId, name: client.name };
      return found;
    },
  };
}
export type DoorClients = ReturnType<typeof doorClients>;
