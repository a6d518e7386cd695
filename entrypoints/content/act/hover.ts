import type { ActionStep } from '@pagehand/contracts/plan';
import { reach } from './check-target.ts';
import type { ActContext } from './context.ts';
import { locate } from './locate.ts';
import { Observation } from './observe.ts';
import { eventTarget, Pointer } from './pointer.ts';
import type { ActResult } from './refusal.ts';
import { toEvidence } from './to-evidence.ts';

/**
 * Moves the pointer onto the element: pointerover, pointerenter, mouseover, mouseenter, pointermove, mousemove. The
 * style `:hover` follows only the real mouse, so without a visible reaction the outcome is `unsure`.
 */
export async function hover(step: Extract<ActionStep, { kind: 'hover' }>, context: ActContext): Promise<ActResult> {
  const located = await locate(step.ref, context);
  const observation = new Observation(context, located.element);
  try {
    const { receiver, point } = await reach(located, context);
    await observation.sample();
    observation.acting();
    new Pointer(context).moveTo(eventTarget(receiver, point, context), point);
    await observation.settle({ first: 600, quiet: 150, most: 2_000 });
    const seen = observation.end();
    const evidence = toEvidence(seen, located.found);
    if (seen.strong.length > 0) return { outcome: 'changed', evidence };
    return {
      outcome: 'unsure',
      code: 'unconfirmed',
      evidence: {
        ...evidence,
        summary: 'The page showed no reaction; styles that follow the real mouse cannot be set from here.',
      },
    };
  } finally {
    observation.close();
  }
}
