import type { Receipt } from '@pagehand/contracts/receipt';
import type { PageSnapshot } from '@pagehand/contracts/snapshot';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/** One row per step that was started: without a receipt its end was not seen. */
export type JournalRow = {
  interruptId: string;
  stepId: string;
  /** Hash of the exact step (see `approvals.ts`). */
  hash: string;
  kind: string;
  startedAt: number;
  receipt?: Receipt;
  /** The backend has the receipt. */
  posted: boolean;
};

type SnapshotRow = { snapshotId: string; snapshot: PageSnapshot; at: number };

export interface PagehandDatabase extends DBSchema {
  steps: { key: [string, string]; value: JournalRow; indexes: { interruptId: string; startedAt: number } };
  snapshots: { key: string; value: SnapshotRow; indexes: { at: number } };
}

let opened: Promise<IDBPDatabase<PagehandDatabase>> | undefined;

/** The extension's own IndexedDB: what must survive a closed panel and a killed browser. */
export function openDatabase(): Promise<IDBPDatabase<PagehandDatabase>> {
  opened ??= openDB<PagehandDatabase>('pagehand', 1, {
    upgrade(database) {
      const steps = database.createObjectStore('steps', { keyPath: ['interruptId', 'stepId'] });
      steps.createIndex('interruptId', 'interruptId');
      steps.createIndex('startedAt', 'startedAt');
      database.createObjectStore('snapshots', { keyPath: 'snapshotId' }).createIndex('at', 'at');
    },
    terminated() {
      opened = undefined;
    },
  });
  return opened;
}
