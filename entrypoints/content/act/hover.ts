import type { ActionStep } from '@pagehand/contracts/plan';
import { allIn } from './capture-kit.ts';
import { reach } from './check-target.ts';
import type { ActContext } from './context.ts';
import { holdHover } from './hover-styles.ts';
import { identify, locate } from './locate.ts';
import { Observation } from './observe.ts';
import { eventTarget, Pointer } from './pointer.ts';
import type { ActResult } from './refusal.ts';
import { toEvidence } from './to-evidence.ts';

/**
 * Moves the pointer onto the element: pointerover, pointerenter, mouseover, mouseenter, pointermove, mousemove. What
 * the page's rules for `:hover` show is held by `hover-styles.ts`. Without a visible reaction the outcome is `unsure`: the
 * style itself follows only the real mouse.
 */
export async function hover(step: Extract<ActionStep, { kind: 'hover' }>, context: ActContext): Promise<ActResult> {
  const located = await locate(step.ref, context);
  const observation = new Observation(context, located.element);
  try {
    const { receiver, point } = await reach(located, context);
    await observation.sample();
    observation.acting();
    const target = eventTarget(receiver, point, context);
    new Pointer(context).moveTo(target, point);
    const before = shownControls(context);
    const styled = holdHover(target, context);
    const appeared = styled ? shownControls(context).filter((one) => !before.includes(one)) : [];
    await observation.settle({ first: styled ? 150 : 600, quiet: 150, most: 2_000 });
    const seen = observation.end();
    const evidence = toEvidence(seen, located.found);
    const names = appeared.slice(0, 3).map((one) => `"${identify(one, context).name.slice(0, 60)}"`);
    if (names.length > 0)
      return {
        outcome: 'changed',
        evidence: { ...evidence, summary: `shown as under the mouse: ${names.join(', ')}`.slice(0, 500) },
      };
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

/** Controls that can be seen now, up to a bound. */
function shownControls({ document }: ActContext): Element[] {
  return [...allIn(document, 'a[href],button,input,select,textarea,[role],[tabindex]')]
    .slice(0, 4_000)
    .filter((one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }));
}
