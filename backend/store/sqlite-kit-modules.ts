import { fromJson, type Sql } from './sql.ts';
import type { KitModuleRecord, Store } from './store.ts';

export function sqliteKitModules(sql: Sql): Store['kitModules'] {
  return {
    list: () =>
      sql
        .all<{ record: string }>('SELECT record FROM kit_modules ORDER BY module_id')
        .map(({ record }) => fromJson<KitModuleRecord>(record)),
    put(record) {
      sql.durable(() =>
        sql.run(
          'INSERT INTO kit_modules (module_id, record) VALUES (?, ?) ON CONFLICT (module_id) DO UPDATE SET record = excluded.record',
          record.moduleId,
          JSON.stringify(record),
        ),
      );
    },
    remove(moduleId) {
      sql.durable(() => sql.run('DELETE FROM kit_modules WHERE module_id = ?', moduleId));
    },
  };
}
