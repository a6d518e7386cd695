import { assessStep } from './assess-risk.ts';
import type { PinnedStep } from './plan.ts';
import type { AssessedRisk } from './risk-assessment.ts';
import type { RiskContext } from './risk-context.ts';

/** Keys that move the focus to who knows where. */
const MOVES_FOCUS: ReadonlySet<string> = new Set(['Tab', 'Shift+Tab', 'Escape']);

/**
 * The risk of each step of a sanitized plan, in order. A key pressed without a target goes to what has the focus: what
 * an earlier step of the plan put it on, else what has it in the snapshot. `focus` on Delete and then Enter deletes.
 */
export function assessPlan(steps: readonly PinnedStep[], context: RiskContext): AssessedRisk[] {
  let focused = context.snapshot.refs.find((info) => info.states.includes('focused'))?.ref;
  return steps.map((step) => {
    const aimed = step.kind === 'press' && step.ref === undefined && focused !== undefined;
    const risk = assessStep(aimed ? { ...step, ref: focused } : step, context);
    focused = focusAfter(step, focused);
    return risk;
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
