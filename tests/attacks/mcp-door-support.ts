/** Pagehand's own MCP server on a real agent, and what stands around it: a client of the official SDK, a panel. */
import { request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { ContextUpdate } from '@pagehand/contracts/api';
import { Door } from '../../backend/api/mcp-door/mcp-door.ts';
import { AgentHarness, page } from '../unit/agent-support.ts';

const CLI = fileURLToPath(new URL('../../backend/bin/cli.ts', import.meta.url));

/** Looks until it is so; a test's own time-out ends it. */
export async function until<T>(probe: () => T | undefined | false): Promise<T> {
  for (;;) {
    const found = probe();
    if (found !== undefined && found !== false) return found;
    await new Promise((done) => setTimeout(done, 20));
  }
}

export class DoorHarness {
  readonly harness: AgentHarness;
  readonly door: Door;
  readonly #clients: Client[] = [];
  #acted = 0;

  private constructor(harness: AgentHarness) {
    this.harness = harness;
    const { store, service, folder } = harness;
    this.door = new Door({
      store,
      service,
      version: '1',
      port: 0,
      dataFolder: folder,
      takeMs: 3_000,
      consentMs: 2_000,
    });
  }

  static async open(enabled = true): Promise<DoorHarness> {
    const made = new DoorHarness(await AgentHarness.start(() => ({ text: 'Done.' })));
    if (enabled) await made.door.enable(true);
    return made;
  }

  async close(): Promise<void> {
    for (const client of this.#clients) await client.close();
    await this.door.close();
    await this.harness.close();
  }

  get url(): string {
    return this.door.view().url ?? '';
  }

  async connect(transport: unknown, name = 'other-agent'): Promise<Client> {
    const client = new Client({ name, version: '1' });
    this.#clients.push(client);
    await client.connect(transport as Transport); // the SDK's own classes
    return client;
  }

  /** @param token absent: nobody knows this client. */
  overHttp(token?: string, name?: string): Promise<Client> {
    const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
    return this.connect(new StreamableHTTPClientTransport(new URL(this.url), { requestInit: { headers } }), name);
  }

  overStdio(env: Record<string, string> = {}, name?: string): Promise<Client> {
    return this.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: ['--import', import.meta.resolve('tsx'), CLI, 'mcp', '--data', this.harness.folder],
        env: { PATH: process.env['PATH'] ?? '', ...env },
      }),
      name,
    );
  }

  /** What a panel does: takes the call that waits and runs it with the page in front. */
  async actAsPanel(context?: Omit<ContextUpdate, 'threadId'>): Promise<string> {
    const call = await until(() => this.door.calls.waiting()[0]);
    this.#acted += 1;
    const threadId = call.threadId ?? `door-${this.#acted}`;
    this.door.calls.take(call.callId, threadId);
    await this.harness.run({
      threadId,
      command: { tool: call.tool, args: call.args },
      askedBy: call.client,
      page: page(`snap-door-${this.#acted}`),
      ...(context === undefined ? {} : { context: { ...context, threadId } }),
    });
    return threadId;
  }

  /** One raw request. @returns status and body. */
  send(
    headers: Record<string, string>,
    options: { path?: string; method?: string; body?: string } = {},
  ): Promise<{ status: number; body: string }> {
    const { path = '/mcp', method = 'POST', body = '{}' } = options;
    return new Promise((done, failed) => {
      const { hostname, port } = new URL(this.url);
      const sent = request({ hostname, port, path, method, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () => done({ status: response.statusCode ?? 0, body: text }));
      });
      sent.on('error', failed);
      sent.end(body);
    });
  }
}
