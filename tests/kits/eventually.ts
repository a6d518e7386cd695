import { expect } from 'vitest';

/** Waits until what is looked at equals what is expected; at most 20 s. */
export const eventually = (look: () => unknown, expected: unknown): Promise<void> =>
  expect.poll(look, { timeout: 20_000, interval: 50 }).toEqual(expected);
