import { useCallback, useEffect, useState } from 'react';
import type { PairingList } from '../../utils/backend-client.ts';
import { useActions } from '../actions-context.ts';
import { ErrorLine } from '../states/ErrorLine.tsx';
import { useText } from '../texts/text.ts';
import { Button } from '../ui/Button.tsx';
import { useAttempt } from '../use-attempt.ts';

/** Who is paired with the backend; each can be revoked. */
export function Pairings() {
  const t = useText();
  const { actions, services } = useActions();
  const [list, setList] = useState<PairingList>();
  const { error, attempt } = useAttempt();
  const load = useCallback(async () => setList(await services.pairings.list(AbortSignal.timeout(20_000))), [services]);
  useEffect(() => void attempt(load), [attempt, load]);
  const revoke = (pairingId: string, current: boolean) =>
    attempt(async () => {
      await services.pairings.revoke(pairingId, AbortSignal.timeout(20_000));
      await (current ? actions.connect() : load());
    });
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
