import type { Evidence, Receipt } from '@pagehand/contracts/receipt';

type Code = NonNullable<Receipt['code']>;

/**
 * A step that was not done, and why; `unsure`: it was begun, and its end could not be seen or is another than was asked
 * for. `evidence.summary` says it in one sentence.
 */
export class Refusal extends Error {
  readonly code: Code;
  readonly evidence: Evidence;
  readonly outcome: 'refused' | 'unsure';
  constructor(
    code: Code,
    summary: string,
    evidence: Omit<Evidence, 'summary'> = {},
    outcome: 'refused' | 'unsure' = 'refused',
  ) {
    super(summary);
    this.code = code;
    this.outcome = outcome;
    this.evidence = { ...evidence, summary: summary.slice(0, 500) };
  }
}

/** What an action gives back. */
export type ActResult = { outcome: Receipt['outcome']; evidence: Evidence; code?: Code };
