import type { Sql } from './sql.ts';
import type { Store } from './store.ts';

/** Notes and to-do lists of threads; they go when the thread goes (see sqlite-purge.ts). */
export function sqliteNotes(sql: Sql): Store['notes'] {
  return {
    add(threadId, text) {
      return sql.transaction(() => {
        const last = sql.get<{ note_id: number | null }>(
          'SELECT max(note_id) AS note_id FROM notes WHERE thread_id = ?',
          threadId,
        );
        const noteId = (last?.note_id ?? 0) + 1;
        sql.run(
          'INSERT INTO notes (thread_id, note_id, text, created_at) VALUES (?, ?, ?, ?)',
          threadId,
          noteId,
          text,
          Date.now(),
        );
        return noteId;
      });
    },
    list(threadId) {
      return sql
        .all<{ note_id: number; text: string }>(
          'SELECT note_id, text FROM notes WHERE thread_id = ? ORDER BY note_id',
          threadId,
        )
        .map(({ note_id, text }) => ({ noteId: note_id, text }));
    },
    remove: (threadId, noteId) =>
      sql.run('DELETE FROM notes WHERE thread_id = ? AND note_id = ?', threadId, noteId) > 0,
  };
}
