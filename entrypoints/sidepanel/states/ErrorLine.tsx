import type { AppErrorBody } from '@pagehand/contracts/errors';
import { CircleAlert } from 'lucide-react';
import { Value } from '../plan/Value.tsx';
import { useText } from '../texts/text.ts';
import { errorWords } from './error-words.ts';

/** An error inside a card or a turn that goes on: what is so, and every problem where there are several. */
export function ErrorLine({ error }: { error: AppErrorBody }) {
  const t = useText();
  return (
    <div className="error-line" data-testid="error-line" data-code={error.code}>
      <CircleAlert size={14} aria-hidden="true" />
      <div>
        <span>{errorWords(error, t)}</span>
        {error.problems && error.problems.length > 0 ? (
          <ul>
            {error.problems.slice(0, 10).map((problem) => (
              <li key={`${problem.path} ${problem.code} ${problem.message}`}>
                <Value text={problem.message} />
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </div>
  );
}
