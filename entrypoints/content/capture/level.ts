import type { Standing } from './element-writer.ts';
import type { OutlineNode } from './outline.ts';
import type { UnitBegun } from './unit-begun.ts';
import type { Context } from './units.ts';

/** One element on the way down. */
export type Level = Standing & {
  next: ChildNode | null;
  assigned: readonly Node[] | undefined;
  index: number;
  /** Child elements that were entered. */
  entered: number;
  tag: string;
  endTag: string;
  /** Its text is on the screen and not hidden from assistive technology. */
  reads: boolean;
  /** An element with a hand cursor that has no role: gets a ref when nothing in it has got one. */
  pointer: { node: OutlineNode; refsBefore: number } | undefined;
  /** What was read in it by a capture before this one does not count. */
  staleAt: number;
  unit: UnitBegun | undefined;
  context: Context | undefined;
  /** Noted as seen. */
  noted: boolean;
};
