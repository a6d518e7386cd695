import { LoaderCircle, PlugZap, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useActions } from '../actions-context.ts';
import { usePanel } from '../store/panel-store.ts';
import { useText } from '../texts/text.ts';
import { Button } from '../ui/Button.tsx';
import { Card, Fold } from '../ui/Card.tsx';
import { CopyCommand } from './CopyCommand.tsx';
import { PairForm } from './PairForm.tsx';

/** How things stand with the backend, while they do not stand well: what is so, and the one thing to do. */
export function StateCard() {
  const t = useText();
  const connection = usePanel((state) => state.connection);
  switch (connection.state) {
    case 'ready':
      return null;
    case 'connecting':
      return (
        <p className="hint center" role="status">
          <LoaderCircle size={14} className="spin" aria-hidden="true" /> {t('connecting')}
        </p>
      );
    case 'not-paired':
      return (
        <NotReady state="not-paired" icon={<PlugZap size={16} />} title={t('pairTitle')} about={t('pairAbout')}>
          <PairForm />
        </NotReady>
      );
    case 'version-mismatch':
      return (
        <NotReady
          state="version-mismatch"
          icon={<RefreshCw size={16} />}
          title={t('versionTitle')}
          about={t('versionAbout')}
        >
          <Fold summary={t('errorDetails')}>{connection.error.message}</Fold>
          <TryAgain />
        </NotReady>
      );
    default:
      return (
        <NotReady state="unreachable" icon={<PlugZap size={16} />} title={t('backendTitle')} about={t('backendAbout')}>
          <CopyCommand command="npm start" />
          <TryAgain />
          <Fold summary={t('otherPort')}>
            <PairForm />
          </Fold>
        </NotReady>
      );
  }
}

type NotReadyProps = {
  state: 'not-paired' | 'version-mismatch' | 'unreachable';
  icon: ReactNode;
  title: string;
  about: string;
  /** What can be done. */
  children: ReactNode;
};

/** A first pairing is a question; anything else is a problem, and is read out at once. */
function NotReady({ state, icon, title, about, children }: NotReadyProps) {
  const asks = state === 'not-paired';
  return (
    <Card
      icon={icon}
      title={title}
      label={title}
      tone={asks ? 'asking' : 'problem'}
      role={asks ? 'group' : 'alert'}
      testId={`state-${state}`}
    >
      <p>{about}</p>
      {children}
    </Card>
  );
}

function TryAgain() {
  const t = useText();
  const { actions } = useActions();
  return (
    <div className="buttons">
      <Button look="primary" onPress={() => void actions.connect()}>
        {t('tryAgain')}
      </Button>
    </div>
  );
}
