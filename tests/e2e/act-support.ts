import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { launchChromium, PageDriver } from '../fixtures/content-script.ts';
import { type PageServer, servePages } from '../fixtures/serve-pages.ts';

// One Chromium and one page server for each test file that imports this.
let browser: Browser;
let server: PageServer;
beforeAll(async () => {
  [browser, server] = await Promise.all([launchChromium(), servePages()]);
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

/** A driver of a new tab with one of the served pages; the test closes it. */
export async function open(path: string): Promise<PageDriver> {
  const page = await browser.newPage({ viewport: { width: 1000, height: 700 } });
  await page.goto(`${server.origin}/${path}`);
  return new PageDriver(page);
}
