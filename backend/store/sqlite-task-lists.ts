import type { TaskList } from '@pagehand/contracts/task-list';
import { fromJson, type Sql } from './sql.ts';
import type { Store } from './store.ts';

export function sqliteTaskLists(sql: Sql): Store['taskLists'] {
  return {
    get(threadId) {
      const row = sql.get<{ tasks: string }>('SELECT tasks FROM task_lists WHERE thread_id = ?', threadId);
      return row === undefined ? [] : fromJson<TaskList>(row.tasks);
    },
    set(threadId, tasks) {
      sql.run(
        'INSERT INTO task_lists (thread_id, tasks) VALUES (?, ?) ON CONFLICT (thread_id) DO UPDATE SET tasks = excluded.tasks',
        threadId,
        JSON.stringify(tasks),
      );
    },
  };
}
