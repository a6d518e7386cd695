import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROWSERS } from './support/launch-browser.ts';
import type { Panel } from './support/panel.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

describe.each(BROWSERS)('in %s', (name) => {
  let bench: Workbench;
  let panel: Panel;
  beforeAll(async () => {
    bench = await openWorkbench(
      name,
      { 'front.example': { '/': '<!doctype html><title>Front</title><h1>Front</h1><p>Seven geese by the pond.</p>' } },
      { model: 'offline', env: { PAGEHAND_MCP_PORT: '0' } },
    );
    await bench.browser.openPage(bench.sites.url('front.example'));
    panel = await bench.openPanel();
  });
  afterAll(() => bench?.close());

  test('another agent that the person let in reads the page through the panel, which says who asked', async () => {
    await panel.click('button', 'Offline model');
    await panel.click('button', 'Let other agents in');
    await panel.type('textbox', 'Name of a program', 'Editor');
    await panel.click('button', 'Add it');
    await panel.page.waitForSelector('[data-testid="door-token"]');
    const token = await panel.page.$eval('[data-testid="door-token"]', (element) => element.textContent ?? '');
    const url = /http:\/\/127\.0\.0\.1:\d+\/mcp/u.exec(await panel.text())?.[0] ?? '';
    await panel.click('button', 'Back');
    const client = new Client({ name: 'editor', version: '1' });
    const transport = new StreamableHTTPClientTransport(new URL(url), {
      requestInit: { headers: { Authorization: `Bearer ${token}` } },
    });
    await client.connect(transport as Transport); // the SDK's own class
    const result = await client.callTool({ name: 'read_page', arguments: { view: 'text' } });
    expect(JSON.stringify(result.content)).toContain('Seven geese by the pond.');
    await panel.waitForText('Asked by Editor');
    await client.close();
  });
});
