import type { PageSnapshot } from '@pagehand/contracts/snapshot';
import { fromJson, type Sql } from './sql.ts';
import type { Store } from './store.ts';

type SnapshotRow = { snapshot: string };

export function sqliteSnapshots(sql: Sql): Store['snapshots'] {
  const read = (row: SnapshotRow | undefined): PageSnapshot | undefined =>
    row === undefined ? undefined : fromJson<PageSnapshot>(row.snapshot);
  return {
    put(turnId, snapshot, mentioned = false) {
      sql.transaction(() =>
        sql.run(
          `INSERT INTO snapshots (snapshot_id, turn_id, snapshot, mentioned) VALUES (?, ?, ?, ?)
           ON CONFLICT (snapshot_id) DO UPDATE SET turn_id = excluded.turn_id, snapshot = excluded.snapshot,
             mentioned = excluded.mentioned`,
          snapshot.snapshotId,
          turnId,
          JSON.stringify(snapshot),
          mentioned ? 1 : 0,
        ),
      );
    },
    get: (snapshotId) => read(sql.get<SnapshotRow>('SELECT snapshot FROM snapshots WHERE snapshot_id = ?', snapshotId)),
    latest: (turnId) =>
      read(
        sql.get<SnapshotRow>(
          'SELECT snapshot FROM snapshots WHERE turn_id = ? AND mentioned = 0 ORDER BY n DESC LIMIT 1',
          turnId,
        ),
      ),
    mentioned: (turnId) =>
      sql
        .all<SnapshotRow>('SELECT snapshot FROM snapshots WHERE turn_id = ? AND mentioned = 1 ORDER BY n', turnId)
        .map((row) => fromJson<PageSnapshot>(row.snapshot)),
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
