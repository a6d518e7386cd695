import { useState } from 'react';
import { toolCommand } from '../../utils/page-tool-command.ts';
import type { PageTool, RefusedTool } from '../../utils/page-tool-list.ts';
import { useActions } from '../actions-context.ts';
import { ArgumentForm } from '../composer/ArgumentForm.tsx';
import { RiskBadge } from '../plan/RiskBadge.tsx';
import { Value } from '../plan/Value.tsx';
import { usePanel } from '../store/panel-store.ts';
import { type Translate, useText } from '../texts/text.ts';
import { SiteOfUrl } from '../thread/site.tsx';
import { Button } from '../ui/Button.tsx';
import { Page } from '../ui/Page.tsx';

/** What the page in front offers: each tool can be tried by hand. */
export function PageToolList() {
  const t = useText();
  const surface = usePanel((state) => state.pageTools);
  const limit = usePanel((state) => state.tools?.maxActiveTools);
  const tools = surface?.tools ?? [];
  const refused = surface?.refusedTools ?? [];
  const over = refused.filter(({ reason }) => reason === 'limit').length;
  return (
    <Page title={t('pageTools')}>
      <p className="hint">{t(tools.length === 0 ? 'pageToolsNone' : 'pageToolsAbout')}</p>
      {over > 0 && limit !== undefined ? (
        <p role="status">{t('pageToolsLimit', { limit: t.number(limit), count: t.number(over) })}</p>
      ) : null}
      <ul className="rows" data-testid="page-tools">
        {tools.map((tool) => (
          <Tool key={tool.declaration.name} tool={tool} />
        ))}
      </ul>
      {refused.length === 0 ? null : (
        <>
          <h2>{t('pageToolsRefused')}</h2>
          <ul className="rows" data-testid="refused-page-tools">
            {refused.map((tool, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: refused tools may share a name
              <li key={index}>
                <span className="row-name">
                  <Value text={tool.name} />
                  <span className="hint">{whyRefused(tool, t)}</span>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Page>
  );
}

function Tool({ tool }: { tool: PageTool }) {
  const t = useText();
  const { actions } = useActions();
  const busy = usePanel((state) => state.activity !== undefined);
  const [trying, setTrying] = useState(false);
  const { declaration } = tool;
  const { page } = declaration;
  const send = (args: Record<string, unknown>): void => {
    actions.show('thread');
    void actions.send({ kind: 'command', text: `/tool-run ${page.name}`, tool: declaration.name, args });
  };
  const command = toolCommand(tool);
  const takesNothing = command.required.length + command.optional.length === 0;
  return (
    <li className="page-tool">
      <span className="row-name">
        <strong>
          <Value text={page.name} />
        </strong>
        <Value text={declaration.description} />
        <span className="hint">
          <RiskBadge risk={declaration.risk} /> <SiteOfUrl url={page.origin} />
        </span>
      </span>
      {trying ? null : (
        <Button
          disabled={busy}
          aria-label={t('pageToolTryNamed', { tool: page.name })}
          onPress={() => (takesNothing ? send({}) : setTrying(true))}
        >
          {t('pageToolTry')}
        </Button>
      )}
      {trying ? (
        <ArgumentForm command={command} args={{}} onSend={({ args }) => send(args)} onCancel={() => setTrying(false)} />
      ) : null}
    </li>
  );
}

function whyRefused({ reason, detail }: RefusedTool, t: Translate): string {
  return reason === 'limit' ? t('pageToolOverLimit', { limit: detail }) : detail;
}
