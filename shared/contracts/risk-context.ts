import type { PageSnapshot } from './snapshot.ts';

/** What the run has read so far. */
export type TaintContext = {
  /** Origins that the run has read (page, mail, web result, kit output, page tool). */
  taint: readonly string[];
  /** Texts read elsewhere whose leak into URLs or fields is looked for (also encoded, reversed, split). */
  readTexts?: readonly { origin: string; text: string }[];
};

export type RiskContext = TaintContext & {
  /** The snapshot that the step's refs belong to. */
  snapshot: PageSnapshot;
};
