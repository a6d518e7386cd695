import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { McpServerConfig, McpServerView } from '@pagehand/contracts/mcp';
import { expect } from 'vitest';
import { McpServers } from '../../backend/tools/mcp/mcp-servers.ts';
import type { FakeOpenAiServer } from '../fakes/openai-server.ts';
import { AgentHarness, results } from '../unit/agent-support.ts';

const SERVER = fileURLToPath(new URL('../fakes/mcp-server.mjs', import.meta.url));

export type FakeTool = {
  name: string;
  description?: string;
  inputSchema: Record<string, unknown>;
  annotations?: Record<string, unknown>;
};
type State = { tools: FakeTool[]; behaviour?: Record<string, string>; says?: string };

export const tool = (name: string, over: Partial<FakeTool> = {}): FakeTool => ({
  name,
  description: `Does ${name}`,
  inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
  ...over,
});

/** The real agent with a real MCP server beside it, over stdio, whose mind can be changed while it runs. */
export class McpBench {
  readonly harness: AgentHarness;
  readonly servers: McpServers;
  readonly #file: string;

  private constructor(harness: AgentHarness, servers: McpServers, file: string) {
    this.harness = harness;
    this.servers = servers;
    this.#file = file;
  }

  static async start(state: State, config?: McpServerConfig): Promise<McpBench> {
    let servers: McpServers | undefined;
    const harness = await AgentHarness.start(() => ({ text: 'Done.' }), {
      toolSources: [() => servers?.tools() ?? []],
    });
    const file = join(harness.folder, 'mcp-state.json');
    writeFileSync(file, JSON.stringify(state));
    servers = await McpServers.open(
      { shelf: config ?? { command: process.execPath, args: [SERVER, file] } },
      {
        store: harness.store,
        fetch: () => Promise.reject(new Error('no network')),
        dataFolder: harness.folder,
        version: '1',
      },
    );
    return new McpBench(harness, servers, file);
  }

  get model(): FakeOpenAiServer {
    return this.harness.server;
  }

  enable(): Promise<void> {
    return this.servers.get('shelf').enable(AbortSignal.timeout(20_000));
  }

  set(state: State): void {
    writeFileSync(this.#file, JSON.stringify(state));
  }

  /** What happened in the server: `start PID VARIABLES`, `call TOOL ARGS`, `cancelled TOOL`. */
  log(): string[] {
    try {
      return readFileSync(`${this.#file}.log`, 'utf8').trim().split('\n');
    } catch {
      return [];
    }
  }

  async view(): Promise<McpServerView> {
    const [view] = await this.servers.list();
    if (view === undefined) throw new Error('no server');
    return view;
  }

  wire(name: string): string {
    const found = this.servers.tools().find((one) => one.name.includes(`_${name}_`));
    if (found === undefined) throw new Error(`no tool ${name}`);
    return found.name;
  }

  async close(): Promise<void> {
    await this.servers.close();
    await this.harness.close();
  }
}

/** Runs one call as a person would by a command, approves it where that is asked, and gives its result back. */
export async function callTool(on: McpBench, name: string, args: Record<string, unknown> = {}): Promise<string> {
  const events = await on.harness.run({ command: { tool: on.wire(name), args } });
  const [open] = on.harness.store.interrupts.listOpen('t1');
  if (open === undefined) return results(events)[0] ?? '';
  if (open.request.kind !== 'approval') throw new Error('not an approval');
  const answered = await on.harness.resume('t1', [
    {
      interruptId: open.interruptId,
      payload: { kind: 'approval', approved: true, hash: open.request.hash, decidedAt: Date.now() },
    },
  ]);
  return results(answered)[0] ?? '';
}

export const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
export const pidOf = (on: McpBench): number =>
  Number(
    on
      .log()
      .findLast((line) => line.startsWith('start'))
      ?.split(' ')[1],
  );

export async function until(what: () => boolean): Promise<void> {
  for (let tries = 0; tries < 200 && !what(); tries += 1) await new Promise((done) => setTimeout(done, 50));
  expect(what()).toBe(true);
}
