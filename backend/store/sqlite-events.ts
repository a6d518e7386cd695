import { fromJson, type Sql } from './sql.ts';
import type { Store, StoredEvent } from './store.ts';

type EventRow = { seq: number; run_id: string; event: string };
type Listener = (event: StoredEvent) => void;

export function sqliteEvents(sql: Sql): Store['events'] {
  const listeners = new Map<string, Set<Listener>>();
  return {
    append(threadId, runId, event) {
      const type = event['type'];
      const seq = sql.transaction(() => {
        // The head outlives compaction, so that a sequence number is never given twice.
        const head = sql.get<{ last_seq: number }>(
          `INSERT INTO event_heads (thread_id, last_seq) VALUES (?, 1)
           ON CONFLICT (thread_id) DO UPDATE SET last_seq = last_seq + 1 RETURNING last_seq`,
          threadId,
        );
        const next = head?.last_seq ?? 1;
        sql.run(
          'INSERT INTO events (thread_id, seq, run_id, type, event, created_at) VALUES (?, ?, ?, ?, ?, ?)',
          threadId,
          next,
          runId,
          typeof type === 'string' ? type : '',
          JSON.stringify(event),
          Date.now(),
        );
        return next;
      });
      for (const listener of [...(listeners.get(threadId) ?? [])]) listener({ seq, runId, event });
      return seq;
    },
    lastSeq: (threadId) =>
      sql.get<{ last_seq: number }>('SELECT last_seq FROM event_heads WHERE thread_id = ?', threadId)?.last_seq ?? 0,
    lastRun: (threadId) =>
      sql.get<{ run_id: string }>(
        "SELECT run_id FROM events WHERE thread_id = ? AND type = 'RUN_STARTED' ORDER BY seq DESC LIMIT 1",
        threadId,
      )?.run_id,
    after(threadId, seq, limit) {
      const rows = sql.all<EventRow>(
        'SELECT seq, run_id, event FROM events WHERE thread_id = ? AND seq > ? ORDER BY seq LIMIT ?',
        threadId,
        seq,
        limit,
      );
      return rows.map((row) => ({
        seq: row.seq,
        runId: row.run_id,
        event: fromJson<Record<string, unknown>>(row.event),
      }));
    },
    listen(threadId, listener) {
      const ours = listeners.get(threadId) ?? new Set<Listener>();
      listeners.set(threadId, ours);
      ours.add(listener);
      return () => {
        ours.delete(listener);
        if (ours.size === 0 && listeners.get(threadId) === ours) listeners.delete(threadId);
      };
    },
    compact(before) {
      return sql.transaction(() =>
        sql.run(
          `DELETE FROM events WHERE created_at < ? AND created_at < COALESCE(
             (SELECT MIN(started_at) FROM turns t WHERE t.thread_id = events.thread_id AND t.state <> 'ended'), created_at + 1)`,
          before,
        ),
      );
    },
  };
}
