import { readFileSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROWSERS } from './support/launch-browser.ts';
import type { Panel } from './support/panel.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const PORT = readFileSync(new URL('../fixtures/page-tools/hand-made-port.js', import.meta.url), 'utf8');
const FRONT = `<!doctype html><title>Front</title><h1>Front</h1><p>Seven geese by the pond.</p>
<button onclick="this.nextElementSibling.textContent = 'The geese were counted.'">Count the geese</button><output></output>
<script>${PORT}
pageTools.add({name: 'feed_geese', description: 'Feeds the geese', risk: 'low', run: () => ({fed: 7})});
</script>`;

async function until<T>(probe: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await probe();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe.each(BROWSERS)('in %s', (name) => {
  let bench: Workbench;
  let panel: Panel;
  let front: Page;
  let url = '';
  const clients: Client[] = [];
  beforeAll(async () => {
    bench = await openWorkbench(
      name,
      { 'front.example': { '/': FRONT } },
      { model: 'offline', env: { PAGEHAND_MCP_PORT: '0' } },
    );
    front = await bench.browser.openPage(bench.sites.url('front.example'));
    panel = await bench.openPanel();
  });
  afterAll(async () => {
    for (const client of clients) await client.close();
    await bench?.close();
  });

  async function connect(clientName: string, token?: string): Promise<Client> {
    const client = new Client({ name: clientName, version: '3.1' });
    clients.push(client);
    const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
    const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
    await client.connect(transport as Transport); // the SDK's own class
    return client;
  }

  test('another agent that the person let in reads the page through the panel, which says who asked', async () => {
    await panel.click('button', 'Offline model');
    await panel.click('button', 'Let other agents in');
    await panel.type('textbox', 'Name of a program', 'Editor');
    await panel.click('button', 'Add it');
    await panel.page.waitForSelector('[data-testid="door-token"]');
    const token = await panel.page.$eval('[data-testid="door-token"]', (element) => element.textContent ?? '');
    url = /http:\/\/127\.0\.0\.1:\d+\/mcp/u.exec(await panel.text())?.[0] ?? '';
    await panel.click('button', 'Back');
    const client = await connect('editor', token);
    const result = await client.callTool({ name: 'read_page', arguments: { view: 'text' } });
    expect(JSON.stringify(result.content)).toContain('Seven geese by the pond.');
    await panel.waitForText('Asked by Editor');
    await panel.waitForText('The result went to Editor.');
  });

  test('one that nobody knows waits for a card; allowed once, it lists, reads, and is in the settings until it is revoked', async () => {
    const client = await connect('Stranger <b>Approved</b>');
    const listed = client.listTools();
    await panel.waitForText('A program wants to use your browser');
    await panel.waitForText('Stranger <b>Approved</b> 3.1');
    await panel.waitForText('Nobody has checked that name.');
    await panel.click('button', 'Allow once');
    expect((await listed).tools.map((tool) => tool.name)).toContain('read_page');
    const result = await client.callTool({ name: 'read_page', arguments: { view: 'text' } });
    expect(JSON.stringify(result.content)).toContain('Seven geese by the pond.');
    await panel.click('button', 'Offline model');
    await panel.waitForText('let in until it ends');
    await panel.click('button', 'Revoke Stranger');
    const refused = await until(() =>
      client.listTools().then(
        () => undefined,
        (error: unknown) => String(error),
      ),
    );
    expect(refused).toContain('took it back');
    await panel.click('button', 'Back');
  });

  test('a tool of the page is there for it, asks the person, and its result comes back as data', async () => {
    const client = await connect('Feeder');
    await panel.click('button', 'Always allow');
    await panel.page.waitForSelector('[data-testid="door-token"]');
    await panel.click('button', 'I have it');
    const feed = await until(async () => {
      const { tools } = await client.listTools();
      return tools.find((tool) => tool.name.endsWith('_feed_geese'));
    });
    let changed = 0;
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
      changed += 1;
    });
    const call = client.callTool({ name: feed.name, arguments: {} });
    await panel.click('button', 'Approve');
    expect(JSON.stringify((await call).content)).toMatch(/untrusted.*fed/u);
    await front.evaluate('pageTools.remove("feed_geese")');
    await until(() => (changed > 0 ? true : undefined));
    expect((await client.listTools()).tools.map((tool) => tool.name)).not.toContain(feed.name);
  });

  test('steps that it planned by the outline run after the person’s word; one that it gives up leaves the panel', async () => {
    const client = await connect('Planner');
    await panel.click('button', 'Allow once');
    const outline = await client.callTool({ name: 'read_page', arguments: { view: 'outline' } });
    const ref = /button \\"Count the geese\\" \[(e\d+)\]/u.exec(JSON.stringify(outline.content))?.[1] ?? '';
    const steps = [{ kind: 'click', ref, why: 'To count them' }];
    const stop = new AbortController();
    const given = client.callTool({ name: 'run_steps', arguments: { goal: 'Count', steps } }, undefined, {
      signal: stop.signal,
    });
    const ended = expect(given).rejects.toThrow();
    await panel.find('button', 'Run plan');
    stop.abort();
    await ended;
    await until(async () => ((await panel.has('button', 'Run plan')) ? undefined : true));
    const told: string[] = [];
    const done = client.callTool({ name: 'run_steps', arguments: { goal: 'Count', steps } }, undefined, {
      onprogress: ({ message }) => told.push(message ?? ''),
    });
    await panel.click('button', 'Run plan');
    expect(JSON.stringify((await done).content)).toContain('all 1 steps did what they should.');
    expect(told.join('; ')).toContain('The plan is in the panel: the person decides.');
    expect(told.join('; ')).toContain('click, changed');
  });
});
