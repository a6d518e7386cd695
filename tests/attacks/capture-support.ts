import type { FrameCapture } from '@pagehand/contracts/page-port';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { launchChromium, PageDriver } from '../fixtures/content-script.ts';
import { type PageServer, servePages } from '../fixtures/serve-pages.ts';

// One Chromium and one page server for each test file that imports this.
let browser: Browser;
/** Set before the first test. */
export let server: PageServer;
/** The one tab all tests of a file use in turn; set before the first test. */
export let page: Page;
beforeAll(async () => {
  [browser, server] = await Promise.all([launchChromium(), servePages()]);
  page = await browser.newPage({ viewport: { width: 1000, height: 700 } });
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

/** The capture of a page with a heading and this body. */
export async function captureOf(body: string): Promise<FrameCapture> {
  await page.goto('about:blank');
  await page.setContent(
    `<!doctype html><html lang="en"><title>Case</title><body><h1>Visible</h1>${body}</body></html>`,
  );
  return new PageDriver(page).capture();
}

/** All of a capture as one string, to search in. */
export const whole = (capture: FrameCapture) => JSON.stringify(capture);
