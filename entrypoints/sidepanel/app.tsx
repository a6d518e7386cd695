import { useEffect } from 'react';
import { useActions } from './actions-context.ts';
import { AgentConsent } from './approval/AgentConsent.tsx';
import { Composer } from './composer/Composer.tsx';
import { Header } from './Header.tsx';
import { Kits } from './kits/Kits.tsx';
import { Onboarding } from './onboarding/Onboarding.tsx';
import { PageToolList } from './page-tools/PageToolList.tsx';
import { StatusLine } from './StatusLine.tsx';
import { Settings } from './settings/Settings.tsx';
import { OfflineNote } from './states/OfflineNote.tsx';
import { PageNote } from './states/PageNote.tsx';
import { StateCard } from './states/StateCard.tsx';
import { usePanel } from './store/panel-store.ts';
import { useText } from './texts/text.ts';
import { ThreadLog } from './thread/ThreadLog.tsx';
import { ThreadList } from './threads/ThreadList.tsx';
import { useApprovalFocus } from './use-approval-focus.ts';

/** How often a backend that is away is looked for. */
const LOOK_AGAIN_MS = 3_000;

/** The panel: one screen at a time. */
export function App() {
  const t = useText();
  const { actions } = useActions();
  const screen = usePanel((state) => state.screen);
  const ready = usePanel((state) => state.connection.state === 'ready');
  const away = usePanel((state) => state.connection.state === 'unreachable');
  const empty = usePanel((state) => state.thread.turns.length === 0);
  useApprovalFocus();

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || !event.isTrusted) return;
      if (usePanel.getState().activity) void actions.stopAll();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [actions]);

  useEffect(() => {
    if (!away) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void actions.lookAgain();
    }, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [away, actions]);

  useEffect(() => {
    document.title = t('extName');
  }, [t]);

  if (screen === 'onboarding') return <Onboarding />;
  if (screen === 'settings') return <Settings />;
  if (screen === 'threads') return <ThreadList />;
  if (screen === 'kits') return <Kits />;
  if (screen === 'page-tools') return <PageToolList />;
  return (
    <div className="panel">
      <Header />
      <main className="panel-main">
        {ready || !empty ? (
          <ThreadLog />
        ) : (
          <div className="thread thread-content">
            <StateCard />
          </div>
        )}
      </main>
      <footer className="panel-foot">
        {ready || empty ? null : <StateCard />}
        <AgentConsent />
        <PageNote />
        <OfflineNote />
        <StatusLine />
        <Composer />
      </footer>
    </div>
  );
}
