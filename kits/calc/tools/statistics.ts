import { math } from './math.ts';

const { mean, median, mode, quantileSeq, std, sum } = math;

type Statistics = {
  count: number;
  sum: number;
  mean: number;
  median: number;
  /** Values that come up most; absent where none comes up twice. */
  mode?: number[];
  smallest: number;
  largest: number;
  /** Of a sample (n - 1); absent for a single number. */
  standard_deviation?: number;
  percentiles: Record<string, number>;
};

const neat = (value: number): number => Number(value.toPrecision(12));

/**
 * Describes a list of numbers: count, sum, mean, median, mode, range, standard deviation of the sample, percentiles.
 * @param numbers - The numbers.
 * @param percentiles - Percentiles that are wanted, from 0 to 100.
 */
export function describe_numbers(numbers: number[], percentiles: number[] = [25, 75]): Statistics {
  if (numbers.length === 0) throw new Error('There are no numbers.');
  const wrong = percentiles.find((percent) => percent < 0 || percent > 100);
  if (wrong !== undefined) throw new Error(`A percentile is from 0 to 100, not ${wrong}.`);
  const often: number[] = mode(numbers);
  return {
    count: numbers.length,
    sum: neat(sum(numbers)),
    mean: neat(mean(numbers)),
    median: neat(median(numbers)),
    ...(often.length < new Set(numbers).size ? { mode: often } : {}),
    smallest: numbers.reduce((a, b) => Math.min(a, b)),
    largest: numbers.reduce((a, b) => Math.max(a, b)),
    ...(numbers.length > 1 ? { standard_deviation: neat(Number(std(numbers))) } : {}),
    percentiles: Object.fromEntries(
      percentiles.map((percent) => [`${percent}`, neat(Number(quantileSeq(numbers, percent / 100)))]),
    ),
  };
}
