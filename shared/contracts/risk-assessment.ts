import * as z from 'zod';
import { maxRisk, RiskSchema } from './risk-level.ts';

/**
 * Why a risk is what it is; the panel translates the code, `detail` names values (an origin, a word on the button).
 */
export const RISK_REASONS = [
  'reads-only',
  'acts-on-page',
  'same-origin-link',
  'leaves-this-site',
  'opens-tab',
  'submits-form',
  'sends-data',
  'types-text',
  'carries-read-text',
  'writes-to-other-site',
  'private-address',
  'lookalike-domain',
  'not-encrypted',
  'pays',
  'deletes',
  'sends',
  'publishes',
  'grants',
  'signs-in',
  'changes-account',
  'unknown-target',
  'unknown-action',
  'declared',
  'invisible-text',
  'file',
] as const;

export const AssessedRiskSchema = z.strictObject({
  risk: RiskSchema,
  reasons: z.array(z.strictObject({ code: z.enum(RISK_REASONS), detail: z.string().max(300).optional() })).max(20),
});
export type AssessedRisk = z.infer<typeof AssessedRiskSchema>;
export type RiskReason = (typeof RISK_REASONS)[number];

const MOST_REASONS = 20;

/** Two judgements of the same act: the higher risk, with the reasons of both (each code once, the higher one's first). */
export function higherOf(one: AssessedRisk, other: AssessedRisk): AssessedRisk {
  const risk = maxRisk(one.risk, other.risk);
  const [first, second] = risk === one.risk ? [one, other] : [other, one];
  const codes = new Set(first.reasons.map(({ code }) => code));
  return {
    risk,
    reasons: [...first.reasons, ...second.reasons.filter(({ code }) => !codes.has(code))].slice(0, MOST_REASONS),
  };
}
