import { assessStep, dependsOnFocus } from './assess-risk.ts';
import type { PinnedStep } from './plan.ts';
import type { AssessedRisk } from './risk-assessment.ts';
import type { RiskContext } from './risk-context.ts';
import type { PageSnapshot } from './snapshot.ts';

/** Keys that move the focus to who knows where. */
const MOVES_FOCUS: ReadonlySet<string> = new Set(['Tab', 'Shift+Tab', 'Escape']);

/**
 * The risk of each step of a sanitized plan, in order. A key pressed without a target goes to what has the focus: what
 * an earlier step of the plan put it on, else what has it in the snapshot. `focus` on Delete and then Enter deletes.
 */
export function assessPlan(steps: readonly PinnedStep[], context: RiskContext): AssessedRisk[] {
  const focused = assumedFocus(steps, context.snapshot);
  return steps.map((step, index) => {
    const ref = focused[index];
    return assessStep(step.kind === 'press' && ref !== undefined ? { ...step, ref } : step, context);
  });
}

/**
 * For each step whose key is pressed without a target and does another thing on each element: the ref that has the focus
 * by then, as far as can be told. Its risk is made for that one, so the page must find the focus there when the key is
 * pressed. Such a key goes to the top frame.
 */
export function assumedFocus(steps: readonly PinnedStep[], snapshot: PageSnapshot): (string | undefined)[] {
  const top = snapshot.refs.filter(({ frameId }) => frameId === 0);
  let focused = top.find((info) => info.states.includes('focused'))?.ref;
  return steps.map((step) => {
    const needed = step.kind === 'press' && step.ref === undefined && dependsOnFocus(step.key);
    const here = needed ? top.find(({ ref }) => ref === focused)?.ref : undefined;
    focused = focusAfter(step, focused);
    return here;
  });
}

/** The ref that has the focus once the step is done; undefined when that is not known. */
function focusAfter(step: PinnedStep, before: string | undefined): string | undefined {
  switch (step.kind) {
    case 'scroll':
    case 'scroll_to':
    case 'read':
    case 'find':
    case 'hover':
      return before;
    case 'press':
      return MOVES_FOCUS.has(step.key) ? undefined : (step.ref ?? before);
    case 'fill':
      return step.fields.at(-1)?.ref;
    default:
      return 'ref' in step ? step.ref : undefined;
  }
}
