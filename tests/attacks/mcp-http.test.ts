import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { McpServersConfigSchema } from '@pagehand/contracts/mcp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSqliteStore } from '../../backend/store/sqlite-store.ts';
import type { Store } from '../../backend/store/store.ts';
import { connectMcp } from '../../backend/tools/mcp/connect-mcp.ts';
import { openMcpServers } from '../../backend/tools/mcp/mcp-servers.ts';
import { startMcpHttpServer } from '../fakes/mcp-http-server.ts';

describe('what config.json may name', () => {
  test.each([
    ['http beyond this machine', { a: { url: 'http://mcp.example/mcp' } }],
    ['a look-alike of loopback', { a: { url: 'http://127.0.0.1.evil.example/mcp' } }],
    ['a password in the address', { a: { url: 'https://me:secret@mcp.example/' } }],
    ['another scheme', { a: { url: 'file:///etc/passwd' } }],
    ['a program and an address', { a: { url: 'https://mcp.example/', command: 'x' } }],
    ['an unknown field', { a: { command: 'x', shell: true } }],
    ['a name with a path', { '../a': { command: 'x' } }],
    ['a variable that is none', { a: { command: 'x', env: { 'A=B': 'c' } } }],
  ])('%s is refused', (_what, config) => {
    expect(McpServersConfigSchema.safeParse(config).success).toBe(false);
  });
  test('https anywhere and http on this machine fit', () => {
    expect(
      McpServersConfigSchema.safeParse({ a: { url: 'https://mcp.example/mcp' }, b: { url: 'http://localhost:1/' } })
        .success,
    ).toBe(true);
  });
});

describe('a server over HTTP', () => {
  let server: Awaited<ReturnType<typeof startMcpHttpServer>>;
  let folder: string;
  let store: Store;
  beforeAll(async () => {
    server = await startMcpHttpServer();
    folder = mkdtempSync(join(tmpdir(), 'pagehand-mcp-'));
    store = openSqliteStore(folder);
  });
  afterAll(async () => {
    await server.close();
    store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const open = (url: string, ownHosts: string[] = []) =>
    openMcpServers({
      config: { data: folder, mcpServers: { loud: { url, headers: { Authorization: 'Bearer of-the-person' } } } },
      store,
      ownHosts,
      version: '1',
    });

  test('is reached through the guarded client, with the headers of the person, and opens no idle stream', async () => {
    const servers = await open(server.url);
    await servers.get('loud').enable(AbortSignal.timeout(10_000));
    expect(await servers.list()).toMatchObject([{ state: 'running', tools: [{ name: 'shout', state: 'accepted' }] }]);
    expect(server.requests.every((headers) => headers.authorization === 'Bearer of-the-person')).toBe(true);
    expect(server.requests.every((headers) => headers['content-type'] === 'application/json')).toBe(true);
    await servers.close();
  });

  test('what is not the configured origin is not reached, though it is on loopback', async () => {
    const other = await startMcpHttpServer();
    const servers = await open(server.url);
    const { createEgress } = await import('../../backend/egress/guarded-fetch.ts');
    const egress = createEgress({ ownHosts: [], configured: () => [server.url] });
    await expect(
      connectMcp(
        'loud',
        { url: other.url },
        { fetch: egress.fetch, dataFolder: folder, version: '1' },
        { changed: () => undefined, closed: () => undefined },
        AbortSignal.timeout(10_000),
      ),
    ).rejects.toMatchObject({ code: 'address-refused' });
    expect(other.requests).toEqual([]);
    await egress.close();
    await servers.close();
    await other.close();
  });

  test('our own backend is never taken for a server', async () => {
    const servers = await open(server.url, [new URL(server.url).host]);
    await expect(servers.get('loud').enable(AbortSignal.timeout(10_000))).rejects.toMatchObject({
      code: 'address-refused',
    });
    await servers.close();
  });
});
