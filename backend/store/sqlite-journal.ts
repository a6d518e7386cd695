import type { Sql } from './sql.ts';
import type { Store } from './store.ts';

export function sqliteJournal(sql: Sql): Store['journal'] {
  return {
    begin(callId, turnId) {
      // On the disk before the effect begins: after a power failure it is at worst `started`, never forgotten.
      return sql.durable(() => {
        const begun = sql.run(
          'INSERT INTO journal (call_id, turn_id, started_at) VALUES (?, ?, ?) ON CONFLICT (call_id) DO NOTHING',
          callId,
          turnId,
          Date.now(),
        );
        if (begun === 1) return { state: 'new' };
        const row = sql.get<{ result: string | null }>('SELECT result FROM journal WHERE call_id = ?', callId);
        return row === undefined || row.result === null ? { state: 'started' } : { state: 'done', result: row.result };
      });
    },
    done(callId, result) {
      // The first result stays: a second one would mean that the call ran twice.
      sql.transaction(() =>
        sql.run('UPDATE journal SET result = ? WHERE call_id = ? AND result IS NULL', result, callId),
      );
    },
    state(callId) {
      const row = sql.get<{ result: string | null }>('SELECT result FROM journal WHERE call_id = ?', callId);
      return row === undefined ? 'new' : row.result === null ? 'started' : 'done';
    },
    forget(callId) {
      sql.transaction(() => sql.run('DELETE FROM journal WHERE call_id = ? AND result IS NULL', callId));
    },
  };
}
