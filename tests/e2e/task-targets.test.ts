import { findInSnapshot } from '@pagehand/contracts/find-in-snapshot';
import { describe, expect, test } from 'vitest';
import { outlineWithin } from '../../backend/agent/outline-budget.ts';
import { SNAPSHOT_TOKENS } from '../../backend/agent/planner-prompt.ts';
import { launchChromium, PageDriver } from '../fixtures/content-script.ts';
import { PAGE_TASKS } from '../fixtures/page-tasks.ts';
import { haveRealPages, NO_REAL_PAGES, openOffline, serveRealPages } from '../fixtures/real-pages.ts';

if (!haveRealPages()) console.log(`${NO_REAL_PAGES} Only the pages of the repository are tested.`);

// The real pages lie beside the repository; without them there is nothing to look at.
describe.runIf(haveRealPages())('what a task on a real page takes', () => {
  test('is in the default view, or found with one find', async () => {
    const [browser, server] = await Promise.all([launchChromium(), serveRealPages()]);
    try {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
      const missing: string[] = [];
      let inView = 0;
      for (const path of new Set(PAGE_TASKS.map(({ page }) => page))) {
        const page = await openOffline(context, `${server.origin}/${path}`);
        const capture = await new PageDriver(page).capture();
        const snapshot = { ...capture, refs: capture.refs.map((info) => ({ ...info, frameId: 0 })) };
        for (const task of PAGE_TASKS.filter((one) => one.page === path)) {
          const targets = snapshot.refs.filter(({ role, name }) => role === task.role && name === task.name);
          const view = outlineWithin(snapshot, task.goal, SNAPSHOT_TOKENS);
          const found = findInSnapshot(snapshot, task.find, { limit: 12 }).matches.map(({ info }) => info.ref);
          const shown = targets.some(({ ref }) => view.includes(`[${ref}]`));
          if (shown) inView += 1;
          else if (!targets.some(({ ref }) => found.includes(ref)))
            missing.push(`${path}: ${task.goal} (${targets.length} such controls)`);
        }
        await page.close();
      }
      console.log(`${inView} of ${PAGE_TASKS.length} targets are in the default view, the others found with one find`);
      expect(missing).toEqual([]);
      expect(inView).toBeGreaterThan(PAGE_TASKS.length / 2);
    } finally {
      await browser.close();
      server.close();
    }
  });
});
