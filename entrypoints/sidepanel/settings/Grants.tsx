import type { Grant } from '@pagehand/contracts/grants';
import { useEffect, useState } from 'react';
import { useActions } from '../actions-context.ts';
import { useText } from '../texts/text.ts';
import { Button } from '../ui/Button.tsx';

/** What the person said need not be asked again; each can be taken back. */
export function Grants() {
  const t = useText();
  const { services } = useActions();
  const [list, setList] = useState<Grant[]>();
  useEffect(() => {
    void services.grants.list().then(setList);
  }, [services]);
  if (list?.length === 0) return <p className="hint">{t('noGrants')}</p>;
  return (
    <ul className="rows">
      {list?.map((grant) => (
        <li key={`${grant.origin} ${grant.kind}`}>
          <span className="row-name">
            <bdi>{grant.origin}</bdi>
            <span className="hint">{t('grantKind', { kind: grant.kind ?? '' })}</span>
          </span>
          <Button
            aria-label={t('revokeNamed', { name: `${grant.origin} ${grant.kind ?? ''}` })}
            onPress={() => {
              void services.grants
                .revoke(grant)
                .then(() => services.grants.list())
                .then(setList);
            }}
          >
            {t('revoke')}
          </Button>
        </li>
      ))}
    </ul>
  );
}
