import { evaluateExpression, math } from './math.ts';

/** An expression longer than this is no calculation. */
const MAX_LENGTH = 1_000;

/**
 * Calculates an expression: + - * / ^ %, brackets, functions like sqrt, round, sin, log, and units like 5 km or 3 h.
 * @param expression - Like "(19.99 * 3) * 1.19", "90 km / 1.5 h to m/s" or "round(x / 7, 2)".
 * @param variables - Values of the names in the expression.
 */
export function calculate(
  expression: string,
  variables: Record<string, number> = {},
): { expression: string; result: string; value?: number } {
  if (expression.length > MAX_LENGTH) throw new Error(`The expression is longer than ${MAX_LENGTH} characters.`);
  const result: unknown = evaluateExpression(expression, variables);
  if (typeof result === 'function' || result === undefined)
    throw new Error('The expression has no value: write what to calculate.');
  const value = typeof result === 'number' && Number.isFinite(result) ? result : undefined;
  return { expression, result: math.format(result, { precision: 14 }), ...(value === undefined ? {} : { value }) };
}

/**
 * Converts a value from one unit to another of the same kind: length, mass, time, volume, temperature, speed, energy, data.
 * @param value - How many.
 * @param from - Unit of the value, like "mile", "degF", "cup", "km/h" or "GB".
 * @param to - Unit that is wanted, like "km".
 */
export function convert_unit(value: number, from: string, to: string): { value: number; unit: string; result: string } {
  const converted = math.unit(value, from).to(to);
  // The library keeps more digits than are true.
  const rounded = Number(converted.toNumber(to).toPrecision(14));
  return { value: rounded, unit: to, result: `${value} ${from} = ${rounded} ${to}` };
}
