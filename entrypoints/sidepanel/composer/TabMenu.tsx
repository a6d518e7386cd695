import { useText } from '../texts/text.ts';
import { OptionList } from './OptionList.tsx';

/** One line of the menu behind `@`: a tab, or the way to see the titles of all. */
export type TabChoice = { key: string; title: string; about: string };

/** The open tabs that fit what was typed after `@`. */
export function TabMenu(props: { choices: readonly TabChoice[]; picked: number; onPick(index: number): void }) {
  const t = useText();
  const { choices, picked, onPick } = props;
  return (
    <OptionList
      label={t('tabsLabel')}
      note={choices.length === 0 ? t('noTabs') : undefined}
      options={choices.map(({ key, title, about }) => ({
        key,
        content: (
          <>
            <bdi className="slash-name">{title}</bdi>
            <span className="slash-about">{about}</span>
          </>
        ),
      }))}
      picked={picked}
      onPick={onPick}
    />
  );
}
