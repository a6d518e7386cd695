import type { BrowserName } from '../e2e/support/build-extension.ts';
import type { PlannedSteps } from '../e2e/support/scripted-planner.ts';

export type Outcome = 'changed' | 'ok' | 'no-effect' | 'refused' | 'unsure';

/** What the last receipt must say: its outcome, or outcome and code (`refused target-covered`). */
export type Says = Outcome | `${Outcome} ${string}`;

/** One thing to do on one page: what is planned, what is then true in the page, and what the receipt may say. */
export type ConformanceCase = {
  /** Widget, framework or kind of page. */
  kind: string;
  /** What is done, in words. */
  name: string;
  /** Path of the fixture page. */
  page: string;
  /** The rounds of the plan; steps as a model writes them. */
  rounds: readonly PlannedSteps[];
  /** An expression, evaluated in the page when the plan has ended, and what it must give. */
  truth: string;
  expected: unknown;
  says: Says | readonly Says[];
  /** Where one browser can do less: what its receipt says and what is true there. */
  only?: Partial<Record<BrowserName, { says: Says | readonly Says[]; expected: unknown }>>;
  /** What the person does with a native dialog of the page that the plan has no word on. */
  person?: 'accepts' | 'dismisses';
  /** Files that the person picks on the plan card. */
  files?: readonly { name: string; type: string; content: string }[];
  /** Another tab is in front while the plan runs. */
  hidden?: boolean;
  /** Runs in the page before the plan is made, or (`between`) while the plan waits to be run. */
  before?: string;
  between?: string;
};

/** What came of a case in one browser. */
export type ConformanceRow = {
  right: boolean;
  /** What the receipts said, last one last. */
  said: string;
  /** What was true in the page, as JSON. */
  truth: string;
  /** Why it is wrong. */
  why?: string;
};
