import type { Sql } from './sql.ts';
import type { Store } from './store.ts';

type PairingRow = { pairing_id: string; name: string; origin: string; token_hash: string; created_at: number };

export function sqlitePairings(sql: Sql): Store['pairings'] {
  return {
    add({ pairingId, name, origin, tokenHash }) {
      sql.durable(() =>
        sql.run(
          'INSERT INTO pairings (pairing_id, name, origin, token_hash, created_at) VALUES (?, ?, ?, ?, ?)',
          pairingId,
          name,
          origin,
          tokenHash,
          Date.now(),
        ),
      );
    },
    list: () =>
      sql.all<PairingRow>('SELECT * FROM pairings ORDER BY created_at, pairing_id').map((row) => ({
        pairingId: row.pairing_id,
        name: row.name,
        origin: row.origin,
        tokenHash: row.token_hash,
        createdAt: row.created_at,
      })),
    revoke(pairingId) {
      sql.durable(() => sql.run('DELETE FROM pairings WHERE pairing_id = ?', pairingId));
    },
  };
}
