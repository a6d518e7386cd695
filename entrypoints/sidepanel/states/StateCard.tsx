import { LoaderCircle, PlugZap, RefreshCw } from 'lucide-react';
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
  const { actions } = useActions();
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
        <Card
          icon={<PlugZap size={16} />}
          title={t('pairTitle')}
          label={t('pairTitle')}
          tone="asking"
          testId="state-not-paired"
        >
          <p>{t('pairAbout')}</p>
          <PairForm />
        </Card>
      );
    case 'version-mismatch':
      return (
        <Card
          icon={<RefreshCw size={16} />}
          title={t('versionTitle')}
          label={t('versionTitle')}
          tone="problem"
          role="alert"
          testId="state-version-mismatch"
        >
          <p>{t('versionAbout')}</p>
          <Fold summary={t('errorDetails')}>{connection.error.message}</Fold>
          <div className="buttons">
            <Button look="primary" onPress={() => void actions.connect()}>
              {t('tryAgain')}
            </Button>
          </div>
        </Card>
      );
    default:
      return (
        <Card
          icon={<PlugZap size={16} />}
          title={t('backendTitle')}
          label={t('backendTitle')}
          tone="problem"
          role="alert"
          testId="state-unreachable"
        >
          <p>{t('backendAbout')}</p>
          <CopyCommand command="npm start" />
          <div className="buttons">
            <Button look="primary" onPress={() => void actions.connect()}>
              {t('tryAgain')}
            </Button>
          </div>
          <Fold summary={t('otherPort')}>
            <PairForm />
          </Fold>
        </Card>
      );
  }
}
