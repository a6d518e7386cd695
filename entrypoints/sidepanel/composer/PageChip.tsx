import { Globe, Lock, Plus, ShieldQuestion, X } from 'lucide-react';
import { useActions } from '../actions-context.ts';
import { usePanel } from '../store/panel-store.ts';
import { useText } from '../texts/text.ts';
import { Button, IconButton } from '../ui/Button.tsx';

/** What will be read with the next ask: the page in front. It can be taken off and put back. */
export function PageChip() {
  const t = useText();
  const { actions } = useActions();
  const page = usePanel((state) => state.page);
  const off = usePanel((state) => state.pageOff);
  if (!page) return <span className="chip chip-off">{t('chipNoPage')}</span>;
  const name = page.host === '' ? t('thisPage') : page.host;
  if (page.access === 'restricted') {
    return (
      <span className="chip chip-off" title={t('restrictedPage')}>
        <Lock size={12} aria-hidden="true" />
        {t('chipRestricted')}
      </span>
    );
  }
  if (off) {
    return (
      <Button className="chip chip-off" onPress={() => actions.takePageOff(false)}>
        <Plus size={12} aria-hidden="true" />
        {t('chipPutBack', { site: name })}
      </Button>
    );
  }
  return (
    <span className="chip" data-testid="page-chip" title={page.title === '' ? name : page.title}>
      {page.access === 'missing' ? (
        <ShieldQuestion size={12} aria-hidden="true" />
      ) : (
        <Globe size={12} aria-hidden="true" />
      )}
      <bdi className="chip-name">{name}</bdi>
      {page.access === 'missing' && page.host !== '' ? (
        <Button look="quiet" className="chip-allow" onPress={() => void actions.allow()}>
          {t('allowShort')}
        </Button>
      ) : null}
      <IconButton className="chip-x" label={t('chipTakeOff', { site: name })} onPress={() => actions.takePageOff(true)}>
        <X size={12} />
      </IconButton>
    </span>
  );
}
