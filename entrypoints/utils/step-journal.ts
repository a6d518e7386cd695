/**
 * What was begun and what came of it, written before and after each step. `strict` durability: a step is noted on disk
 * before the page is touched, so that a crash leaves a started step without a receipt, never a receipt-less repeat.
 */
import type { Receipt } from '@pagehand/contracts/receipt';
import { type JournalRow, openDatabase } from './database.ts';

const KEEP_MS = 7 * 24 * 3_600_000;

/** Notes that a step begins. False when it was begun before: then it must not run again. */
export async function beginStep(step: {
  interruptId: string;
  stepId: string;
  hash: string;
  kind: string;
}): Promise<boolean> {
  const database = await openDatabase();
  const transaction = database.transaction('steps', 'readwrite', { durability: 'strict' });
  const known = await transaction.store.get([step.interruptId, step.stepId]);
  if (known === undefined) await transaction.store.add({ ...step, startedAt: Date.now(), posted: false });
  await transaction.done;
  return known === undefined;
}

/** Stores the receipt of a step that was begun. The first one stays. */
export async function endStep(interruptId: string, receipt: Receipt): Promise<void> {
  const database = await openDatabase();
  const transaction = database.transaction('steps', 'readwrite', { durability: 'strict' });
  const row = await transaction.store.get([interruptId, receipt.stepId]);
  if (row !== undefined && row.receipt === undefined) await transaction.store.put({ ...row, receipt });
  await transaction.done;
}

export async function markPosted(interruptId: string, stepId: string): Promise<void> {
  const database = await openDatabase();
  const transaction = database.transaction('steps', 'readwrite');
  const row = await transaction.store.get([interruptId, stepId]);
  if (row !== undefined) await transaction.store.put({ ...row, posted: true });
  await transaction.done;
}

/** Everything begun for an interrupt, in the order in which it was begun. */
export async function journalOf(interruptId: string): Promise<JournalRow[]> {
  const database = await openDatabase();
  const rows = await database.getAllFromIndex('steps', 'interruptId', interruptId);
  return rows.sort((a, b) => a.startedAt - b.startedAt);
}

/** Drops rows older than a week. */
export async function pruneJournal(now: number = Date.now()): Promise<void> {
  const database = await openDatabase();
  const transaction = database.transaction('steps', 'readwrite');
  for await (const cursor of transaction.store.index('startedAt').iterate(IDBKeyRange.upperBound(now - KEEP_MS)))
    await cursor.delete();
  await transaction.done;
}
