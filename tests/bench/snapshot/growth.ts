import type { Browser } from 'playwright-core';
import { type Measurement, median, ms, upTo } from '../measurement.ts';
import { type BenchPages, GROWTH } from './bench-pages.ts';
import { CAPTURE_TIMER, openForCapture } from './capture-world.ts';

const ROUNDS = 3;

/** Tasks of the page's main thread longer than 50 ms (Long Tasks API) while a capture runs. */
const LONG_TASKS = `(async () => {
  const longest = [0];
  const observer = new PerformanceObserver((list) => longest.push(...list.getEntries().map(({ duration }) => duration)));
  observer.observe({ type: 'longtask' });
  await new Promise((resolve) => setTimeout(resolve, 0));
  const memory = freshMemory();
  const { ms } = await timedCapture(memory);
  memory.watch.end();
  await new Promise((resolve) => setTimeout(resolve, 200));
  observer.disconnect();
  return { ms, longest: Math.max(...longest) };
})()`;

/** Time against size, and the longest stretch that a capture holds the page's main thread. */
export async function measureGrowth(browser: Browser, pages: BenchPages): Promise<Measurement[]> {
  const perElement: number[] = [];
  let longest = 0;
  for (const size of GROWTH) {
    const { page, evaluate } = await openForCapture(browser, pages.url(String(size)));
    await evaluate(CAPTURE_TIMER);
    await evaluate(LONG_TASKS);
    const rounds: { ms: number; longest: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await evaluate(LONG_TASKS));
    perElement.push(median(rounds.map((one) => one.ms)) / size);
    longest = Math.max(longest, median(rounds.map((one) => one.longest)));
    await page.close();
  }
  const [small = Number.NaN, , large = Number.NaN] = perElement;
  return [
    {
      ...upTo('growth: time an element on 20,000 elements, of the same on 5,000', large / small, 1.3, (value) =>
        value.toFixed(2),
      ),
      target: 'about 1',
    },
    {
      what: 'longest stretch of the main thread (0: none over 50 ms)',
      value: ms(longest),
      target: 'at most 50.0 ms',
      ok: longest <= 50,
    },
  ];
}
