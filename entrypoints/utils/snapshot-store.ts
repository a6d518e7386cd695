/** Snapshots that were sent, so that a reopened panel can check a waiting plan against the page it was made for. */
import type { PageSnapshot } from '@pagehand/contracts/snapshot';
import { openDatabase } from './database.ts';

const KEEP = 24;

export async function keepSnapshot(snapshot: PageSnapshot): Promise<void> {
  const database = await openDatabase();
  const transaction = database.transaction('snapshots', 'readwrite');
  await transaction.store.put({ snapshotId: snapshot.snapshotId, snapshot, at: Date.now() });
  let surplus = (await transaction.store.count()) - KEEP;
  for await (const cursor of transaction.store.index('at').iterate()) {
    if (surplus <= 0) break;
    surplus -= 1;
    await cursor.delete();
  }
  await transaction.done;
}

export async function findSnapshot(snapshotId: string): Promise<PageSnapshot | undefined> {
  return (await (await openDatabase()).get('snapshots', snapshotId))?.snapshot;
}
