/** One line of the table that `npm run bench` prints. */
export type Measurement = {
  what: string;
  /** The value in words, with its unit. */
  value: string;
  /** What it should be; absent where there is no target. */
  target?: string;
  /** Whether the target is met; absent without one. */
  ok?: boolean;
  /** Why a target is missed, where that is known: printed below it. */
  why?: string;
};

/** The middle value; of an even number the mean of both. Bound: at least one number. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const low = sorted[Math.ceil(middle) - 1];
  const high = sorted[Math.floor(middle)];
  if (low === undefined || high === undefined) throw new Error('The median of nothing.');
  return (low + high) / 2;
}

/** The value that 95 of 100 stay below. */
export function percentile95(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))];
  if (value === undefined) throw new Error('A percentile of nothing.');
  return value;
}

export const ms = (value: number): string => `${value.toFixed(1)} ms`;
export const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;
export const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

/** A measured value with an upper target. */
export function upTo(what: string, value: number, target: number, show: (value: number) => string): Measurement {
  return { what, value: show(value), target: `at most ${show(target)}`, ok: value <= target };
}

export function printTable(measurements: readonly Measurement[]): void {
  const width = Math.max(...measurements.map(({ what }) => what.length));
  const values = Math.max(...measurements.map(({ value }) => value.length));
  for (const { what, value, target, ok, why } of measurements) {
    const verdict = ok === undefined ? '' : ok ? 'ok' : 'MISSED';
    console.log([what.padEnd(width), value.padStart(values), (target ?? '').padEnd(20), verdict].join('  ').trimEnd());
    if (ok === false && why !== undefined) console.log(`  ${why}`);
  }
}
