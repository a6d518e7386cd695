import * as z from 'zod';

export const RISKS = ['none', 'low', 'high', 'critical'] as const;
export const RiskSchema = z.enum(RISKS);
export type Risk = (typeof RISKS)[number];

/** The higher of the given risks; what is missing or unknown counts as `high`. */
export function maxRisk(...risks: unknown[]): Risk {
  let best = 0;
  for (const risk of risks) {
    const rank = RISKS.findIndex((known) => known === risk);
    best = Math.max(best, rank < 0 ? RISKS.indexOf('high') : rank);
  }
  return RISKS[best] ?? 'high';
}
