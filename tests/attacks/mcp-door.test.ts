import { request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Door } from '../../backend/api/mcp-door/mcp-door.ts';
import { AgentHarness, page } from '../unit/agent-support.ts';

const CLI = fileURLToPath(new URL('../../backend/bin/cli.ts', import.meta.url));

let harness: AgentHarness;
let door: Door;
const clients: Client[] = [];
beforeEach(async () => {
  harness = await AgentHarness.start(() => ({ text: 'Done.' }));
  door = new Door({ store: harness.store, service: harness.service, version: '1', port: 0, takeMs: 3_000 });
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  await door.close();
  await harness.close();
});

const url = (): string => door.view().url ?? '';
async function connect(transport: unknown): Promise<Client> {
  const client = new Client({ name: 'other-agent', version: '1' });
  clients.push(client);
  await client.connect(transport as Transport); // the SDK's own classes
  return client;
}
const overHttp = (token: string): Promise<Client> =>
  connect(
    new StreamableHTTPClientTransport(new URL(url()), {
      requestInit: { headers: { Authorization: `Bearer ${token}` } },
    }),
  );

/** What a panel does: takes the call that waits and runs it with the page in front. */
async function actAsPanel(): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    const [call] = door.calls.waiting();
    if (call !== undefined) {
      const threadId = `door-${tries}`;
      door.calls.take(call.callId, threadId);
      await harness.run({
        threadId,
        command: { tool: call.tool, args: call.args },
        askedBy: call.client,
        page: page(`snap-door-${tries}`),
      });
      return threadId;
    }
    await new Promise((done) => setTimeout(done, 20));
  }
  throw new Error('no call came');
}

const status = (headers: Record<string, string>, path = '/mcp', method = 'POST'): Promise<number> =>
  new Promise((done, failed) => {
    const { hostname, port } = new URL(url());
    const sent = request({ hostname, port, path, method, headers }, (response) => {
      response.resume();
      done(response.statusCode ?? 0);
    });
    sent.on('error', failed);
    sent.end('{}');
  });

describe('the door for other agents', () => {
  test('is shut until the person opens it, and again when they shut it', async () => {
    expect(door.view()).toEqual({ enabled: false, clients: [] });
    await door.enable(true);
    expect(url()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
    const at = url();
    await door.enable(false);
    await expect(fetch(at, { method: 'POST' })).rejects.toThrow();
  });

  test('lets nobody in without a token of its own, and no browser even with one', async () => {
    await door.enable(true);
    const token = door.add('Editor');
    const auth = { Authorization: `Bearer ${token}` };
    expect(await status({})).toBe(401);
    expect(await status({ Authorization: `Bearer ${token.slice(0, -1)}x` })).toBe(401);
    expect(await status({ ...auth, Origin: 'https://evil.example' })).toBe(403);
    expect(await status({ ...auth, Origin: 'chrome-extension://abcdefghijklmnopabcdefghijklmnop' })).toBe(403);
    expect(await status({ ...auth, Origin: 'null' })).toBe(403);
    expect(await status({ ...auth, 'Sec-Fetch-Site': 'cross-site' })).toBe(403);
    expect(await status({ ...auth, Host: 'evil.example' })).toBe(403);
    expect(await status(auth, '/mcp?token=x')).toBe(404);
    expect(await status(auth, '/api/tools/list')).toBe(404);
    expect(await status(auth, '/mcp', 'PUT')).toBe(405);
  });

  test('the token is kept as a hash alone, and is worth nothing once the client is removed', async () => {
    await door.enable(true);
    const token = door.add('Editor');
    expect(JSON.stringify(harness.store.settings.get('mcp-door'))).not.toContain(token);
    const client = await overHttp(token);
    door.remove(door.view().clients[0]?.clientId ?? '');
    await expect(client.listTools()).rejects.toThrow();
    await expect(overHttp(token)).rejects.toThrow();
  });
});

describe('a call of another agent', () => {
  test('is a run in a thread of its own that says who asked, and its result is data', async () => {
    await door.enable(true);
    const client = await overHttp(door.add('Editor'));
    expect((await client.listTools()).tools.map(({ name }) => name).sort()).toEqual(['browser_action', 'read_page']);
    const [result, threadId] = await Promise.all([
      client.callTool({ name: 'read_page', arguments: { view: 'text' } }),
      actAsPanel(),
    ]);
    expect(JSON.stringify(result.content)).toContain('Two apples and a pear');
    expect(JSON.stringify(result.content)).toContain('<untrusted ');
    expect(harness.store.threads.get(threadId)?.title).toContain('Asked by Editor');
  });

  test('reaches no tool but those of the browser', async () => {
    await door.enable(true);
    const client = await overHttp(door.add('Editor'));
    const result = await client.callTool({ name: 'gmail_send_email', arguments: {} });
    expect(result.isError).toBe(true);
    expect(door.calls.waiting()).toEqual([]);
  });

  test('that no panel takes ends with what to do; one that is given up is stopped', async () => {
    await door.enable(true);
    const client = await overHttp(door.add('Editor'));
    const result = await client.callTool({ name: 'read_page', arguments: { view: 'text' } });
    expect(JSON.stringify(result)).toContain('No Pagehand panel is open');
    const stop = new AbortController();
    const call = client.callTool({ name: 'read_page', arguments: { view: 'text' } }, undefined, {
      signal: stop.signal,
    });
    const ended = expect(call).rejects.toThrow();
    while (door.calls.waiting().length === 0) await new Promise((done) => setTimeout(done, 20));
    stop.abort();
    await ended;
    for (let tries = 0; tries < 50 && door.calls.waiting().length > 0; tries += 1)
      await new Promise((done) => setTimeout(done, 20));
    expect(door.calls.waiting()).toEqual([]);
  });

  test('a plan of it waits for the person like any other', async () => {
    await door.enable(true);
    const client = await overHttp(door.add('Editor'));
    harness.server.script([
      { toolCalls: [{ name: 'propose_plan', args: { steps: [{ kind: 'click', ref: 'e2', why: 'x' }] }, id: 'b' }] },
    ]);
    const stop = new AbortController();
    const call = client.callTool({ name: 'browser_action', arguments: { goal: 'refresh' } }, undefined, {
      signal: stop.signal,
    });
    const ended = expect(call).rejects.toThrow();
    const threadId = await actAsPanel();
    expect(harness.store.interrupts.listOpen(threadId)[0]?.request.kind).toBe('plan');
    stop.abort();
    await ended;
    for (let tries = 0; tries < 100 && harness.store.turns.open(threadId) !== undefined; tries += 1)
      await new Promise((done) => setTimeout(done, 20));
    expect(harness.store.interrupts.listOpen(threadId)).toEqual([]);
  });

  test('works over stdio, carried to the running backend', async () => {
    await door.enable(true);
    const token = door.add('Editor');
    const client = await connect(
      new StdioClientTransport({
        command: process.execPath,
        args: ['--import', import.meta.resolve('tsx'), CLI, 'mcp', '--data', harness.folder],
        env: { PATH: process.env['PATH'] ?? '', PAGEHAND_MCP_TOKEN: token, PAGEHAND_MCP_PORT: new URL(url()).port },
      }),
    );
    const [result] = await Promise.all([
      client.callTool({ name: 'read_page', arguments: { view: 'text' } }),
      actAsPanel(),
    ]);
    expect(JSON.stringify(result.content)).toContain('Two apples and a pear');
  });
});
