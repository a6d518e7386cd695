import type { Sql } from './sql.ts';

const OF_TURN = ['journal', 'snapshots', 'results'] as const;
const OF_THREAD = [
  'interrupts',
  'turns',
  'messages',
  'events',
  'event_heads',
  'attachments',
  'notes',
  'task_lists',
  'threads',
] as const;
/** LangGraph's own tables (one graph thread per turn). They are there only once its saver has run. */
const OF_GRAPH = ['checkpoints', 'writes'] as const;

/** Removes a thread and all that hangs on it. Call it inside a transaction. */
export function purgeThread(sql: Sql, threadId: string): void {
  const turns = 'SELECT turn_id FROM turns WHERE thread_id = ?';
  for (const table of OF_GRAPH) {
    if (sql.get('SELECT 1 FROM sqlite_master WHERE type = ? AND name = ?', 'table', table) !== undefined)
      sql.run(`DELETE FROM ${table} WHERE thread_id IN (${turns})`, threadId);
  }
  for (const table of OF_TURN) sql.run(`DELETE FROM ${table} WHERE turn_id IN (${turns})`, threadId);
  sql.run(
    'DELETE FROM receipts WHERE interrupt_id IN (SELECT interrupt_id FROM interrupts WHERE thread_id = ?)',
    threadId,
  );
  for (const table of OF_THREAD) sql.run(`DELETE FROM ${table} WHERE thread_id = ?`, threadId);
}
