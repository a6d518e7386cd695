import { fromJson, type Sql } from './sql.ts';
import type { Store } from './store.ts';

export function sqliteSettings(sql: Sql): Store['settings'] {
  return {
    get(key) {
      const row = sql.get<{ value: string }>('SELECT value FROM settings WHERE key = ?', key);
      return row === undefined ? undefined : fromJson<unknown>(row.value);
    },
    set(key, value) {
      sql.durable(() =>
        value === undefined
          ? sql.run('DELETE FROM settings WHERE key = ?', key)
          : sql.run(
              'INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
              key,
              JSON.stringify(value),
            ),
      );
    },
  };
}
