import type { Page } from 'puppeteer-core';
import type { BrowserName } from '../e2e/support/build-extension.ts';
import type { Panel } from '../e2e/support/panel.ts';
import { openWorkbench, type Workbench } from '../e2e/support/workbench.ts';
import { type PageServer, servePages } from '../fixtures/serve-pages.ts';
import { CASES } from './cases/index.ts';
import type { ConformanceCase, ConformanceRow, Says } from './conformance-case.ts';
import { type ReceiptShown, readReceipts } from './read-receipts.ts';

/** How long one case may take, and how long a page gets to come to the expected end state. */
const CASE_MS = 40_000;
const TRUTH_MS = 1_500;

/** One browser with the built extension, its panel open, for many cases. */
export type Conformance = { run(one: ConformanceCase): Promise<ConformanceRow>; close(): Promise<void> };

/** @param cases those that will run: what their pages are made of is built before a browser waits for it. */
export async function openConformance(
  name: BrowserName,
  pages?: PageServer,
  cases: readonly ConformanceCase[] = CASES,
): Promise<Conformance> {
  const server = pages ?? (await servePages());
  for (const path of new Set(cases.map(({ page }) => page)))
    if (!path.includes('.')) await (await fetch(`${server.origin}${path}.js`)).text();
  const bench = await openWorkbench(name, {});
  let front = await bench.browser.openPage(`${server.origin}/frame-inner.html`);
  const panel = await bench.openPanel();
  // Plans of low risk run at once, as a person may choose; what is high or critical still asks.
  await mustAsk(panel, false);
  let count = 0;
  return {
    async run(one) {
      count += 1;
      try {
        // Closed first: pages of one site share a process, and one that is busy would keep the next from loading.
        await front.close().catch(() => undefined);
        const url = `${server.origin}${one.page}`;
        // Opening is not what is tested: a load that hangs is tried once more.
        front = await bench.browser.openPage(url).catch(() => bench.browser.openPage(url));
        return await runCase(one, { name, bench, panel, page: front, number: count });
      } catch (error) {
        // What still waits would keep every later plan from running.
        await panel.click('button', 'Stop', { ms: 2_000 }).catch(() => undefined);
        const why = error instanceof Error ? error.message.slice(0, 600) : String(error);
        return { right: false, said: '', truth: '', why };
      }
    },
    async close() {
      await bench.close();
      if (pages === undefined) await server.close();
    },
  };
}

type Stage = { name: BrowserName; bench: Workbench; panel: Panel; page: Page; number: number };

async function runCase(one: ConformanceCase, stage: Stage): Promise<ConformanceRow> {
  const { name, bench, panel, page, number } = stage;
  page.on('dialog', (dialog) => {
    // Without a word on the person's answer the dialog stays open, as it does in front of a person.
    if (one.person === 'accepts') void dialog.accept().catch(() => undefined);
    if (one.person === 'dismisses') void dialog.dismiss().catch(() => undefined);
  });
  if (one.before !== undefined) await page.evaluate(one.before);
  await panel.click('button', 'New thread');
  await panel.find('textbox', 'Message');
  if (one.between !== undefined || one.hidden === true) await mustAsk(panel, true);
  const answer = `End of case ${number}.`;
  bench.play({ goal: one.name, rounds: [...one.rounds], answer });
  await panel.ask(String(number));
  await decide(one, stage, answer);
  if (one.between !== undefined || one.hidden === true) await mustAsk(panel, false);
  const receipts = await readReceipts(panel.page);
  const wanted = one.only?.[name] ?? one;
  const truth = await truthOf(page, one.truth, wanted.expected);
  return judge(receipts, truth, wanted);
}

/** Whether also a plan of low risk waits for a click: so that something can happen before it runs. */
async function mustAsk(panel: Panel, ask: boolean): Promise<void> {
  await panel.page.evaluate(`(globalThis.browser ?? chrome).storage.local.set({ askBeforeLow: ${ask} })`);
}

/** Does what the person does: picks files, runs the plan, allows steps that ask, until the answer is there. */
async function decide(one: ConformanceCase, { bench, panel, page }: Stage, answer: string): Promise<void> {
  const end = Date.now() + CASE_MS;
  let picked = false;
  let between = one.between;
  let other: Page | undefined;
  while (Date.now() < end) {
    const shown = await panel.text();
    if (shown.includes(answer)) {
      await other?.close();
      return;
    }
    if (one.files !== undefined && !picked && shown.includes('Pick the files')) {
      await panel.page.evaluate(pickFiles, one.files);
      picked = true;
    }
    for (const button of ['Run plan', 'Do critical step', 'Do step']) {
      // What does not stand in the text is not looked for by role, which takes longer.
      if (!shown.includes(button) || !(await panel.has('button', button))) continue;
      if (one.hidden === true) other ??= await bench.browser.openPage(new URL('/frame-inner.html', page.url()).href);
      if (between !== undefined) {
        await page.evaluate(between);
        between = undefined;
      }
      await panel.click('button', button, { ms: 1_000 }).catch(() => undefined);
      break;
    }
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
  throw new Error(`The case did not end. The panel says:\n${(await panel.text()).slice(-600)}`);
}

/** Runs in the panel: what the file picker does when a person has chosen. */
function pickFiles(files: readonly { name: string; type: string; content: string }[]): void {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (input === null) return;
  const transfer = new DataTransfer();
  for (const { name, type, content } of files) transfer.items.add(new File([content], name, { type }));
  input.files = transfer.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

async function truthOf(page: Page, expression: string, expected: unknown): Promise<string> {
  const end = Date.now() + TRUTH_MS;
  for (;;) {
    const value = await page
      .evaluate(`JSON.stringify((${expression}) ?? null)`)
      .catch((error: unknown) => `cannot be read: ${error instanceof Error ? error.message.slice(0, 120) : ''}`);
    const text = String(value);
    if (text === JSON.stringify(expected ?? null) || Date.now() > end) return text;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function judge(
  receipts: readonly ReceiptShown[],
  truth: string,
  wanted: { says: Says | readonly Says[]; expected: unknown },
): ConformanceRow {
  const last = receipts.at(-1);
  const said = receipts.map(({ outcome, code, summary }) => `${outcome}${code && ` ${code}`}: ${summary}`).join(' / ');
  const expected = JSON.stringify(wanted.expected ?? null);
  const may = [wanted.says].flat();
  const fits = may.some((says) => says === last?.outcome || says === `${last?.outcome} ${last?.code}`);
  const why = [
    ...(truth === expected ? [] : [`true should be ${expected}`]),
    ...(fits ? [] : [`the receipt should say ${may.join(' or ')}`]),
  ].join('; ');
  return { right: why === '', said, truth, ...(why === '' ? {} : { why }) };
}
