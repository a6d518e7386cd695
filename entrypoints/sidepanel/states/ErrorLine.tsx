import type { AppErrorBody } from '@pagehand/contracts/errors';
import { CircleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Value } from '../plan/Value.tsx';
import { useText } from '../texts/text.ts';
import { CopyCommand } from './CopyCommand.tsx';
import { errorDetail } from './error-key.ts';
import { errorWords } from './error-words.ts';

/** `Trying again in 28 s`, counted down; gone when the time is over. */
function RetryingIn({ ms }: { ms: number }) {
  const t = useText();
  const [seconds, setSeconds] = useState(Math.ceil(ms / 1_000));
  useEffect(() => {
    const timer = setInterval(() => setSeconds((left) => left - 1), 1_000);
    return () => clearInterval(timer);
  }, []);
  return seconds > 0 ? <span> {t('retryingIn', { n: t.number(seconds) })}</span> : null;
}

/** An error inside a card or a turn that goes on: what is so, and every problem where there are several. */
export function ErrorLine({ error, retrying }: { error: AppErrorBody; retrying?: boolean }) {
  const t = useText();
  const detail = errorDetail(error);
  return (
    <div className="error-line" data-testid="error-line" data-code={error.code}>
      <CircleAlert size={14} aria-hidden="true" />
      <div>
        <span>{errorWords(error, t)}</span>
        {retrying && error.retryAfterMs !== undefined ? <RetryingIn ms={error.retryAfterMs} /> : null}
        {detail === undefined ? null : (
          <p className="hint">
            <bdi>{detail}</bdi>
          </p>
        )}
        {error.code === 'kit-engine-missing' ? <CopyCommand command="npm start -- doctor" /> : null}
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
