import { useEffect } from 'react';
import { useActions } from '../actions-context.ts';
import { usePanel } from '../store/panel-store.ts';
import { useText } from '../texts/text.ts';
import type { TabChoice } from './TabMenu.tsx';

/** `@` at the start or after a space, and what was typed after it, at the end of the text. */
const MENTION = /(?:^|\s)@([^\s@]{0,40})$/u;

/** What completion offers behind `@`: tabs of this window. `take` removes the `@` word and puts the tab's chip. */
export function useTabMenu(draft: string, dismissed: boolean) {
  const t = useText();
  const { actions } = useActions();
  const tabs = usePanel((state) => state.tabs);
  const front = usePanel((state) => state.page?.tabId);
  const typed = dismissed || draft.startsWith('/') ? undefined : MENTION.exec(draft)?.[1]?.toLowerCase();
  const open = typed !== undefined;
  useEffect(() => {
    if (open) void actions.listTabs();
  }, [open, actions]);
  if (typed === undefined) return undefined;
  const fitting = (tabs?.tabs ?? []).filter(
    (tab) => tab.tabId !== front && `${tab.title} ${tab.host}`.toLowerCase().includes(typed),
  );
  const shown = fitting.slice(0, 12);
  const choices: TabChoice[] = [
    ...shown.map((tab) => ({
      key: String(tab.tabId),
      title: tab.title === '' ? tab.host : tab.title,
      about: tab.access === 'granted' ? tab.host : t('tabAsks', { site: tab.host }),
    })),
    ...(tabs?.titlesHidden === true ? [{ key: 'titles', title: t('showTitles'), about: t('showTitlesAbout') }] : []),
  ];
  return {
    choices,
    take(index: number): void {
      const tab = shown[index];
      if (tab === undefined) {
        void actions.showTitles();
        return;
      }
      // No await before the browser may have to ask.
      void actions.mention(tab);
      actions.setDraft(draft.replace(/@[^\s@]*$/u, ''));
    },
  };
}
