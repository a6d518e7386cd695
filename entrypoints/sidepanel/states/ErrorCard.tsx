import type { AppErrorBody } from '@pagehand/contracts/errors';
import { CircleAlert } from 'lucide-react';
import { useActions } from '../actions-context.ts';
import { usePanel } from '../store/panel-store.ts';
import { type Translate, useText } from '../texts/text.ts';
import { Button } from '../ui/Button.tsx';
import { Card, Fold } from '../ui/Card.tsx';
import { CopyCommand } from './CopyCommand.tsx';
import { errorDetail, errorKey } from './error-key.ts';
import { actionFor, connectWords, type ErrorAction, errorWords } from './error-words.ts';

/** An error that ended something: what is so, and the one thing to do. `ask` is what could be asked again. */
export function ErrorCard({ error, ask }: { error: AppErrorBody; ask: string | undefined }) {
  const t = useText();
  const { actions } = useActions();
  const page = usePanel((state) => state.page);
  const wanted = actionFor(error);
  // Without the page's address there is no site to ask the browser for: the toolbar button or the key grants the visit.
  const unknownSite = wanted === 'allow' && (page?.host ?? '') === '';
  const action = unknownSite ? 'retry' : wanted;
  const act = async () => {
    if (action === 'connect' || action === 'pair') await actions.connect();
    else if (action === 'model') actions.show('settings');
    else if (action === 'connection' && error.connection) actions.openConnection(error.connection);
    else if (action === 'new-thread') actions.startNew();
    else if (action === 'allow') {
      if ((await actions.allow()) && ask !== undefined) await actions.send({ kind: 'text', text: ask });
    } else if (ask !== undefined) await actions.send({ kind: 'text', text: ask });
  };
  const detail = errorDetail(error);
  const label = buttonLabel(action, error, ask, page?.host ?? '', t);
  return (
    <Card
      icon={<CircleAlert size={16} />}
      title={errorWords(error, t)}
      label={t('errorLabel')}
      tone="problem"
      role="alert"
      testId={`error-${error.code}`}
    >
      {detail === undefined ? null : (
        <p className="hint">
          <bdi>{detail}</bdi>
        </p>
      )}
      {error.code === 'kit-engine-missing' ? <CopyCommand command="npm start -- doctor" /> : null}
      {detail !== undefined || errorKey(error.code) === undefined || error.message === '' ? null : (
        <Fold summary={t('errorDetails')}>
          <bdi>{error.message}</bdi>
          {error.requestId === undefined ? null : <p>{t('requestId', { id: error.requestId })}</p>}
        </Fold>
      )}
      {unknownSite ? <p>{t('accessUnknown')}</p> : null}
      {label === undefined ? null : (
        <div className="buttons">
          <Button look="primary" onPress={() => void act()}>
            {label}
          </Button>
          {wanted === 'allow' && ask !== undefined ? (
            <Button onPress={() => void actions.send({ kind: 'text', text: ask }, true)}>{t('askWithoutPage')}</Button>
          ) : null}
        </div>
      )}
    </Card>
  );
}

function buttonLabel(
  action: ErrorAction,
  error: AppErrorBody,
  ask: string | undefined,
  site: string,
  t: Translate,
): string | undefined {
  switch (action) {
    case 'connect':
      return t('tryAgain');
    case 'pair':
      return t('pairAgain');
    case 'model':
      return t('openModelSettings');
    case 'connection':
      return connectWords(error, t);
    case 'allow':
      return site === '' ? t('allowSite') : t('allowOnSite', { site });
    case 'new-thread':
      return t('newThread');
    case 'retry':
      return ask === undefined ? undefined : t('tryAgain');
    case undefined:
      return undefined;
  }
}
