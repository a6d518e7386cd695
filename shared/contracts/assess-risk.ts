import type { PinnedStep } from './plan.ts';
import type { AssessedRisk } from './risk-assessment.ts';
import type { PageSnapshot } from './snapshot.ts';

export type RiskContext = {
  snapshot: PageSnapshot;
  /** Origins that the run has read (page, mail, web result, kit output, page tool). */
  taint: readonly string[];
  /** Texts read elsewhere whose leak into URLs or fields is looked for (also encoded, reversed, split). */
  readTexts?: readonly { origin: string; text: string }[];
};

export function assessStep(_step: PinnedStep, _context: RiskContext): AssessedRisk {
  throw new Error('filled in by the contracts work');
}
