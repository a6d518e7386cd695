import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AppServer, serveApps } from '../fixtures/serve-apps.ts';
import { type AppBrowser, type AppPage, launch, waitForTools } from './page-tools-package-support.ts';
import { BROWSERS } from './support/launch-browser.ts';

describe.each(BROWSERS)('in %s', (name) => {
  let browser: AppBrowser;
  let server: AppServer;
  let page: AppPage;
  beforeAll(async () => {
    [browser, server] = await Promise.all([launch(name), serveApps()]);
    await fetch(`${server.origin}/interop/bundle.js`); // builds it, so that no page waits for that
    page = await browser.newPage();
    await page.goto(`${server.origin}/interop`);
    await waitForTools(page, ['add', 'drop']);
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  const ask = <T>(expression: string): Promise<T> => page.evaluate(`connect().then(async (client) => ${expression})`);

  it('an MCP client over MCP-B’s transport finds our tools through its polyfill', async () => {
    const tools = await ask<{ name: string; inputSchema: unknown }[]>('(await client.listTools()).tools');
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['add', 'drop']));
    expect(tools.find(({ name }) => name === 'add')?.inputSchema).toMatchObject({
      properties: { a: { type: 'number' }, b: { default: 1 } },
    });
  });

  it('it calls them, defaults applied', async () => {
    const answer = await ask('client.callTool({ name: "add", arguments: { a: 2 } })');
    expect(JSON.stringify(answer)).toContain('sum');
    expect(JSON.stringify(answer)).toMatch(/sum\\*":3/);
  });

  it('a critical tool is not run without a person', async () => {
    const answer = await ask(
      'client.callTool({ name: "drop", arguments: {} }).then(JSON.stringify, (error) => "rejected " + error.message)',
    );
    expect(answer).not.toContain('"dropped"');
    expect(answer).toContain('approval');
  });
});
