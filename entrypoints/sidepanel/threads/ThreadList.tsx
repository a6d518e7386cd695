import { LIMITS } from '@pagehand/contracts/limits';
import { Search } from 'lucide-react';
import { useEffect } from 'react';
import { useActions } from '../actions-context.ts';
import { ErrorCard } from '../states/ErrorCard.tsx';
import { usePanel } from '../store/panel-store.ts';
import { useText } from '../texts/text.ts';
import { Button } from '../ui/Button.tsx';
import { Page } from '../ui/Page.tsx';
import { ThreadRow } from './ThreadRow.tsx';

/** All threads: searched in full text, opened, renamed, pinned, deleted with undo, exported. */
export function ThreadList() {
  const t = useText();
  const { actions } = useActions();
  const { query, list, deleted, error } = usePanel((state) => state.threads);
  const current = usePanel((state) => state.thread.threadId);
  useEffect(() => void actions.listThreads(''), [actions]);
  return (
    <Page title={t('threads')}>
      <label className="search">
        <Search size={14} aria-hidden="true" />
        <input
          type="search"
          dir="auto"
          maxLength={200}
          aria-label={t('searchThreads')}
          placeholder={t('searchThreads')}
          value={query}
          onChange={(event) => void actions.listThreads(event.target.value)}
        />
      </label>
      {error ? <ErrorCard error={error} ask={undefined} /> : null}
      {deleted ? (
        <div className="undo" role="status">
          <span>{t('threadDeleted', { title: deleted.title })}</span>
          <Button onPress={() => void actions.restore()}>{t('undo')}</Button>
        </div>
      ) : null}
      {list?.length === 0 ? <p className="hint center">{t(query === '' ? 'noThreads' : 'noThreadsFound')}</p> : null}
      <ul className="thread-list">
        {list?.map((summary) => (
          <ThreadRow key={summary.threadId} summary={summary} current={summary.threadId === current} />
        ))}
      </ul>
      {list && list.length >= LIMITS.threadsListed ? (
        <p className="hint center">{t('threadsMore', { n: t.number(list.length) })}</p>
      ) : null}
    </Page>
  );
}
