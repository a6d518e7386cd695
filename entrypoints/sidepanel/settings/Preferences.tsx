import { useEffect, useState } from 'react';
import { useActions } from '../actions-context.ts';
import { LANGUAGES, switchLanguage, useText } from '../texts/text.ts';
import { Button } from '../ui/Button.tsx';

/** A language by its own name, so that everybody finds theirs. */
const nameOf = (language: string) => new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;

export function LanguageChoice() {
  const t = useText();
  const { services } = useActions();
  const [chosen, setChosen] = useState('');
  useEffect(() => {
    void services.remembered.language.get().then((language) => setChosen(language ?? ''));
  }, [services]);
  const change = async (language: string) => {
    setChosen(language);
    await services.remembered.language.set(language === '' ? undefined : language);
    await switchLanguage(language === '' ? undefined : language);
  };
  return (
    <label className="field">
      <span>{t('language')}</span>
      <select value={chosen} onChange={(event) => void change(event.target.value)}>
        <option value="">{t('languageOfBrowser')}</option>
        {LANGUAGES.map((language) => (
          <option key={language} value={language} lang={language}>
            {nameOf(language)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Whether plans without risky steps wait for a click, too. */
export function AskChoice() {
  const t = useText();
  const { services } = useActions();
  const [ask, setAsk] = useState<boolean>();
  useEffect(() => {
    void services.remembered.askBeforeLow.get().then(setAsk);
  }, [services]);
  if (ask === undefined) return null;
  return (
    <label className="choice">
      <input
        type="checkbox"
        checked={ask}
        onChange={(event) => {
          setAsk(event.target.checked);
          void services.remembered.askBeforeLow.set(event.target.checked);
        }}
      />
      <span>
        <span className="choice-name">{t('askBeforeLow')}</span>
        <span className="hint">{t('askBeforeLowAbout')}</span>
      </span>
    </label>
  );
}

export function ShortcutsLink() {
  const t = useText();
  const { services } = useActions();
  return <Button onPress={() => services.openShortcuts()}>{t('openShortcuts')}</Button>;
}
