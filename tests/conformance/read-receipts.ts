import type { Page } from 'puppeteer-core';

/** A receipt as it stands in the panel. */
export type ReceiptShown = { outcome: string; code: string; summary: string };

/** All receipts of the thread, in order, read from the panel as a person reads them. */
export function readReceipts(panel: Page): Promise<ReceiptShown[]> {
  return panel.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-testid=receipt]')].map((receipt) => {
      const facts = new Map(
        [...receipt.querySelectorAll('dl > div')].map((fact) => [
          fact.querySelector('dt')?.textContent ?? '',
          fact.querySelector('dd')?.textContent ?? '',
        ]),
      );
      return {
        outcome: receipt.dataset['outcome'] ?? '',
        code: facts.get('Code') ?? '',
        summary: (receipt.querySelector('summary')?.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 300),
      };
    }),
  );
}
