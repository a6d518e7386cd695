import { hasInvisible } from './clean-text.ts';
import type { PinnedStep } from './plan.ts';
import type { RiskContext } from './risk-context.ts';
import type { RiskNotes } from './risk-notes.ts';
import { noteCarriedText, otherOrigins } from './risk-of-url.ts';
import type { RefInfo } from './snapshot.ts';

/** Putting text or a choice into a field of `step.origin`. */
export function noteWriting(
  notes: RiskNotes,
  step: PinnedStep,
  info: RefInfo | undefined,
  texts: readonly string[],
  context: RiskContext,
): void {
  if (!info) {
    notes.add('high', 'unknown-target');
    return;
  }
  notes.add('low', texts.length > 0 ? 'types-text' : 'acts-on-page');
  const top = context.snapshot.frames.find((frame) => frame.frameId === 0);
  if (top && step.origin !== top.origin) notes.add('high', 'writes-to-other-site', `in a frame of ${step.origin}`);
  const others = otherOrigins(step.origin, context);
  if (others.length > 0)
    notes.add(
      'high',
      'writes-to-other-site',
      `${others.slice(0, 3).join(', ')} was read before; this writes to ${step.origin}`,
    );
  if (texts.some(hasInvisible)) notes.add('high', 'invisible-text');
  noteCarriedText(notes, texts, step.origin, context);
}
