import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { Browser } from 'playwright-core';
import { diffOutline } from '../../../shared/contracts/diff-outline.ts';
import { type Measurement, median, upTo } from '../measurement.ts';
import type { BenchPages } from './bench-pages.ts';
import { CAPTURE_TIMER, openForCapture } from './capture-world.ts';

const ROUNDS = 3;
const ratio = (value: number): string => value.toFixed(2);
const percent = (value: number): string => `${(value * 100).toFixed(2)} %`;
type Change = { first: number; second: number; before: string; after: string };

/** A first capture, one control changed as a click would, a second capture: in the page, our code warm. */
const FIRST_AND_SECOND = `(async () => {
  const memory = freshMemory();
  const before = await timedCapture(memory);
  const control = document.querySelector('main button, button, input, a[href]');
  control?.setAttribute('aria-pressed', control.getAttribute('aria-pressed') === 'true' ? 'false' : 'true');
  const after = await timedCapture(memory);
  memory.watch.end();
  return { first: before.ms, second: after.ms, before: before.outline, after: after.outline };
})()`;

/** A second capture after one control has changed: time, and the tokens of the difference. */
export async function measureSmallChange(browser: Browser, pages: BenchPages): Promise<Measurement[]> {
  const times = new Map<string, number>();
  const tokens: number[] = [];
  for (const name of [...pages.real, ...pages.stress]) {
    const { page, evaluate } = await openForCapture(browser, pages.url(name));
    await evaluate(CAPTURE_TIMER);
    await evaluate<Change>(FIRST_AND_SECOND);
    const changes: Change[] = [];
    for (let round = 0; round < ROUNDS; round += 1) changes.push(await evaluate<Change>(FIRST_AND_SECOND));
    times.set(name, median(changes.map(({ first, second }) => second / first)));
    tokens.push(
      median(changes.map(({ before, after }) => countTokens(diffOutline(before, after).text) / countTokens(before))),
    );
    await page.close();
  }
  const real = pages.real.map((name) => times.get(name) ?? Number.NaN);
  return [
    upTo('after a small change: tokens of the difference, of the whole, median', median(tokens), 0.05, percent),
    ...(real.length === 0
      ? []
      : [
          {
            ...upTo(
              'after a small change, real pages: time of the second capture, of the first',
              median(real),
              0.15,
              ratio,
            ),
            why: 'Most of these pages link sheets of other origins. Their rules cannot be read, so every text is looked at again.',
          },
        ]),
    ...pages.stress.map((name) =>
      upTo(
        `after a small change, ${name}: time of the second capture, of the first`,
        times.get(name) ?? Number.NaN,
        0.15,
        ratio,
      ),
    ),
  ];
}
