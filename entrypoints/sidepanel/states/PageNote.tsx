import { Lock, ShieldQuestion } from 'lucide-react';
import { useActions } from '../actions-context.ts';
import { usePanel } from '../store/panel-store.ts';
import { useText } from '../texts/text.ts';
import { Button } from '../ui/Button.tsx';
import { ErrorCard } from './ErrorCard.tsx';

/** What stands in the way of the next ask: the page that cannot be read, the site that is not allowed yet. */
export function PageNote() {
  const t = useText();
  const { actions } = useActions();
  const { page, pageOff, error, draft, connection, plans } = usePanel();
  if (connection.state !== 'ready') return null;
  if (error) {
    return (
      <div className="note">
        <ErrorCard error={error} ask={draft.trim() === '' ? undefined : draft.trim()} />
      </div>
    );
  }
  if (!page || pageOff) return null;
  if (page.access === 'restricted') {
    return (
      <p className="note note-line" data-testid="state-restricted">
        <Lock size={14} aria-hidden="true" />
        <span>{t('restrictedPage')}</span>
      </p>
    );
  }
  if (page.access === 'missing') {
    return (
      <div className="note note-line" data-testid="state-no-access">
        <ShieldQuestion size={14} aria-hidden="true" />
        <span>{page.host === '' ? t('accessUnknown') : t('accessMissingSite', { site: page.host })}</span>
        {page.host === '' ? null : (
          <Button onPress={() => void actions.allow()}>{t('allowOnSite', { site: page.host })}</Button>
        )}
      </div>
    );
  }
  // activeTab ends at the next site and never covers other sites' frames: asked before the first plan.
  if (!page.wholeSite && Object.values(plans).some((plan) => plan.phase === 'deciding')) {
    return (
      <div className="note note-line" data-testid="state-this-visit">
        <ShieldQuestion size={14} aria-hidden="true" />
        <span>{t('accessThisVisit')}</span>
        <Button onPress={() => void actions.allow()}>{t('allowOnSite', { site: page.host })}</Button>
      </div>
    );
  }
  return null;
}
