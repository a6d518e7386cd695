import type { AppErrorBody } from '@pagehand/contracts/errors';
import { useCallback, useState } from 'react';
import { useActions } from './actions-context.ts';

export type Attempt = {
  /** Something that was begun has not ended yet. */
  busy: boolean;
  /** Why the last one failed; gone as soon as the next one begins. */
  error: AppErrorBody | undefined;
  /** Does the work and keeps what it throws. @returns whether it came to its end. */
  attempt(work: () => Promise<unknown>): Promise<boolean>;
};

/** What a component shows around something asynchronous: that it is on, and why it failed. */
export function useAttempt(): Attempt {
  const { services } = useActions();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<AppErrorBody>();
  const attempt = useCallback<Attempt['attempt']>(
    async (work) => {
      setBusy(true);
      setError(undefined);
      try {
        await work();
        return true;
      } catch (cause) {
        setError(services.toError(cause));
        return false;
      } finally {
        setBusy(false);
      }
    },
    [services],
  );
  return { busy, error, attempt };
}
