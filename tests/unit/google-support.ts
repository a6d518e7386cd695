import { createConnections } from '../../backend/connections/connections.ts';
import { createEgress } from '../../backend/egress/guarded-fetch.ts';
import { FakeGoogleApis } from '../fakes/google-api-server.ts';
import { AgentHarness, type Event } from './agent-support.ts';

/** The real agent with the guarded client, Google's clients and a local Google; a token comes with each request. */
export class GoogleBench {
  readonly google: FakeGoogleApis;
  readonly harness: AgentHarness;
  #calls = 0;

  private constructor(google: FakeGoogleApis, harness: AgentHarness) {
    this.google = google;
    this.harness = harness;
  }

  static async start(): Promise<GoogleBench> {
    const google = await FakeGoogleApis.start();
    const endpoints = { gmail: google.url, calendar: google.url };
    const egress = createEgress({ ownHosts: [], configured: () => Object.values(endpoints) });
    const kept = new Map<string, string>();
    const harness = await AgentHarness.start(() => ({ text: 'Done.' }), {
      fetch: egress.fetch,
      endpoints,
      connections: createConnections(
        {
          get: (name) => kept.get(name),
          set: (name, value) => void (value === null ? kept.delete(name) : kept.set(name, value)),
        },
        { fetch: egress.fetch, endpoints },
      ),
    });
    return new GoogleBench(google, harness);
  }

  async close(): Promise<void> {
    await this.harness.close();
    await this.google.close();
  }

  /** Runs a tool as a slash command does; what it waits for is there, too. */
  async call(tool: string, args: Record<string, unknown>, threadId = `t${++this.#calls}`) {
    const events = await this.harness.run({
      threadId,
      command: { tool, args },
      credentials: { googleAccessToken: 'ya29.canary-access-token' },
    });
    return { threadId, ...this.#ended(threadId, events) };
  }

  /** Says yes to what the thread waits for. */
  async approve(threadId: string) {
    const open = this.harness.store.interrupts.listOpen(threadId)[0];
    if (open?.request.kind !== 'approval') throw new Error('Nothing waits for an approval.');
    const events = await this.harness.run({
      threadId,
      resume: [
        {
          interruptId: open.interruptId,
          status: 'resolved',
          payload: { kind: 'approval', approved: true, hash: open.request.hash, decidedAt: Date.now() },
        },
      ],
      credentials: { googleAccessToken: 'ya29.canary-access-token' },
    });
    return this.#ended(threadId, events);
  }

  #ended(threadId: string, events: Event[]) {
    const result = this.harness.store.threads.messages(threadId).findLast(({ role }) => role === 'tool')?.content ?? '';
    const open = this.harness.store.interrupts.listOpen(threadId)[0]?.request;
    const asked = open?.kind === 'approval' ? open : undefined;
    return { events, result, asked, error: result.startsWith('{"error"') ? JSON.parse(result).error : undefined };
  }
}
