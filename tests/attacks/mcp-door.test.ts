import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DoorHarness, until } from './mcp-door-support.ts';

let bench: DoorHarness;
beforeEach(async () => {
  bench = await DoorHarness.open();
});
afterEach(() => bench.close());

const status = async (headers: Record<string, string>, path?: string, method?: string): Promise<number> =>
  (await bench.send(headers, { ...(path === undefined ? {} : { path }), ...(method === undefined ? {} : { method }) }))
    .status;

describe('the door for other agents', () => {
  test('is shut until the person opens it, and again when they shut it', async () => {
    await bench.close();
    bench = await DoorHarness.open(false);
    expect(bench.door.view()).toMatchObject({ enabled: false, clients: [] });
    await bench.door.enable(true);
    expect(bench.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
    const at = bench.url;
    await bench.door.enable(false);
    await expect(fetch(at, { method: 'POST' })).rejects.toThrow();
  });

  test('lets nobody in without a token of its own, and no browser even with one', async () => {
    const token = bench.door.add('Editor');
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
    const token = bench.door.add('Editor');
    expect(JSON.stringify(bench.harness.store.settings.get('mcp-door'))).not.toContain(token);
    const client = await bench.overHttp(token);
    bench.door.remove(bench.door.view().clients[0]?.clientId ?? '');
    await expect(client.listTools()).rejects.toThrow();
    await expect(bench.overHttp(token)).rejects.toThrow();
  });
});

describe('a call of another agent', () => {
  test('is a run in a thread of its own that says who asked, and its result is data', async () => {
    const client = await bench.overHttp(bench.door.add('Editor'));
    expect((await client.listTools()).tools.map(({ name }) => name).sort()).toEqual([
      'browser_action',
      'read_page',
      'read_result',
      'run_steps',
    ]);
    const [result, threadId] = await Promise.all([
      client.callTool({ name: 'read_page', arguments: { view: 'text' } }),
      bench.actAsPanel(),
    ]);
    expect(JSON.stringify(result.content)).toContain('Two apples and a pear');
    expect(JSON.stringify(result.content)).toContain('<untrusted ');
    expect(bench.harness.store.threads.get(threadId)?.title).toContain('Asked by Editor');
  });

  test('reaches no tool but those of the browser', async () => {
    const client = await bench.overHttp(bench.door.add('Editor'));
    const result = await client.callTool({ name: 'gmail_send_email', arguments: {} });
    expect(result.isError).toBe(true);
    expect(bench.door.calls.waiting()).toEqual([]);
  });

  test('that no panel takes ends with what to do; one that is given up is stopped', async () => {
    const client = await bench.overHttp(bench.door.add('Editor'));
    const result = await client.callTool({ name: 'read_page', arguments: { view: 'text' } });
    expect(JSON.stringify(result)).toContain('No Pagehand panel is open');
    const stop = new AbortController();
    const call = client.callTool({ name: 'read_page', arguments: { view: 'text' } }, undefined, {
      signal: stop.signal,
    });
    const ended = expect(call).rejects.toThrow();
    await until(() => bench.door.calls.waiting().length > 0);
    stop.abort();
    await ended;
    await until(() => bench.door.calls.waiting().length === 0);
  });

  test('a plan of it waits for the person like any other', async () => {
    const client = await bench.overHttp(bench.door.add('Editor'));
    bench.harness.server.script([
      { toolCalls: [{ name: 'propose_plan', args: { steps: [{ kind: 'click', ref: 'e2', why: 'x' }] }, id: 'b' }] },
    ]);
    const stop = new AbortController();
    const call = client.callTool({ name: 'browser_action', arguments: { goal: 'refresh' } }, undefined, {
      signal: stop.signal,
    });
    const ended = expect(call).rejects.toThrow();
    const threadId = await bench.actAsPanel();
    expect(bench.harness.store.interrupts.listOpen(threadId)[0]?.request.kind).toBe('plan');
    stop.abort();
    await ended;
    await until(() => bench.harness.store.turns.open(threadId) === undefined);
    expect(bench.harness.store.interrupts.listOpen(threadId)).toEqual([]);
  });

  test('works over stdio, carried to the running backend', async () => {
    const token = bench.door.add('Editor');
    const client = await bench.overStdio({ PAGEHAND_MCP_TOKEN: token });
    const [result] = await Promise.all([
      client.callTool({ name: 'read_page', arguments: { view: 'text' } }),
      bench.actAsPanel(),
    ]);
    expect(JSON.stringify(result.content)).toContain('Two apples and a pear');
  });
});
