import type { Panel } from './panel.ts';

const CALLS = '[data-testid="tool-call"]';

/** Writes a command instead of what stands in the composer, and sends it. */
export async function sendCommand(panel: Panel, text: string): Promise<void> {
  await panel.type('textbox', 'Message', text, 'replace');
  await panel.click('button', 'Send', { exact: true });
}

/**
 * Sends a command in the thread that is shown and waits for its result; with `shown` it must be approved, with all of that
 * on the card.
 * @returns the call's arguments and result as the panel has them.
 */
export async function callCommand(
  panel: Panel,
  command: string,
  wanted: string,
  shown?: readonly string[],
): Promise<string> {
  const at = (await panel.page.$$(CALLS)).length;
  await sendCommand(panel, command);
  if (shown !== undefined) {
    const card = await panel.find('alert', 'Approval: ');
    const text = (await card.evaluate((element) => element.textContent)) ?? '';
    const missing = shown.filter((value) => !text.includes(value));
    if (missing.length > 0) throw new Error(`The card does not show ${missing.join(', ')}. It says:\n${text}`);
    await panel.click('button', 'Approve');
  }
  try {
    await panel.page.waitForFunction(
      (selector, nth, words) => [...document.querySelectorAll(selector)][nth]?.textContent?.includes(words),
      { timeout: 30_000 },
      CALLS,
      at,
      wanted,
    );
  } catch (cause) {
    const calls = await panel.page.$$eval(CALLS, (all) => all.map((call) => call.textContent));
    throw new Error(
      `No result "${wanted}" of ${command}. The panel says:\n${await panel.text()}\n${calls.join('\n')}`,
      {
        cause,
      },
    );
  }
  return panel.page.$$eval(CALLS, (all, nth) => all[nth]?.textContent ?? '', at);
}
