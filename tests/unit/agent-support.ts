import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InterruptAnswer } from '@pagehand/contracts/interrupts';
import type { PageSnapshot } from '@pagehand/contracts/snapshot';
import { type ReactAgentOptions, ReactAgentService, type StartRun } from '../../backend/agent/react-agent-service.ts';
import { openAiCompatible } from '../../backend/models/openai-compatible.ts';
import type { ResolvedModel } from '../../backend/models/resolve-model.ts';
import { openSqliteStore } from '../../backend/store/sqlite-store.ts';
import type { Store } from '../../backend/store/store.ts';
import { FakeOpenAiServer, type Script } from '../fakes/openai-server.ts';

export type Event = Record<string, unknown> & { type: string };

export const silentLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** The model of a scripted server, as `resolveModel` makes it from settings. */
const scriptedModel = (server: FakeOpenAiServer): ResolvedModel => ({
  model: openAiCompatible({ baseUrl: server.baseUrl, model: 'scripted', key: 'sk-test-secret' }),
  name: 'scripted',
  kind: 'openai-compatible',
  reportsFinish: true,
  planner: undefined,
});

let runs = 0;
export const newRunId = (): string => `run-${process.pid}-${runs++}`;

/** The real service on a real store in a folder of its own, with a scripted server as the model. */
export class AgentHarness {
  readonly folder: string;
  readonly store: Store;
  readonly server: FakeOpenAiServer;
  readonly service: ReactAgentService;

  private constructor(folder: string, store: Store, server: FakeOpenAiServer, options: Partial<ReactAgentOptions>) {
    this.folder = folder;
    this.store = store;
    this.server = server;
    this.service = new ReactAgentService({
      store,
      ownHosts: ['127.0.0.1:4517'],
      log: silentLog,
      resolveModel: () => scriptedModel(server),
      ...options,
    });
  }

  static async start(script: Script, options: Partial<ReactAgentOptions> = {}): Promise<AgentHarness> {
    const folder = mkdtempSync(join(tmpdir(), 'pagehand-agent-'));
    return new AgentHarness(folder, openSqliteStore(folder), await FakeOpenAiServer.start(script), options);
  }

  async close(): Promise<void> {
    await this.service.close();
    this.store.close();
    await this.server.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Starts a run and waits for its end; all events of the run. */
  async run(input: Partial<StartRun>): Promise<Event[]> {
    const { events } = await this.begin(input);
    return events;
  }

  /** Starts a run; `events` resolves at its RUN_FINISHED or RUN_ERROR. */
  async begin(input: Partial<StartRun>): Promise<{ runId: string; events: Promise<Event[]> }> {
    const run: StartRun = { threadId: 't1', runId: newRunId(), credentials: {}, ...input };
    const { fromSeq } = await this.service.start(run);
    return { runId: run.runId, events: eventsOf(this.store, run.threadId, run.runId, fromSeq) };
  }

  resume(threadId: string, answers: { interruptId: string; payload: InterruptAnswer }[]): Promise<Event[]> {
    return this.run({ threadId, resume: answers.map((answer) => ({ ...answer, status: 'resolved' as const })) });
  }
}

/** Events of a run up to its end. */
function eventsOf(store: Store, threadId: string, runId: string, fromSeq: number): Promise<Event[]> {
  return new Promise((resolve) => {
    let seq = fromSeq;
    const found: Event[] = [];
    const read = (): void => {
      for (const stored of store.events.after(threadId, seq, 10_000)) {
        seq = stored.seq;
        if (stored.runId !== runId) continue;
        found.push(stored.event as Event); // written by RunEvents
      }
      const last = found.at(-1)?.type;
      if (last === 'RUN_FINISHED' || last === 'RUN_ERROR') {
        unsubscribe();
        // What the run does after its last event is over a tick later.
        setImmediate(() => resolve(found));
      }
    };
    const unsubscribe = store.events.listen(threadId, () => queueMicrotask(read));
    read();
  });
}

export const text = (events: Event[]): string =>
  events
    .filter((event) => event.type === 'TEXT_MESSAGE_CONTENT')
    .map((event) => String(event['delta']))
    .join('');

export const customs = (events: Event[], name: string): Record<string, unknown>[] =>
  events
    .filter((event) => event.type === 'CUSTOM' && event['name'] === name)
    .map((event) => event['value'] as Record<string, unknown>); // our own events

export const results = (events: Event[]): string[] =>
  events.filter((event) => event.type === 'TOOL_CALL_RESULT').map((event) => String(event['content']));

export const outcome = (events: Event[]): Record<string, unknown> | undefined =>
  events.at(-1)?.['outcome'] as Record<string, unknown> | undefined; // our own event

/** A page with a form. */
export const page = (snapshotId = 'snap-1', over: Partial<PageSnapshot> = {}): PageSnapshot => ({
  snapshotId,
  tabId: 1,
  url: 'https://shop.example/cart',
  title: 'Cart',
  lang: 'en',
  dir: 'ltr',
  viewport: { width: 800, height: 600, scrollX: 0, scrollY: 0, scrollHeight: 600 },
  frames: [{ frameId: 0, documentId: 'd1', origin: 'https://shop.example', readable: true }],
  outline: '- main\n  - heading "Cart"\n  - textbox "Name" [e1]\n  - button "Refresh" [e2]',
  refs: [
    {
      ref: 'e1',
      frameId: 0,
      tag: 'input',
      role: 'textbox',
      name: 'Name',
      states: [],
      value: '',
      inputType: 'text',
      fingerprint: { role: 'textbox', name: 'Name', within: 'main', index: 0 },
    },
    {
      ref: 'e2',
      frameId: 0,
      tag: 'button',
      role: 'button',
      name: 'Refresh',
      states: [],
      inputType: 'button',
      fingerprint: { role: 'button', name: 'Refresh', within: 'main', index: 0 },
    },
  ],
  text: '<main><h1>Cart</h1><p>Two apples and a pear for 3 EUR.</p></main>',
  tools: [],
  omitted: { hidden: 0, refs: 0, textChars: 0, truncated: false },
  redacted: {},
  ...over,
});
