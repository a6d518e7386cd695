import type { TaskList } from '@pagehand/contracts/task-list';
import type { Turn, TurnItem } from './view-state.ts';

/** The turn's items with this to-do list: where it stood before, else at the end. */
export function withTasks({ turnId, items }: Pick<Turn, 'turnId' | 'items'>, tasks: TaskList): TurnItem[] {
  const item: TurnItem = { type: 'tasks', id: `tasks-${turnId}`, tasks };
  const at = items.findIndex(({ id }) => id === item.id);
  return at < 0 ? [...items, item] : items.with(at, item);
}

/** The most of each stream that a card shows; characters. */
const SHOWN = 16_000;

/** A tool's item with more of what it prints; the end of it stays. */
export function withOutput(item: TurnItem, stream: 'stdout' | 'stderr', text: string): TurnItem {
  if (item.type !== 'tool') return item;
  const before = item.output ?? { stdout: '', stderr: '' };
  return { ...item, output: { ...before, [stream]: (before[stream] + text).slice(-SHOWN) } };
}
