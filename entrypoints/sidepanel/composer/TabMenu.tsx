import { useText } from '../texts/text.ts';

/** One line of the menu behind `@`: a tab, or the way to see the titles of all. */
export type TabChoice = { key: string; title: string; about: string };

/** The open tabs that fit what was typed after `@`. The composer keeps the focus; arrows move, Enter takes, Esc closes. */
export function TabMenu(props: { choices: readonly TabChoice[]; picked: number; onPick(index: number): void }) {
  const t = useText();
  return (
    <div className="popover slash-menu">
      {props.choices.length === 0 ? (
        <p className="hint" role="status">
          {t('noTabs')}
        </p>
      ) : null}
      <div role="listbox" id="slash-menu" aria-label={t('tabsLabel')}>
        {props.choices.map((choice, index) => (
          // The composer's keys drive the list; the pointer is the other way in.
          // biome-ignore lint/a11y/useKeyWithClickEvents: see above
          <div
            key={choice.key}
            role="option"
            id={`slash-${index}`}
            tabIndex={-1}
            className="slash-option"
            aria-selected={index === props.picked}
            onClick={(event) => {
              if (event.nativeEvent.isTrusted) props.onPick(index);
            }}
          >
            <bdi className="slash-name">{choice.title}</bdi>
            <span className="slash-about">{choice.about}</span>
          </div>
        ))}
      </div>
    </div>
  );
}
