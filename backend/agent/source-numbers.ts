import { SourcesArtifactSchema } from '@pagehand/contracts/sources';
import type { Store } from '../store/store.ts';

/** Numbers the sources of a turn through all its tool calls, also those before a pause: an answer cites them as [n]. */
export function sourceNumbers(
  store: Store,
  { threadId, turnId }: { threadId: string; turnId: string },
): (count: number) => number {
  let next: number | undefined;
  return (count) => {
    next ??= 1 + Math.max(0, ...numbersOf(store, threadId, turnId));
    const first = next;
    next += count;
    return first;
  };
}

function numbersOf(store: Store, threadId: string, turnId: string): number[] {
  return store.threads
    .messages(threadId)
    .filter((message) => message.turnId === turnId)
    .flatMap(({ artifact }) => SourcesArtifactSchema.safeParse(artifact).data?.sources.map(({ n }) => n) ?? []);
}
