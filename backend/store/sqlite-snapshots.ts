import type { PageSnapshot } from '@pagehand/contracts/snapshot';
import { fromJson, type Sql } from './sql.ts';
import type { Store } from './store.ts';

type SnapshotRow = { snapshot: string };

export function sqliteSnapshots(sql: Sql): Store['snapshots'] {
  const read = (row: SnapshotRow | undefined): PageSnapshot | undefined =>
    row === undefined ? undefined : fromJson<PageSnapshot>(row.snapshot);
  return {
    put(turnId, snapshot) {
      sql.transaction(() =>
        sql.run(
          `INSERT INTO snapshots (snapshot_id, turn_id, snapshot) VALUES (?, ?, ?)
           ON CONFLICT (snapshot_id) DO UPDATE SET turn_id = excluded.turn_id, snapshot = excluded.snapshot`,
          snapshot.snapshotId,
          turnId,
          JSON.stringify(snapshot),
        ),
      );
    },
    get: (snapshotId) => read(sql.get<SnapshotRow>('SELECT snapshot FROM snapshots WHERE snapshot_id = ?', snapshotId)),
    latest: (turnId) =>
      read(sql.get<SnapshotRow>('SELECT snapshot FROM snapshots WHERE turn_id = ? ORDER BY n DESC LIMIT 1', turnId)),
    newestIds: (threadId, limit) =>
      sql
        .all<{ snapshot_id: string }>(
          `SELECT snapshot_id FROM snapshots WHERE turn_id IN (SELECT turn_id FROM turns WHERE thread_id = ?)
           ORDER BY n DESC LIMIT ?`,
          threadId,
          limit,
        )
        .map((row) => row.snapshot_id),
    putResult(callId, content, turnId) {
      sql.transaction(() =>
        sql.run(
          'INSERT INTO results (call_id, turn_id, content) VALUES (?, ?, ?) ON CONFLICT (call_id) DO UPDATE SET content = excluded.content',
          callId,
          turnId,
          content,
        ),
      );
    },
    getResult: (callId) =>
      sql.get<{ content: string }>('SELECT content FROM results WHERE call_id = ?', callId)?.content,
  };
}
