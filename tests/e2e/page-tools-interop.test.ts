/** Tools that a page declares with MCP-B (`@mcp-b/global`, `@mcp-b/react-webmcp`), found and called by our extension. */
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppServer, serveApps } from '../fixtures/serve-apps.ts';
import { lastMessage, outputOf, playCalls } from './page-tools-support.ts';
import { BROWSERS } from './support/launch-browser.ts';
import type { Panel } from './support/panel.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const CASES = [
  ...BROWSERS.map((name) => ({ name, webmcp: 'without WebMCP of its own', features: undefined })),
  // There MCP-B stands in front of the browser's own registry.
  { name: 'chromium' as const, webmcp: 'with WebMCP of its own', features: ['WebMCP'] },
];

describe.each(CASES)('in $name $webmcp', ({ name, features }) => {
  let bench: Workbench;
  let panel: Panel;
  let apps: AppServer;
  let page: Page;
  beforeAll(async () => {
    apps = await serveApps();
    // Built on the first request, which may take longer than a browser waits for a page.
    await (await fetch(`${apps.origin}/mcp-b/bundle.js`)).text();
    const plain = { 'plain.example': { '/': '<!doctype html><title>Plain</title>' } };
    bench = await openWorkbench(name, plain, features === undefined ? {} : { features });
    page = await bench.browser.openPage(`${apps.origin}/mcp-b`);
    panel = await bench.openPanel();
    await panel.find('button', '2 page tools');
  });
  afterAll(async () => {
    await bench?.close();
    await apps?.close();
  });

  test('a tool registered through @mcp-b/global is called, and its content parts are read', async () => {
    playCalls(bench, [['tell_time', { zone: 'Lima' }]], 'It is noon there.');
    await panel.ask('What time is it in Lima?');
    await panel.click('button', 'Approve');
    await panel.waitForText('It is noon there.');
    expect(lastMessage(bench)).toContain('noon in Lima');
    expect(lastMessage(bench)).not.toContain('content');
  });

  test('a tool of the hook of @mcp-b/react-webmcp is called and changes its component', async () => {
    playCalls(bench, [['posts_like', { postId: 'p7' }]], 'You like it.');
    await panel.ask('Like the post');
    await panel.click('button', 'Approve');
    await panel.waitForText('You like it.');
    expect(lastMessage(bench)).toContain('p7');
    expect(await outputOf(page)).toBe('1 likes');
  });

  test('invalid arguments are refused before anybody is asked', async () => {
    playCalls(bench, [['posts_like', { postId: 7 }]], 'That was wrong.');
    await panel.ask('Like it again');
    await panel.waitForText('That was wrong.');
    expect(lastMessage(bench)).toContain('invalid-arguments');
    expect(await outputOf(page)).toBe('1 likes');
  });

  test('when its component goes, the tool goes', async () => {
    await page.click('button');
    await panel.find('button', '1 page tool');
    playCalls(bench, [['posts_like', { postId: 'p7' }]], 'never said');
    await panel.ask('Like it once more');
    await panel.waitForText('There is no posts_like.');
  });
});
