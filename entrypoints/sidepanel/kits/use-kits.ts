import type { AppErrorBody } from '@pagehand/contracts/errors';
import { useCallback, useEffect, useState } from 'react';
import { useActions } from '../actions-context.ts';
import type { KitList, Services } from '../services.ts';

const WAIT_MS = 90_000;
/** An image that is being made is looked at this often. */
const LOOK_MS = 1_000;

export type Kits = {
  list: KitList | undefined;
  error: AppErrorBody | undefined;
  busy: boolean;
  /** Does something with the backend's kits, then looks again. */
  change(work: (kits: Services['kits'], signal: AbortSignal) => Promise<unknown>): Promise<void>;
};

/** What the backend knows of kits; looked at again while an image is being made. */
export function useKits(): Kits {
  const { services, actions } = useActions();
  const [list, setList] = useState<KitList>();
  const [error, setError] = useState<AppErrorBody>();
  const [busy, setBusy] = useState(false);
  const load = useCallback(async () => {
    try {
      setList(await services.kits.list({}, AbortSignal.timeout(WAIT_MS)));
      // The commands are made from the tools.
      void actions.refreshTools();
    } catch (cause) {
      setError(services.toError(cause));
    }
  }, [services, actions]);
  useEffect(() => void load(), [load]);
  const building = list?.modules.some(({ image }) => image.state === 'building') ?? false;
  useEffect(() => {
    if (!building) return;
    const timer = setInterval(() => void load(), LOOK_MS);
    return () => clearInterval(timer);
  }, [building, load]);
  const change = useCallback<Kits['change']>(
    async (work) => {
      setBusy(true);
      setError(undefined);
      try {
        await work(services.kits, AbortSignal.timeout(WAIT_MS));
      } catch (cause) {
        setError(services.toError(cause));
      }
      await load();
      setBusy(false);
    },
    [services, load],
  );
  return { list, error, busy, change };
}
