import type { McpServerResponses, McpServerView, McpToolView } from '@pagehand/contracts/mcp';
import { useCallback, useEffect, useState } from 'react';
import type * as z from 'zod';
import { useActions } from '../actions-context.ts';
import { ErrorLine } from '../states/ErrorLine.tsx';
import { type TextKey, useText } from '../texts/text.ts';
import { Button } from '../ui/Button.tsx';
import { Fold } from '../ui/Card.tsx';
import { useAttempt } from '../use-attempt.ts';

/** Starting a server may take its time. */
const WAIT_MS = 40_000;

const STATES: Readonly<Record<McpServerView['state'], TextKey>> = {
  off: 'mcpOff',
  starting: 'mcpStarting',
  running: 'mcpRunning',
  failed: 'mcpFailed',
};
const TOOL_STATES: Readonly<Record<McpToolView['state'], TextKey>> = {
  accepted: 'mcpAccepted',
  new: 'mcpNew',
  changed: 'mcpChanged',
  gone: 'mcpGone',
  refused: 'mcpRefused',
};

type McpTest = z.infer<typeof McpServerResponses.test>;

/** The MCP servers of config.json: on or off, their tools, and what they changed since it was accepted. */
export function McpServers() {
  const t = useText();
  const { actions, services } = useActions();
  const [servers, setServers] = useState<McpServerView[]>();
  const { error, attempt } = useAttempt();
  const run = useCallback(
    async (work: (signal: AbortSignal) => Promise<{ servers: McpServerView[] }>) => {
      if (await attempt(async () => setServers((await work(AbortSignal.timeout(WAIT_MS))).servers))) return;
      // What is so now, beside why it did not work.
      await services.mcpServers.list({}, AbortSignal.timeout(WAIT_MS)).then(
        (list) => setServers(list.servers),
        () => undefined,
      );
    },
    [attempt, services],
  );
  useEffect(() => void run((signal) => services.mcpServers.list({}, signal)), [run, services]);
  // What is on decides which commands there are.
  const change: Run = async (work) => {
    await run(work);
    await actions.refreshTools();
  };
  return (
    <>
      <p className="hint">{t('mcpAbout')}</p>
      {error ? <ErrorLine error={error} /> : null}
      {servers?.map((server) => (
        <Server key={server.name} server={server} run={change} />
      ))}
    </>
  );
}

type Run = (work: (signal: AbortSignal) => Promise<{ servers: McpServerView[] }>) => Promise<void>;

function Server({ server, run }: { server: McpServerView; run: Run }) {
  const t = useText();
  const { services } = useActions();
  const { name, offer } = server;
  const differs = server.tools.some(({ state }) => state === 'new' || state === 'changed' || state === 'gone');
  return (
    <section className="mcp-server" aria-label={name}>
      <div className="rows mcp-row">
        <span className="row-name">
          <bdi>{name}</bdi>
          <span className="hint">
            {t(STATES[server.state])}, <bdi>{server.target}</bdi>
          </span>
        </span>
        <Button
          aria-pressed={server.enabled}
          aria-label={t(server.enabled ? 'mcpSwitchOff' : 'mcpSwitchOn', { name })}
          onPress={() =>
            void run((signal) => services.mcpServers.enable({ server: name, enabled: !server.enabled }, signal))
          }
        >
          {t(server.enabled ? 'switchOff' : 'switchOn')}
        </Button>
      </div>
      {server.error ? <ErrorLine error={server.error} /> : null}
      <TestServer name={name} />
      {server.enabled && server.state === 'failed' ? (
        <div className="buttons">
          <Button onPress={() => void run((signal) => services.mcpServers.restart({ server: name }, signal))}>
            {t('mcpRestart')}
          </Button>
        </div>
      ) : null}
      {server.enabled && differs && offer !== undefined ? (
        <>
          <p role="status">{t('mcpDiffers')}</p>
          <div className="buttons">
            <Button
              look="primary"
              onPress={() => void run((signal) => services.mcpServers.accept({ server: name, offer }, signal))}
            >
              {t('mcpAccept')}
            </Button>
          </div>
        </>
      ) : null}
      {server.tools.map((tool) => (
        <Tool key={`${tool.name} ${tool.state}`} server={name} tool={tool} run={run} />
      ))}
    </section>
  );
}

/** Starts the server anew and says what came of it. */
function TestServer({ name }: { name: string }) {
  const t = useText();
  const { services } = useActions();
  const [result, setResult] = useState<'running' | McpTest>();
  const test = async () => {
    setResult('running');
    try {
      setResult(await services.mcpServers.test({ server: name }, AbortSignal.timeout(WAIT_MS)));
    } catch (cause) {
      setResult({ ok: false, error: services.toError(cause) });
    }
  };
  return (
    <>
      <Button aria-label={t('mcpTest', { name })} disabled={result === 'running'} onPress={() => void test()}>
        {t('mcpTestShort')}
      </Button>
      <div role="status">
        {result === undefined || result === 'running' ? null : result.ok ? (
          <p>{t.count('mcpTested', result.tools, { ms: t.number(result.ms) })}</p>
        ) : (
          <ErrorLine error={result.error} />
        )}
      </div>
    </>
  );
}

function Tool({ server, tool, run }: { server: string; tool: McpToolView; run: Run }) {
  const t = useText();
  const { services } = useActions();
  const { name, trusted } = tool;
  return (
    <Fold
      summary={
        <>
          <code className="declared-name">{name}</code>{' '}
          <span className={`hint${tool.state === 'changed' || tool.state === 'new' ? ' waits' : ''}`}>
            {t(TOOL_STATES[tool.state])}
          </span>
        </>
      }
      open={tool.state === 'changed' || tool.state === 'new'}
    >
      {tool.problem === undefined ? null : <p>{tool.problem}</p>}
      {tool.before === undefined ? null : <Declared label={t('mcpBefore')} value={tool.before} />}
      {tool.now === undefined ? null : <Declared label={t('mcpNow')} value={tool.now} />}
      {tool.state === 'accepted' ? (
        <label className="choice">
          <input
            type="checkbox"
            checked={trusted}
            onChange={(event) => {
              if (event.nativeEvent.isTrusted)
                void run((signal) => services.mcpServers.trust({ server, tool: name, trusted: !trusted }, signal));
            }}
          />
          <span>{t('mcpTrust')}</span>
        </label>
      ) : null}
    </Fold>
  );
}

/** What a server says of a tool, as it says it: shown as text, nothing in it is a link or markup. */
function Declared({ label, value }: { label: string; value: NonNullable<McpToolView['now']> }) {
  return (
    <>
      <p className="hint">{label}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <pre className="declared" dir="ltr" tabIndex={0}>
        {value.description}
        {'\n'}
        {JSON.stringify({ parameters: value.parameters, annotations: value.annotations }, null, 1)}
      </pre>
    </>
  );
}
