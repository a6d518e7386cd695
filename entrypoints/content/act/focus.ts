import type { ActionStep } from '@pagehand/contracts/plan';
import { deepActive } from './changed-nodes.ts';
import { checkEnabled } from './check-target.ts';
import type { ActContext } from './context.ts';
import { inWords, locate } from './locate.ts';
import { Observation } from './observe.ts';
import { type ActResult, Refusal } from './refusal.ts';
import { scrollIntoView } from './scroll-into-view.ts';
import { toEvidence } from './to-evidence.ts';

/** Gives an element the focus: focusout and blur where it was, focus and focusin here (UI Events, focus event order). */
export async function focus(step: Extract<ActionStep, { kind: 'focus' }>, context: ActContext): Promise<ActResult> {
  const located = await locate(step.ref, context);
  const { element } = located;
  checkEnabled(located, context);
  await scrollIntoView(element, context);
  const observation = new Observation(context, element);
  try {
    if (deepActive(context.document, context) === element)
      return { outcome: 'ok', evidence: { summary: 'It already had the focus.', found: located.found } };
    observation.acting();
    if (element instanceof HTMLElement || element instanceof SVGElement) element.focus({ preventScroll: true });
    await observation.settle({ first: 40, quiet: 60, most: 800 });
    const evidence = toEvidence(observation.end(), located.found);
    if (deepActive(context.document, context) !== element && !element.matches(':focus-within'))
      throw new Refusal('target-unsuitable', `${inWords(located)} does not take the focus.`);
    return { outcome: 'changed', evidence: { ...evidence, summary: 'it has the focus' } };
  } finally {
    observation.close();
  }
}
