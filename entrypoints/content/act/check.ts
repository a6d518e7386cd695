import type { ActionStep } from '@pagehand/contracts/plan';
import { activeIn } from './capture-kit.ts';
import { checkEnabled, reach } from './check-target.ts';
import { aimAgain, press } from './click.ts';
import type { ActContext } from './context.ts';
import { pressKey } from './keys.ts';
import { inWords, type Located, locate, locateAgain } from './locate.ts';
import { Observation } from './observe.ts';
import { type ActResult, Refusal } from './refusal.ts';
import { sleep } from './sleep.ts';
import { toEvidence } from './to-evidence.ts';

/**
 * Brings a checkbox, switch or radio button (native or by role) to a state: one click as in `click.ts` where it differs,
 * on its label, or on the box that is drawn in its stead, where the input itself is hidden; Space where the click did nothing and it has the focus.
 */
export async function check(step: Extract<ActionStep, { kind: 'check' }>, context: ActContext): Promise<ActResult> {
  const located = await locate(step.ref, context);
  const observation = new Observation(context, located.element);
  try {
    const changed = await bringTo(located, step.checked, context, () => observation.acting());
    await observation.settle({ first: 60, quiet: 80, most: 1_500 });
    stillIs(located, step.checked);
    const seen = observation.end();
    const words = step.checked ? 'checked' : 'not checked';
    return {
      outcome: changed ? 'changed' : 'ok',
      evidence: {
        ...toEvidence(seen, located.found),
        summary: changed ? `it is ${words}` : `It was already ${words}.`,
      },
    };
  } finally {
    observation.close();
  }
}

/** Shared by `check` and `fill`. @returns whether it had to be changed. @throws Refusal target-unsuitable and that of `stillIs`. */
export async function bringTo(
  located: Located,
  checked: boolean,
  context: ActContext,
  acting: () => void,
): Promise<boolean> {
  const { element } = located;
  const before = isChecked(element);
  if (before === undefined) throw new Refusal('target-unsuitable', `${inWords(located)} cannot be checked.`);
  if (before === checked) return false;
  if (!checked && (located.role === 'radio' || located.role === 'menuitemradio'))
    throw new Refusal('target-unsuitable', `${inWords(located)} is a choice of several; choose another instead.`);
  checkEnabled(located, context);
  const reached = await reach(located, context);
  acting();
  await press(reached, () => aimAgain(located, context), {}, context);
  await sleep(60, context.signal);
  if (
    element.isConnected &&
    isChecked(element) !== checked &&
    element.getAttribute('role') !== null &&
    activeIn(context.document) === element
  ) {
    await pressKey('Space', element, context);
    await sleep(60, context.signal);
  }
  stillIs(located, checked, await locateAgain(located, context));
  return true;
}

/** @returns its state in words. @throws Refusal value-not-accepted as unsure when a click has left it otherwise. */
export function stillIs(located: Located, checked: boolean, element: Element = located.element): string {
  if (element.isConnected && isChecked(element) !== checked)
    throw new Refusal(
      'value-not-accepted',
      `${inWords(located)} is ${checked ? 'not checked' : 'checked'} all the same. Look what the page wants first.`,
      {},
      'unsure',
    );
  return `it is ${checked ? 'checked' : 'not checked'}`;
}

function isChecked(element: Element): boolean | undefined {
  if (element instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(element.type))
    return element.indeterminate ? false : element.checked;
  const state = element.getAttribute('aria-checked') ?? element.getAttribute('aria-pressed');
  return state === null ? undefined : state === 'true';
}
