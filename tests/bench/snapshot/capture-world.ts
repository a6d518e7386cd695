import type { Browser, Page } from 'playwright-core';
import { PageDriver } from '../../fixtures/content-script.ts';

/** A page with the content script in an isolated world, and a way to run expressions there. */
export async function openForCapture(
  browser: Browser,
  url: string,
): Promise<{ page: Page; driver: PageDriver; evaluate<T>(expression: string): Promise<T> }> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.route(
    ({ hostname }) => hostname !== '127.0.0.1',
    (route) => route.abort(),
  );
  await page.goto(url);
  const driver = new PageDriver(page);
  const { session, contextId } = await driver.inject();
  return {
    page,
    driver,
    async evaluate<T>(expression: string): Promise<T> {
      const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
        contextId,
        expression,
        awaitPromise: true,
        returnByValue: true,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value as T; // parse boundary: the expressions of the bench
    },
  };
}

/** Leaves `read(memory)` in the world: one capture, with its time in ms. */
export const CAPTURE_TIMER = `
globalThis.freshMemory = () => globalThis.__pagehand_capture__.createMemory(document, (element) => element.shadowRoot);
globalThis.timedCapture = async (memory) => {
  const began = performance.now();
  const { outline } = await globalThis.__pagehand_capture__.captureDocument(document, memory, new AbortController().signal);
  return { ms: performance.now() - began, outline };
};
undefined`;
