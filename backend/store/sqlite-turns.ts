import { AppError } from '@pagehand/contracts/errors';
import { fromJson, type Sql } from './sql.ts';
import type { Store } from './store.ts';

type TurnRow = { turn_id: string; thread_id: string; state: 'running' | 'waiting'; input: string };

export function sqliteTurns(sql: Sql): Store['turns'] {
  return {
    start({ turnId, threadId, input }) {
      sql.transaction(() => {
        // The partial unique index `turns_one_open` stands behind this check.
        const taken = sql.get(
          "SELECT 1 FROM turns WHERE (thread_id = ? AND state <> 'ended') OR turn_id = ?",
          threadId,
          turnId,
        );
        if (taken !== undefined)
          throw new AppError('conflict', 'The thread has a turn that is not ended, or the run id was used before.');
        const now = Date.now();
        sql.run(
          "INSERT INTO turns (turn_id, thread_id, state, input, started_at) VALUES (?, ?, 'running', ?, ?)",
          turnId,
          threadId,
          JSON.stringify(input ?? null),
          now,
        );
        sql.run('UPDATE threads SET updated_at = ? WHERE thread_id = ?', now, threadId);
      });
    },
    setState(turnId, state) {
      const change = (): number => sql.run('UPDATE turns SET state = ? WHERE turn_id = ?', state, turnId);
      // The end of a turn and its pauses are where everything of it is brought to the disk.
      if (state === 'running') sql.transaction(change);
      else sql.durable(change);
    },
    unfinished() {
      const rows = sql.all<TurnRow>(
        "SELECT turn_id, thread_id, state, input FROM turns WHERE state <> 'ended' ORDER BY started_at",
      );
      return rows.map((row) => ({
        turnId: row.turn_id,
        threadId: row.thread_id,
        state: row.state,
        input: fromJson<unknown>(row.input),
      }));
    },
    open(threadId) {
      const row = sql.get<TurnRow>(
        "SELECT turn_id, thread_id, state, input FROM turns WHERE thread_id = ? AND state <> 'ended'",
        threadId,
      );
      return row === undefined
        ? undefined
        : { turnId: row.turn_id, state: row.state, input: fromJson<unknown>(row.input) };
    },
  };
}
