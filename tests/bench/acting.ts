import { launchChromium, PageDriver } from '../fixtures/content-script.ts';
import { servePages } from '../fixtures/serve-pages.ts';
import { type Measurement, median, ms } from './measurement.ts';

const ROUNDS = 15;

/** Milliseconds of one piece of work, at the median. */
async function time(work: (round: number) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS + 2; round += 1) {
    const began = performance.now();
    await work(round);
    // The first two warm up.
    if (round >= 2) times.push(performance.now() - began);
  }
  return median(times);
}

/**
 * One click and one typed field beside Playwright's `click` and `fill` on the same page in the same run. Ours holds the
 * proof too: it watches the page before the act and waits until it is quiet after it. Without a target.
 */
export async function measureActing(): Promise<Measurement[]> {
  const pages = await servePages();
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    await page.goto(`${pages.origin}/inputs.html`);
    const driver = new PageDriver(page);
    const capture = await driver.capture();
    const refOf = (name: string): string => {
      const ref = capture.refs.find((info) => info.name === name)?.ref;
      if (ref === undefined) throw new Error(`No ${name} on the page.`);
      return ref;
    };
    const [more, text] = [refOf('More'), refOf('Text')];
    const click = await time(() => driver.actOn(capture, { kind: 'click', ref: more }));
    const type = await time((round) => driver.actOn(capture, { kind: 'type', ref: text, text: `Ada ${round}` }));
    const fill = await time((round) =>
      driver.actOn(capture, { kind: 'fill', fields: [{ ref: text, value: `Bob ${round}` }] }),
    );
    const theirClick = await time(() => page.locator('summary').click());
    const theirFill = await time((round) => page.locator('#text').fill(`Cleo ${round}`));
    return [
      { what: 'acting: a click with its receipt', value: ms(click) },
      { what: "acting: Playwright's click", value: ms(theirClick) },
      { what: 'acting: a field typed with its receipt', value: ms(type) },
      { what: 'acting: a field of a fill step', value: ms(fill) },
      { what: "acting: Playwright's fill", value: ms(theirFill) },
    ];
  } finally {
    await browser.close();
    await pages.close();
  }
}
