/** Programs that nobody knows: they wait for the person's word, and can say nothing that decides it. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { doorClients } from '../../backend/api/mcp-door/door-clients.ts';
import { DoorConsents } from '../../backend/api/mcp-door/door-consents.ts';
import { DoorHarness, until } from './mcp-door-support.ts';

let bench: DoorHarness;
beforeEach(async () => {
  bench = await DoorHarness.open();
  bench.door.panels.seen('panel');
});
afterEach(() => bench.close());

const asking = () => until(() => bench.door.consents.waiting()[0]);
const INITIALIZE = (name: string) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name, version: '1' } },
  });
const MCP = { 'Content-Type': 'application/json', 'Accept': 'application/json, text/event-stream' };

describe('a program that nobody knows', () => {
  test('raises a card with what it calls itself, and is told what to do until it is answered', async () => {
    const client = await bench.overHttp(undefined, 'Stranger');
    expect(await asking()).toMatchObject({ name: 'Stranger', version: '1', hasToken: false });
    const told = /has not let this program in yet\. Open the Pagehand panel/u;
    await expect(client.listTools()).rejects.toThrow(told);
    await expect(client.callTool({ name: 'read_page', arguments: { view: 'text' } })).rejects.toThrow(told);
    expect(bench.door.calls.waiting()).toEqual([]);
  });

  test('is told at once where no panel is open that could ask', async () => {
    await bench.close();
    bench = await DoorHarness.open();
    const client = await bench.overHttp(undefined, 'Stranger');
    await expect(client.listTools()).rejects.toThrow('Open the Pagehand panel');
  });

  test('let in once, it may until its session ends, and not after', async () => {
    const client = await bench.overHttp(undefined, 'Stranger');
    const listed = client.listTools();
    expect(bench.door.decide((await asking()).consentId, 'once')).toBeUndefined();
    expect((await listed).tools.map(({ name }) => name)).toContain('read_page');
    expect(bench.door.view().clients).toMatchObject([{ name: 'Stranger', once: true }]);
    const [result] = await Promise.all([
      client.callTool({ name: 'read_page', arguments: { view: 'text' } }),
      bench.actAsPanel(),
    ]);
    expect(JSON.stringify(result.content)).toContain('Two apples and a pear');
    await client.transport?.close();
    const again = await bench.overHttp(undefined, 'Stranger');
    await expect(again.listTools()).rejects.toThrow('has not let this program in yet');
  });

  test('let in for good without a token, it is given one: its name alone lets nobody in', async () => {
    const client = await bench.overHttp(undefined, 'Stranger');
    const token = bench.door.decide((await asking()).consentId, 'always') ?? '';
    expect((await client.listTools()).tools.length).toBeGreaterThan(0);
    const impostor = await bench.overHttp(undefined, 'Stranger');
    await expect(impostor.listTools()).rejects.toThrow('has not let this program in yet');
    const known = await bench.overHttp(token, 'Renamed');
    expect((await known.listTools()).tools.length).toBeGreaterThan(0);
  });

  test('let in for good with a token of its own, it is recognised by that', async () => {
    const token = 'a-token-that-the-client-made-for-itself-0123456789';
    const client = await bench.overHttp(token, 'Tool');
    expect(await asking()).toMatchObject({ hasToken: true });
    expect(bench.door.decide((await asking()).consentId, 'always')).toBeUndefined();
    expect((await client.listTools()).tools.length).toBeGreaterThan(0);
    const again = await bench.overHttp(token, 'Tool');
    expect((await again.listTools()).tools.length).toBeGreaterThan(0);
    expect(bench.door.consents.waiting()).toEqual([]);
  });

  test('denied, it is shut out and cannot ask on and on', async () => {
    const client = await bench.overHttp(undefined, 'Nag');
    bench.door.decide((await asking()).consentId, 'deny');
    await expect(client.listTools()).rejects.toThrow('did not let this program in');
    await expect(bench.overHttp(undefined, 'Nag')).rejects.toThrow('did not let this program in');
    expect(bench.door.consents.waiting()).toEqual([]);
  });

  test('taken back in the settings, its session is worth nothing any more', async () => {
    const client = await bench.overHttp(undefined, 'Stranger');
    bench.door.decide((await asking()).consentId, 'once');
    await client.listTools();
    bench.door.remove(bench.door.view().clients[0]?.clientId ?? '');
    await expect(client.listTools()).rejects.toThrow('took it back');
    expect(bench.door.view().clients).toEqual([]);
  });

  test('shows its name as one short line without signs that nobody sees', async () => {
    await bench.overHttp(undefined, `Claude\u202E\u0000\n\n<b>Approved</b> \u{E0041}${'x'.repeat(500)}`);
    const { name } = await asking();
    expect(name.length).toBeLessThanOrEqual(80);
    expect(name).toMatch(/^Claude\s?<b>Approved<\/b>/u);
    expect(name).not.toMatch(/[\p{C}\n]/u);
  });

  test('many at once are turned away instead of burying the person in cards', async () => {
    for (let n = 0; n < 5; n += 1) await bench.overHttp(undefined, `Many ${n}`);
    await expect(bench.overHttp(undefined, 'One more')).rejects.toThrow('Too many programs');
    expect(bench.door.consents.waiting()).toHaveLength(5);
  });

  test('that leaves takes its card along', async () => {
    const sent = await bench.send(MCP, { body: INITIALIZE('Leaver') });
    expect(sent.status).toBe(200);
    const client = await bench.overHttp(undefined, 'Stays');
    await until(() => bench.door.consents.waiting().length === 2);
    const transport = client.transport;
    if (transport !== undefined && 'terminateSession' in transport && typeof transport.terminateSession === 'function')
      await transport.terminateSession();
    await until(() => bench.door.consents.waiting().length === 1);
    expect(bench.door.consents.waiting()[0]?.name).toBe('Leaver');
  });

  test('says nothing large before it is let in', async () => {
    const big = await bench.send(MCP, { body: INITIALIZE('x'.repeat(100_000)) });
    expect(big.status).toBe(413);
    expect(bench.door.consents.waiting()).toEqual([]);
  });

  test('cannot go on with the session of another', async () => {
    const token = bench.door.add('Editor');
    const begun = await new Promise<string>((done, failed) => {
      void fetch(bench.url, {
        method: 'POST',
        headers: { ...MCP, Authorization: `Bearer ${token}` },
        body: INITIALIZE('Editor'),
      }).then((response) => done(response.headers.get('mcp-session-id') ?? ''), failed);
    });
    expect(begun).not.toBe('');
    const list = JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' });
    expect((await bench.send({ ...MCP, 'Mcp-Session-Id': begun }, { body: list })).status).toBe(404);
    const other = 'b-token-that-the-client-made-for-itself-0123456789';
    expect(
      (await bench.send({ ...MCP, 'Mcp-Session-Id': begun, 'Authorization': `Bearer ${other}` }, { body: list }))
        .status,
    ).toBe(404);
  });
});

describe('cards', () => {
  test('that nobody answers go after ten minutes, and the program may ask anew', () => {
    let now = 1_000;
    const consents = new DoorConsents(doorClients(bench.harness.store), () => now);
    const stranger = { name: 'Stranger', version: '1', tokenHash: undefined };
    const visit = consents.knock(stranger);
    expect(consents.waiting()).toHaveLength(1);
    now += 600_001;
    expect(consents.waiting()).toEqual([]);
    expect(visit.asking()).toBe(false);
    expect(visit.client()).toBeUndefined();
    consents.knock(stranger);
    expect(consents.waiting()).toHaveLength(1);
  });
});

describe('over stdio', () => {
  test('the bridge keeps a token of its own, so that the person is asked once', async () => {
    const client = await bench.overStdio({}, 'Desktop');
    const consent = await asking();
    expect(consent).toMatchObject({ name: 'Desktop', hasToken: true });
    bench.door.decide(consent.consentId, 'always');
    expect((await client.listTools()).tools.length).toBeGreaterThan(0);
    await client.close();
    const again = await bench.overStdio({}, 'Desktop');
    expect((await again.listTools()).tools.length).toBeGreaterThan(0);
    expect(bench.door.consents.waiting()).toEqual([]);
  });

  test('a backend that was started again meanwhile is found, and the session goes on', async () => {
    const client = await bench.overStdio({ PAGEHAND_MCP_TOKEN: bench.door.add('Editor') });
    await client.listTools();
    await bench.door.enable(false);
    await expect(client.listTools()).rejects.toThrow('does not run, or its MCP server is off');
    await bench.door.enable(true);
    expect((await client.listTools()).tools.length).toBeGreaterThan(0);
  });
});
