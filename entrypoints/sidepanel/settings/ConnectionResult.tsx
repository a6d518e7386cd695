import { LoaderCircle } from 'lucide-react';
import { ErrorLine } from '../states/ErrorLine.tsx';
import { Good } from '../states/Good.tsx';
import { useText } from '../texts/text.ts';
import type { ConnectionWork } from './use-connection.ts';

/** How saving, testing or signing in went. */
export function ConnectionResult({ work }: { work: ConnectionWork }) {
  const t = useText();
  const { test } = work;
  return (
    <>
      <div role="status">
        {work.busy ? (
          <p className="hint">
            <LoaderCircle size={14} className="spin" aria-hidden="true" /> {t('connectionWorking')}
          </p>
        ) : null}
        {work.saved ? <Good text={t('connectionSaved')} /> : null}
        {test?.ok ? (
          <Good text={test.detail ? t('connectionWorksAs', { detail: test.detail }) : t('connectionWorks')} />
        ) : null}
        {work.notRevoked ? <p className="hint">{t('connectionNotRevoked')}</p> : null}
      </div>
      {test && !test.ok ? <ErrorLine error={test.error} /> : null}
      {work.error ? <ErrorLine error={work.error} /> : null}
    </>
  );
}
