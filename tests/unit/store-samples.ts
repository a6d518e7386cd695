import { AppError } from '@pagehand/contracts/errors';
import type { InterruptRequest } from '@pagehand/contracts/interrupts';
import type { PageSnapshot } from '@pagehand/contracts/snapshot';

export const QUESTION: InterruptRequest = {
  kind: 'question',
  toolCallId: 'call',
  question: 'Which one?',
  options: ['a', 'b'],
};

/** The AppError that `work` throws; anything else it throws passes through. */
export function errorOf(work: () => unknown): AppError | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** A small whole snapshot. */
export const snapshot = (snapshotId: string): PageSnapshot => ({
  snapshotId,
  tabId: 1,
  url: 'https://shop.example/cart',
  title: 'Cart',
  lang: 'en',
  dir: 'ltr',
  viewport: { width: 800, height: 600, scrollX: 0, scrollY: 0, scrollHeight: 600 },
  frames: [{ frameId: 0, documentId: 'd1', origin: 'https://shop.example', readable: true }],
  outline: '- button "Pay" [e1]',
  refs: [],
  text: '<p>Cart</p>',
  tools: [],
  omitted: { hidden: 0, refs: 0, textChars: 0, truncated: false },
  redacted: {},
});
