import { ArrowUpRight } from 'lucide-react';
import { useActions } from '../actions-context.ts';
import { usePanel } from '../store/panel-store.ts';
import { englishText, useText } from '../texts/text.ts';
import { Button } from '../ui/Button.tsx';
import { suggestionsFor } from './try-these.ts';

/** An empty thread: what can be done with the page in front. */
export function TryThese() {
  const t = useText();
  const { actions } = useActions();
  const page = usePanel((state) => state.page);
  const offline = usePanel((state) => state.model?.choice.kind === 'offline');
  return (
    <div className="empty">
      <img className="empty-mark" src="/icon/128.png" width={40} height={40} alt="" />
      <h2>
        {page?.access === 'granted' && page.host !== '' ? t('emptyTitleSite', { site: page.host }) : t('emptyTitle')}
      </h2>
      <p className="hint">{t('emptyHint')}</p>
      <ul className="suggestions">
        {suggestionsFor(page).map(({ key, send }) => (
          <li key={key}>
            <Button
              className="suggestion"
              onPress={() => {
                if (send) void actions.send({ kind: 'text', text: offline ? englishText(key) : t(key) });
                else {
                  actions.setDraft(offline ? englishText(key) : t(key));
                  document.querySelector<HTMLElement>('[data-testid="composer"]')?.focus();
                }
              }}
            >
              <span>{send ? t(key) : `${t(key).trim()} …`}</span>
              <ArrowUpRight size={14} aria-hidden="true" />
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
