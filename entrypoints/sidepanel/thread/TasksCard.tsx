import type { TaskList } from '@pagehand/contracts/task-list';
import { Circle, CircleCheck, CircleDot, CircleSlash, ListTodo } from 'lucide-react';
import type { TextKey } from '../texts/text.ts';
import { useText } from '../texts/text.ts';
import { Card } from '../ui/Card.tsx';

const LOOKS = {
  open: { icon: Circle, word: 'task_open' },
  working: { icon: CircleDot, word: 'task_working' },
  done: { icon: CircleCheck, word: 'task_done' },
  dropped: { icon: CircleSlash, word: 'task_dropped' },
} as const satisfies Record<TaskList[number]['state'], { icon: unknown; word: TextKey }>;

/** The to-do list of a long task, ticked off as it goes. */
export function TasksCard({ tasks }: { tasks: TaskList }) {
  const t = useText();
  const done = tasks.filter(({ state }) => state === 'done').length;
  return (
    <Card
      icon={<ListTodo size={16} />}
      title={t('tasksTitle')}
      state={t('tasksDone', { done: t.number(done), all: t.number(tasks.length) })}
      label={t('tasksLabel')}
      testId="tasks-card"
    >
      <ol className="tasks">
        {tasks.map(({ text, state }, index) => {
          const { icon: Icon, word } = LOOKS[state];
          return (
            // The list is replaced as a whole; a step has no name but its place.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <li key={index} className={`task task-${state}`} aria-current={state === 'working' ? 'step' : undefined}>
              <Icon size={16} aria-hidden="true" />
              <span className="task-text" dir="auto">
                {text}
              </span>
              <span className="visually-hidden">{t(word)}</span>
            </li>
          );
        })}
      </ol>
    </Card>
  );
}
