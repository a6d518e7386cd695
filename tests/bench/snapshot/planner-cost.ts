import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { Browser } from 'playwright-core';
import { PLANNER_SPECS, plannerMessage } from '../../../backend/agent/planner-prompt.ts';
import { PLANNER_PROMPT } from '../../../backend/agent/prompts.ts';
import type { PlannerInput } from '../../../backend/tools/planner.ts';
import { makeSnapshot } from '../../contract/make-snapshot.ts';
import type { PageDriver } from '../../fixtures/content-script.ts';
import { PAGE_TASKS } from '../../fixtures/page-tasks.ts';
import { type Measurement, median } from '../measurement.ts';
import type { BenchPages } from './bench-pages.ts';
import { openForCapture } from './capture-world.ts';

/** Planning calls of a task: plan, look at what came of it, say that it is done. */
const CALLS = 3;
const FIXED = countTokens(PLANNER_PROMPT) + countTokens(JSON.stringify(PLANNER_SPECS));

type Cost = { step: number; task: number };

/**
 * Tokens (o200k_base) that the planner's model reads for the sample tasks, and what the same loop would take with
 * Playwright's snapshot in place of ours. Instructions and functions are in both.
 */
export async function measurePlannerCost(browser: Browser, pages: BenchPages): Promise<Measurement[]> {
  const ours: Cost[] = [];
  const theirs: Cost[] = [];
  for (const name of pages.real) {
    const { page, driver } = await openForCapture(browser, pages.url(name));
    await page.evaluate("for (const frame of document.querySelectorAll('iframe')) frame.remove()");
    const first = await snapshotOf(driver, 'first');
    const aria = await page.ariaSnapshot({ mode: 'ai' });
    await page.evaluate("document.querySelector('button, input, a[href]')?.setAttribute('aria-pressed', 'true')");
    const second = await snapshotOf(driver, 'second');
    for (const { goal } of PAGE_TASKS.filter((task) => task.page === `snapshot/${name}`)) {
      const base: Omit<PlannerInput, 'snapshot'> = {
        goal,
        constraints: {},
        rounds: [],
        signal: new AbortController().signal,
      };
      const start = { ...base, snapshot: first };
      const later = { ...base, snapshot: second, before: first };
      const [now, then] = [countTokens(plannerMessage(start)), countTokens(plannerMessage(later))];
      ours.push({ step: FIXED + now, task: CALLS * FIXED + now + (CALLS - 1) * then });
      const step = FIXED + countTokens(plannerMessage(start, aria));
      theirs.push({ step, task: CALLS * step });
    }
    await page.close();
  }
  if (ours.length === 0) return [];
  const of = (costs: readonly Cost[], key: keyof Cost): number => median(costs.map((cost) => cost[key]));
  const line = (what: string, key: keyof Cost): Measurement => ({
    what: `planner, ${ours.length} tasks, tokens ${what}: ours, with playwright ai`,
    value: `${of(ours, key)}, ${of(theirs, key)}`,
  });
  return [line('of a call', 'step'), line(`of a task of ${CALLS} calls`, 'task')];
}

async function snapshotOf(driver: PageDriver, id: string) {
  const { outline, refs, url, title, omitted } = await driver.capture();
  return makeSnapshot(
    refs.map((info) => ({ ...info, frameId: 0 })),
    { snapshotId: id, outline, url, title, omitted },
  );
}
