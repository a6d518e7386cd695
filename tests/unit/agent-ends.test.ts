import { afterEach, describe, expect, it } from 'vitest';
import { listen } from '../../backend/api/listen.ts';
import { Door } from '../../backend/api/mcp-door/mcp-door.ts';
import { createPairing } from '../../backend/api/pairing.ts';
import { createConnections } from '../../backend/connections/connections.ts';
import { Attachments } from '../../backend/documents/attachments.ts';
import { createLogger } from '../../backend/log.ts';
import { modelSettings } from '../../backend/models/model-settings.ts';
import { McpServers } from '../../backend/tools/mcp/mcp-servers.ts';
import { ask, parseEvents } from '../attacks/loopback-backend.ts';
import { EXTENSION } from '../attacks/loopback-harness.ts';
import { AgentHarness, type Event, newRunId, outcome } from './agent-support.ts';

let harness: AgentHarness | undefined;
afterEach(async () => {
  await harness?.close();
  harness = undefined;
});

it('closing ends a run that was about to begin', async () => {
  harness = await AgentHarness.start([{ hang: true }, { hang: true }]);
  await harness.begin({ ask: 'first' });
  // Holds the thread's lock and waits for the first to end.
  const second = harness.service.start({ threadId: 't1', runId: newRunId(), ask: 'second', credentials: {} });
  await Promise.resolve();
  await harness.service.close();
  await second.catch(() => undefined);
  expect(harness.service.running('t1')).toBeUndefined();
  expect(harness.store.turns.open('t1')).toBeUndefined();
});

describe('when the end of a run cannot be stored', () => {
  /** The API before the harness's service. The store takes everything but how a run ended. */
  async function serve(agent: AgentHarness) {
    const logger = createLogger('silent');
    const pairing = createPairing(agent.store);
    const fetch = (): Promise<Response> => Promise.reject(new Error('There is no network in these tests.'));
    const { store, service } = agent;
    const listening = await listen(
      {
        store,
        service,
        models: modelSettings(store, {}),
        connections: createConnections(store.secrets, { fetch, endpoints: {} }),
        attachments: new Attachments(store),
        skills: () => ({ skills: [], problems: [] }),
        door: new Door({ store, service, version: '0', port: 0, dataFolder: agent.folder }),
        mcpServers: await McpServers.open({}, { store, fetch, dataFolder: '', version: '0' }),
        pairing,
        version: '0.0.0',
        logger,
      },
      { port: 0, prepare: async () => undefined },
    );
    const post = (path: string, body: unknown, accept: string, token = ''): Promise<Response> =>
      globalThis.fetch(`http://127.0.0.1:${listening.port}${path}`, {
        method: 'POST',
        headers: {
          'Origin': EXTENSION,
          'Authorization': `Bearer ${token}`,
          'Content-Type': 'application/json',
          'Accept': accept,
        },
        body: JSON.stringify(body),
      });
    const paired = await post('/pair', { code: pairing.mint(), name: 'test' }, 'application/json');
    const { token }: { token: string } = JSON.parse(await paired.text());
    agent.store.database.exec(
      `CREATE TEMP TRIGGER full BEFORE INSERT ON events WHEN NEW.type IN ('RUN_FINISHED', 'RUN_ERROR')
       BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`,
    );
    return {
      close: () => listening.close(0),
      post: (path: string, body: unknown, accept: string) => post(path, body, accept, token),
    };
  }

  it('its stream ends, the thread says that nothing runs, and the next ask is answered', async () => {
    harness = await AgentHarness.start([{ text: 'Lost.' }, { text: 'Here.' }]);
    const api = await serve(harness);
    try {
      const stream = await api.post('/api/genai/react', ask('t1', 'r1', 'x'), 'text/event-stream');
      const events = parseEvents(await stream.text());
      expect(events.map(({ event }) => event['type'])).toContain('TEXT_MESSAGE_CONTENT');
      const again = await api.post('/api/threads/events', { threadId: 't1', after: 0 }, 'text/event-stream');
      expect(parseEvents(await again.text()).length).toBe(events.length);
      const detail = await (await api.post('/api/threads/get', { threadId: 't1' }, 'application/json')).json();
      expect(detail).not.toHaveProperty('running');
      harness.store.database.exec('DROP TRIGGER temp.full');
      const next = await api.post('/api/genai/react', ask('t1', 'r2', 'y'), 'application/json');
      expect(await next.json()).toMatchObject({ answer: 'Here.' });
    } finally {
      await api.close();
    }
  });

  it('an answer in one piece says so', async () => {
    harness = await AgentHarness.start([{ text: 'Lost.' }]);
    const api = await serve(harness);
    try {
      const answer = await api.post('/api/genai/react', ask('t1', 'r1', 'x'), 'application/json');
      expect(await answer.json()).toMatchObject({ error: { code: 'store-unavailable' } });
    } finally {
      await api.close();
    }
  });
});

describe('who may answer', () => {
  const question = { toolCalls: [{ name: 'ask_user', args: { question: 'Which?', options: ['a', 'b'] } }] };
  const idOf = (events: Event[]): string => {
    const [first] = (outcome(events)?.['interrupts'] ?? []) as { id: string }[]; // our own events
    return first?.id ?? '';
  };

  it('an interrupt that a panel has claimed is answered by that panel alone', async () => {
    harness = await AgentHarness.start([question, { text: 'Fine.' }]);
    const interruptId = idOf(await harness.run({ ask: 'x' }));
    harness.store.interrupts.claim(interruptId, 'panel-1', 30_000);
    const resume = [{ interruptId, status: 'resolved' as const, payload: { kind: 'question', answer: 'a' } }];
    const agent = harness;
    for (const who of [{}, { panelId: 'panel-2' }]) {
      await expect(agent.run({ resume, ...who })).rejects.toMatchObject({ code: 'other-panel' });
      await expect(agent.run({ resume: [{ interruptId, status: 'cancelled' }], ...who })).rejects.toMatchObject({
        code: 'other-panel',
      });
    }
    expect(agent.store.interrupts.listOpen('t1')).toHaveLength(1);
    expect(outcome(await agent.run({ resume, panelId: 'panel-1' }))).toEqual({ type: 'success' });
  });

  it('a claim that has run out, or none, takes an answer from anyone', async () => {
    harness = await AgentHarness.start([question, { text: 'Fine.' }]);
    const interruptId = idOf(await harness.run({ ask: 'x' }));
    harness.store.interrupts.claim(interruptId, 'panel-1', 0);
    const resume = [{ interruptId, status: 'resolved' as const, payload: { kind: 'question', answer: 'a' } }];
    expect(outcome(await harness.run({ resume, panelId: 'panel-2' }))).toEqual({ type: 'success' });
  });
});
