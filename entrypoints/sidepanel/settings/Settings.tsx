import type { ReactNode } from 'react';
import { StateCard } from '../states/StateCard.tsx';
import { usePanel } from '../store/panel-store.ts';
import { useText } from '../texts/text.ts';
import { Page } from '../ui/Page.tsx';
import { Connections } from './Connections.tsx';
import { Grants } from './Grants.tsx';
import { McpServers } from './McpServers.tsx';
import { ModelSettings } from './ModelSettings.tsx';
import { OtherAgents } from './OtherAgents.tsx';
import { Pairings } from './Pairings.tsx';
import { AskChoice, LanguageChoice, ShortcutsLink } from './Preferences.tsx';
import { SearchPageChoice } from './SearchPageChoice.tsx';

/** All settings. `back` is false on the options page, which shows nothing else. */
export function Settings({ back = true }: { back?: boolean }) {
  const t = useText();
  const ready = usePanel((state) => state.connection.state === 'ready');
  return (
    <Page title={t('settings')} back={back}>
      {ready ? (
        <Section title={t('model')}>
          <ModelSettings />
        </Section>
      ) : (
        <StateCard />
      )}
      {ready ? (
        <Section title={t('connections')}>
          <Connections />
        </Section>
      ) : null}
      {ready ? (
        <Section title={t('mcpTitle')}>
          <McpServers />
        </Section>
      ) : null}
      {ready ? (
        <Section title={t('doorTitle')}>
          <OtherAgents />
        </Section>
      ) : null}
      <Section title={t('approvals')}>
        <AskChoice />
        <h3>{t('grants')}</h3>
        <Grants />
      </Section>
      {ready ? (
        <Section title={t('pairings')}>
          <Pairings />
        </Section>
      ) : null}
      <Section title={t('webSearch')}>
        <SearchPageChoice />
      </Section>
      <Section title={t('language')}>
        <LanguageChoice />
      </Section>
      <Section title={t('shortcuts')}>
        <p className="hint">{t('shortcutsAbout')}</p>
        <ShortcutsLink />
      </Section>
    </Page>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="section">
      <h2>{title}</h2>
      {children}
    </section>
  );
}
