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

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Who may come in. Of a token only its hash is kept. */
export function doorClients(store: Pick<Store, 'settings'>) {
  const read = (): Settings =>
    SettingsSchema.safeParse(store.settings.get(KEY)).data ?? { enabled: false, clients: [] };
  return {
    read,
    setEnabled: (enabled: boolean): void => store.settings.set(KEY, { ...read(), enabled }),
    /** @throws AppError `conflict` when there are too many. */
    add(name: string): string {
      const settings = read();
      if (settings.clients.length >= MOST)
        throw new AppError('conflict', `There are ${MOST} clients. Remove one first.`);
      const token = randomBytes(32).toString('base64url');
      const clean = name.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim() || 'Agent';
      const client = {
        clientId: randomBytes(9).toString('base64url'),
        name: clean,
        tokenHash: hashOf(token),
        createdAt: Date.now(),
      };
      store.settings.set(KEY, { ...settings, clients: [...settings.clients, client] });
      return token;
    },
    /** @throws AppError `not-found`. */
    remove(clientId: string): void {
      const settings = read();
      const clients = settings.clients.filter((client) => client.clientId !== clientId);
      if (clients.length === settings.clients.length) throw new AppError('not-found', 'There is no such client.');
      store.settings.set(KEY, { ...settings, clients });
    },
    /** Every client is compared, each in constant time. */
    find(token: string): { clientId: string; name: string } | undefined {
      const tried = Buffer.from(hashOf(token), 'hex');
      let found: { clientId: string; name: string } | undefined;
      for (const { clientId, name, tokenHash } of read().clients)
        if (timingSafeEqual(Buffer.from(tokenHash, 'hex'), tried)) found = { clientId, name };
      return found;
    },
  };
}
export type DoorClients = ReturnType<typeof doorClients>;
