import type { AppErrorBody } from '@pagehand/contracts/errors';
import { useCallback, useEffect, useState } from 'react';
import type { PairingList } from '../../utils/backend-client.ts';
import { useActions } from '../actions-context.ts';
import { ErrorLine } from '../states/ErrorLine.tsx';
import { useText } from '../texts/text.ts';
import { Button } from '../ui/Button.tsx';

/** Who is paired with the backend; each can be revoked. */
export function Pairings() {
  const t = useText();
  const { actions, services } = useActions();
  const [list, setList] = useState<PairingList>();
  const [error, setError] = useState<AppErrorBody>();
  const load = useCallback(async () => {
    try {
      setList(await services.pairings.list(AbortSignal.timeout(20_000)));
    } catch (cause) {
      setError(services.toError(cause));
    }
  }, [services]);
  useEffect(() => void load(), [load]);
  const revoke = async (pairingId: string, current: boolean) => {
    try {
      await services.pairings.revoke(pairingId, AbortSignal.timeout(20_000));
      await (current ? actions.connect() : load());
    } catch (cause) {
      setError(services.toError(cause));
    }
  };
  return (
    <>
      {error ? <ErrorLine error={error} /> : null}
      <ul className="rows">
        {list?.map((pairing) => (
          <li key={pairing.pairingId}>
            <span className="row-name">
              <bdi>{pairing.name}</bdi>
              <span className="hint">
                {pairing.current ? t('thisExtension') : t('pairedOn', { when: t.when(pairing.createdAt) })}
              </span>
            </span>
            <Button
              aria-label={t('revokeNamed', { name: pairing.name })}
              onPress={() => void revoke(pairing.pairingId, pairing.current)}
            >
              {t('revoke')}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
