import type { ConnectionFields, ConnectionId } from '@pagehand/contracts/connections';
import * as z from 'zod';
import type { Store } from '../store/store.ts';

const StoredSchema = z.record(z.string(), z.string());

/** What is kept of each connection, entered or got from a login: encrypted, one secret for each connection. */
export type ConnectionStore = {
  /** Empty when nothing is kept. */
  read(id: ConnectionId): ConnectionFields;
  /** Replaces all of it; empty values are left out. */
  write(id: ConnectionId, fields: Readonly<Record<string, string | undefined>>): void;
};

export function connectionStore(secrets: Store['secrets']): ConnectionStore {
  const nameOf = (id: ConnectionId): string => `connection-${id}`;
  return {
    read(id) {
      const stored = secrets.get(nameOf(id));
      if (stored === undefined) return {};
      return StoredSchema.parse(JSON.parse(stored)); // our own text, written below
    },
    write(id, fields) {
      const kept = Object.fromEntries(
        Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''),
      );
      secrets.set(nameOf(id), Object.keys(kept).length === 0 ? null : JSON.stringify(kept));
    },
  };
}
