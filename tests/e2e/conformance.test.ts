import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CASES } from '../conformance/cases/index.ts';
import { type ConformanceQueue, startConformance } from '../conformance/conformance-queue.ts';
import { type PageServer, servePages } from '../fixtures/serve-pages.ts';
import type { BrowserName } from './support/build-extension.ts';
import { BROWSERS } from './support/launch-browser.ts';

// The same cases as `npm run conformance`: one start of each browser for all of them, both side by side, as most of a case
// is waiting for a page. The tests below read the rows in the order in which they come.
let pages: PageServer | undefined;
const queues = new Map<BrowserName, ConformanceQueue>();
beforeAll(async () => {
  const served = await servePages();
  pages = served;
  await Promise.all(BROWSERS.map(async (name) => queues.set(name, await startConformance(name, served, CASES))));
});
afterAll(async () => {
  await Promise.all([...queues.values()].map((queue) => queue.close()));
  await pages?.close();
});

describe.each(BROWSERS)('conformance in %s', (name) => {
  test.each(CASES.map((one) => [`${one.kind}: ${one.name}`, one] as const))('%s', async (_name, one) => {
    const row = await queues.get(name)?.rowOf(one);
    expect(row?.right, JSON.stringify(row)).toBe(true);
  });
});
