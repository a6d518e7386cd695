import type { ActionStep } from '@pagehand/contracts/plan';
import { stepTargets } from '@pagehand/contracts/step-targets';

/** The refs that a step names, in order. */
export const stepRefs = (step: ActionStep): string[] => stepTargets(step).map(({ ref }) => ref);

/** `f2e5` -> frame 2, local ref `e5`; `e5` -> frame 0. */
export function splitRef(ref: string): { frameId: number; local: string } {
  const match = /^(?:f(\d+))?(e\d+)$/u.exec(ref);
  return { frameId: Number(match?.[1] ?? 0), local: match?.[2] ?? ref };
}

/** `e5` of frame 2 -> `f2e5`. */
export const joinRef = (frameId: number, local: string): string => (frameId === 0 ? local : `f${frameId}${local}`);

/** The step as the frame's own script knows it: refs without the frame. */
export function localStep(step: ActionStep): ActionStep {
  if (step.kind === 'fill')
    return { ...step, fields: step.fields.map((field) => ({ ...field, ref: splitRef(field.ref).local })) };
  if (step.kind === 'wait' && step.until.for === 'ref')
    return { ...step, until: { ...step.until, ref: splitRef(step.until.ref).local } };
  if (step.kind === 'drag') return { ...step, ref: splitRef(step.ref).local, to: splitRef(step.to).local };
  if ('ref' in step && step.ref !== undefined) return { ...step, ref: splitRef(step.ref).local };
  return step;
}
