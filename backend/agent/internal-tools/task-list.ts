import { AppError } from '@pagehand/contracts/errors';
import { type TaskList, TaskListSchema } from '@pagehand/contracts/task-list';

const MARKS = { open: '[ ]', working: '[>]', done: '[x]', dropped: '[-]' } as const;

/** A list of which nothing is begun. @throws AppError `invalid-arguments` (1 to 30 steps, each up to 200 characters). */
export const newTasks = (steps: readonly string[]): TaskList =>
  checked(steps.map((step) => ({ text: step.trim(), state: 'open' })));

/** The list with one step changed. @throws AppError `not-found` when there is no such step. */
export function changedTasks(
  tasks: TaskList,
  { step, state, text }: { step: number; state: TaskList[number]['state']; text: string | undefined },
): TaskList {
  const found = tasks[step - 1];
  if (found === undefined)
    throw new AppError(
      'not-found',
      tasks.length === 0 ? 'There is no plan yet: set_plan first.' : `The plan has the steps 1 to ${tasks.length}.`,
    );
  return checked(tasks.with(step - 1, { text: text?.trim() ?? found.text, state }));
}

/** The list as a model reads it. */
export const shownTasks = (tasks: TaskList): string =>
  tasks.map(({ text, state }, index) => `${MARKS[state]} ${index + 1}. ${text}`).join('\n');

function checked(tasks: unknown): TaskList {
  const parsed = TaskListSchema.min(1).safeParse(tasks);
  if (parsed.success) return parsed.data;
  throw new AppError('invalid-arguments', 'A plan has 1 to 30 steps of 1 to 200 characters each.');
}
