import { useEffect, useState } from 'react';
import { isSearchPage, SEARCH_PAGES } from '../../utils/search-pages.ts';
import { useActions } from '../actions-context.ts';
import { useText } from '../texts/text.ts';
import { TextField } from '../ui/TextField.tsx';

const NAMES: Readonly<Record<keyof typeof SEARCH_PAGES, string>> = {
  duckduckgo: 'DuckDuckGo',
  bing: 'Bing',
  google: 'Google',
  startpage: 'Startpage',
};
const PAGES = Object.entries(SEARCH_PAGES);

/** Where web searches go when no search service is connected: one of the known pages, or any other by its address. */
export function SearchPageChoice() {
  const t = useText();
  const { services } = useActions();
  const [template, setTemplate] = useState<string>();
  const [own, setOwn] = useState(false);
  useEffect(() => {
    void services.background.searchPage.get().then((stored) => {
      setTemplate(stored);
      setOwn(!PAGES.some(([, known]) => known === stored));
    });
  }, [services]);
  if (template === undefined) return null;
  const change = (next: string) => {
    setTemplate(next);
    if (isSearchPage(next)) void services.background.searchPage.set(next);
  };
  return (
    <>
      <p className="hint">{t('searchPageAbout')}</p>
      <label className="field">
        <span>{t('searchPage')}</span>
        <select
          data-testid="search-page"
          value={own ? '' : template}
          onChange={(event) => {
            setOwn(event.target.value === '');
            if (event.target.value !== '') change(event.target.value);
          }}
        >
          {PAGES.map(([name, known]) => (
            <option key={name} value={known}>
              {NAMES[name as keyof typeof NAMES] /* the keys of SEARCH_PAGES */}
            </option>
          ))}
          <option value="">{t('searchPageOwn')}</option>
        </select>
      </label>
      {own ? (
        <TextField
          label={t('searchPageAddress')}
          type="url"
          data-testid="search-page-own"
          placeholder="https://search.example/?q={query}"
          value={template}
          aria-invalid={!isSearchPage(template)}
          onChange={(value) => change(value.trim())}
        >
          {isSearchPage(template) ? null : <span className="field-problem">{t('searchPageProblem')}</span>}
        </TextField>
      ) : null}
    </>
  );
}
