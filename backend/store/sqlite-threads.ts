import type { ThreadMessage, ThreadSummary } from '@pagehand/contracts/api';
import { AppError } from '@pagehand/contracts/errors';
import { fromJson, type Sql } from './sql.ts';
import { purgeThread } from './sqlite-purge.ts';
import type { Store } from './store.ts';

type ThreadRow = {
  thread_id: string;
  title: string;
  pinned: number;
  created_at: number;
  updated_at: number;
  waiting: number;
};
type MessageRow = {
  id: string;
  turn_id: string;
  role: ThreadMessage['role'];
  content: string;
  rest: string;
  created_at: number;
};
type MessageRest = Pick<ThreadMessage, 'toolCalls' | 'toolCallId' | 'artifact'>;

/** A request that a panel has claimed is being worked on: it does not wait for the person. */
const COLUMNS = `thread_id, title, pinned, created_at, updated_at, EXISTS (
  SELECT 1 FROM interrupts i WHERE i.thread_id = t.thread_id AND i.closed = 0 AND i.answer IS NULL
    AND (i.claimed_by IS NULL OR i.claim_until <= unixepoch('subsec') * 1000)) AS waiting`;

const toSummary = (row: ThreadRow): ThreadSummary => ({
  threadId: row.thread_id,
  title: row.title,
  pinned: row.pinned === 1,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  waiting: row.waiting === 1,
});

/** Words of a search: letters and digits only, so that nothing in them is FTS5 syntax. At most 12. */
const toWords = (query: string): string[] => (query.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, 12);

export function sqliteThreads(sql: Sql): Store['threads'] {
  const change = (count: number): void => {
    if (count === 0) throw new AppError('not-found', 'There is no such thread.');
  };
  return {
    ensure(threadId, title) {
      const now = Date.now();
      // A deleted thread that is written to again comes back: what a person just asked must not be hidden.
      sql.transaction(() =>
        sql.run(
          `INSERT INTO threads (thread_id, title, created_at, updated_at) VALUES (?, ?, ?, ?)
           ON CONFLICT (thread_id) DO UPDATE SET deleted_at = NULL`,
          threadId,
          title.slice(0, 200),
          now,
          now,
        ),
      );
    },
    get(threadId) {
      const row = sql.get<ThreadRow>(
        `SELECT ${COLUMNS} FROM threads t WHERE thread_id = ? AND deleted_at IS NULL`,
        threadId,
      );
      return row === undefined ? undefined : toSummary(row);
    },
    list(query, limit) {
      const words = query === undefined ? [] : toWords(query);
      if (query !== undefined && query.trim() !== '' && words.length === 0) return [];
      // Every word must begin a word somewhere in the thread: in its title or in any of its messages.
      const wanted = words.map(
        () => `AND (t.n IN (SELECT rowid FROM titles_search WHERE titles_search MATCH ?) OR t.thread_id IN (
          SELECT m.thread_id FROM messages_search s JOIN messages m ON m.n = s.rowid WHERE messages_search MATCH ?))`,
      );
      const values = words.flatMap((word) => [`"${word}"*`, `"${word}"*`]);
      const rows = sql.all<ThreadRow>(
        `SELECT ${COLUMNS} FROM threads t WHERE deleted_at IS NULL ${wanted.join(' ')}
         ORDER BY pinned DESC, updated_at DESC, n DESC LIMIT ?`,
        ...values,
        limit,
      );
      return rows.map(toSummary);
    },
    rename(threadId, title) {
      change(
        sql.durable(() =>
          sql.run(
            'UPDATE threads SET title = ? WHERE thread_id = ? AND deleted_at IS NULL',
            title.slice(0, 200),
            threadId,
          ),
        ),
      );
    },
    pin(threadId, pinned) {
      change(
        sql.durable(() =>
          sql.run('UPDATE threads SET pinned = ? WHERE thread_id = ? AND deleted_at IS NULL', pinned ? 1 : 0, threadId),
        ),
      );
    },
    delete(threadId) {
      change(
        sql.durable(() =>
          sql.run('UPDATE threads SET deleted_at = ? WHERE thread_id = ? AND deleted_at IS NULL', Date.now(), threadId),
        ),
      );
    },
    restore(threadId) {
      change(sql.durable(() => sql.run('UPDATE threads SET deleted_at = NULL WHERE thread_id = ?', threadId)));
    },
    purge(before) {
      const gone = sql.all<{ thread_id: string }>('SELECT thread_id FROM threads WHERE deleted_at < ?', before);
      // One transaction per thread: a long list must not hold the event loop's only connection for one huge commit.
      for (const { thread_id } of gone) sql.durable(() => purgeThread(sql, thread_id));
    },
    addMessage(threadId, message) {
      const rest: MessageRest = {
        ...(message.toolCalls === undefined ? {} : { toolCalls: message.toolCalls }),
        ...(message.toolCallId === undefined ? {} : { toolCallId: message.toolCallId }),
        ...(message.artifact === undefined ? {} : { artifact: message.artifact }),
      };
      sql.transaction(() => {
        sql.run(
          `INSERT INTO messages (thread_id, id, turn_id, role, content, rest, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)
           ON CONFLICT (thread_id, id) DO UPDATE SET turn_id = excluded.turn_id, role = excluded.role,
             content = excluded.content, rest = excluded.rest, created_at = excluded.created_at`,
          threadId,
          message.id,
          message.turnId,
          message.role,
          message.content,
          JSON.stringify(rest),
          message.createdAt,
        );
        sql.run('UPDATE threads SET updated_at = ? WHERE thread_id = ?', Date.now(), threadId);
      });
    },
    messages(threadId) {
      const rows = sql.all<MessageRow>(
        'SELECT id, turn_id, role, content, rest, created_at FROM messages WHERE thread_id = ? ORDER BY n',
        threadId,
      );
      return rows.map((row) => ({
        id: row.id,
        turnId: row.turn_id,
        role: row.role,
        content: row.content,
        ...fromJson<MessageRest>(row.rest),
        createdAt: row.created_at,
      }));
    },
  };
}
