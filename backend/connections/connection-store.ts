import { CONNECTION_IDS, type ConnectionFields, type ConnectionId } from '@pagehand/contracts/connections';
import * as z from 'zod';
import { LiveSecrets } from '../live-secrets.ts';
import type { Store } from '../store/store.ts';
import { jiitTokenOf } from './jiit-session.ts';

const StoredSchema = z.record(z.string(), z.string());

/** What is kept of each connection, entered or got from a login: encrypted, one secret for each connection. */
export type ConnectionStore = {
  /** Every secret that is kept, or was valid since this backend began. */
  readonly live: LiveSecrets;
  secrets(): string[];
  /** Empty when nothing is kept. */
  read(id: ConnectionId): ConnectionFields;
  /** Replaces all of it; empty values are left out. */
  write(id: ConnectionId, fields: Readonly<Record<string, string | undefined>>): void;
};

/** Fields that are no secret; whatever else is kept is one. */
const SHOWN: ReadonlySet<string> = new Set(['url', 'client_id', 'account', 'scopes', 'expires_at']);
const secretsIn = (fields: Readonly<Record<string, string | undefined>>): (string | undefined)[] =>
  Object.entries(fields).flatMap(([name, value]) => (SHOWN.has(name) ? [] : [value, jiitTokenOf(value)]));

export function connectionStore(secrets: Store['secrets']): ConnectionStore {
  const nameOf = (id: ConnectionId): string => `connection-${id}`;
  const live = new LiveSecrets();
  const read = (id: ConnectionId): ConnectionFields => {
    const stored = secrets.get(nameOf(id));
    if (stored === undefined) return {};
    return StoredSchema.parse(JSON.parse(stored)); // our own text, written below
  };
  return {
    live,
    read,
    secrets() {
      for (const id of CONNECTION_IDS) live.add(...secretsIn(read(id)));
      return live.list();
    },
    write(id, fields) {
      live.add(...secretsIn(read(id)), ...secretsIn(fields));
      const kept = Object.fromEntries(
        Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''),
      );
      secrets.set(nameOf(id), Object.keys(kept).length === 0 ? null : JSON.stringify(kept));
    },
  };
}
