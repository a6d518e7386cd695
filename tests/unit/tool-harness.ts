import type { ConnectionFields, ConnectionId } from '@pagehand/contracts/connections';
import type { InterruptAnswer } from '@pagehand/contracts/interrupts';
import type { ReactAgentOptions } from '../../backend/agent/react-agent-service.ts';
import type { Endpoints } from '../../backend/egress/endpoints.ts';
import { createEgress, type Egress } from '../../backend/egress/guarded-fetch.ts';
import type { Script } from '../fakes/openai-server.ts';
import { AgentHarness, customs, type Event, results } from './agent-support.ts';

export type Connections = Partial<Record<ConnectionId, ConnectionFields>>;

/** The real agent with real egress; tools are run by command, as the panel does it. */
export class ToolHarness {
  readonly agent: AgentHarness;
  readonly egress: Egress;
  private runs = 0;
  private constructor(agent: AgentHarness, egress: Egress) {
    this.agent = agent;
    this.egress = egress;
  }

  /** @param allowed further addresses that the person "configured": local servers of the test. */
  static async start(
    setup: {
      endpoints?: Endpoints;
      connections?: Connections;
      allowed?: string[];
      timeMs?: number;
      script?: Script;
    } = {},
    options: Partial<ReactAgentOptions> = {},
  ): Promise<ToolHarness> {
    const { endpoints = {}, connections = {}, allowed = [] } = setup;
    const egress = createEgress({ configured: () => [...Object.values(endpoints), ...allowed], ownHosts: [] });
    const agent = await AgentHarness.start(setup.script ?? (() => ({ text: 'Done.' })), {
      fetch: setup.timeMs === undefined ? egress.fetch : egress.withLimits({ timeMs: setup.timeMs }),
      endpoints,
      connections: {
        connected: (id) => connections[id] !== undefined,
        fields: (id) => connections[id],
        knownSecrets: () => Object.values(connections).flatMap((fields) => Object.values(fields ?? {})),
        googleToken: () => Promise.reject(new Error('no test of these tools signs in at Google')),
      },
      ...options,
    });
    return new ToolHarness(agent, egress);
  }

  async close(): Promise<void> {
    await this.agent.close();
    await this.egress.close();
  }

  /** Runs one call in a thread of its own. */
  async call(tool: string, args: Record<string, unknown>): Promise<ToolRun> {
    this.runs += 1;
    const threadId = `t${this.runs}`;
    const events = await this.agent.run({ threadId, command: { tool, args } });
    return toolRun(threadId, events);
  }

  async answer(run: ToolRun, payload: InterruptAnswer): Promise<ToolRun> {
    const interruptId = String(run.interrupt?.['interruptId']);
    return toolRun(run.threadId, await this.agent.resume(run.threadId, [{ interruptId, payload }]));
  }
}

export type ToolRun = {
  threadId: string;
  /** What the model reads. */
  content: string;
  /** The code of the error, when it is one. */
  error: { code: string; message: string; retryable: boolean } | undefined;
  sources: { n: number; title: string; url: string }[];
  interrupt: Record<string, unknown> | undefined;
  events: Event[];
};

function toolRun(threadId: string, events: Event[]): ToolRun {
  const content = results(events)[0] ?? '';
  let error: ToolRun['error'];
  if (content.startsWith('{"error"')) error = JSON.parse(content).error;
  const sources = customs(events, 'pagehand.sources')[0]?.['sources'];
  return {
    threadId,
    content,
    error,
    sources: (sources ?? []) as ToolRun['sources'], // our own event, checked by its schema when it was made
    interrupt: customs(events, 'pagehand.interrupt')[0],
    events,
  };
}
