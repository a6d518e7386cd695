import { type OutlineNode, outlineNode } from './outline.ts';
import { TextWriter } from './text.ts';
import type { Redacted } from './text-hygiene.ts';
import type { CapturedRef, ChildFrame } from './types.ts';
import type { Seen } from './units.ts';

export type RefRead = {
  info: Omit<CapturedRef, 'fingerprint' | 'place'>;
  element: Element;
  node: OutlineNode;
  /** Nearest place around it. */
  place: OutlineNode | undefined;
  /** As a capture has given it, once one has. */
  given: { ref: CapturedRef; key: string; covered: boolean } | undefined;
};

/** What a walk over a document has read so far. */
export class WalkOutput {
  readonly root = outlineNode('document');
  readonly redacted: Redacted = {};
  readonly text = new TextWriter(this.redacted);
  readonly refs: RefRead[] = [];
  readonly childFrames: ChildFrame[] = [];
  readonly omitted = { hidden: 0, refs: 0, textChars: 0, truncated: false };
  /** What was added to the places that are named by their text, in order. */
  readonly labels: { text: string; control: boolean }[] = [];
  /** Elements as they were seen; kept only where styles may carry a change from afar. */
  readonly seen: Seen[] = [];
  visited = 0;
}
