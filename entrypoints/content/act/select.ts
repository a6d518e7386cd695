import { exactLabel } from '@pagehand/contracts/option-labels';
import type { ActionStep } from '@pagehand/contracts/plan';
import { listedLabel } from './capture-kit.ts';
import { checkEnabled, reach } from './check-target.ts';
import type { ActContext } from './context.ts';
import { announce } from './keys.ts';
import { inWords, type Located, locate, locateAgain } from './locate.ts';
import { Observation } from './observe.ts';
import { otherValue, type Written } from './other-value.ts';
import { type ActResult, Refusal } from './refusal.ts';
import { chooseFromPopup } from './select-popup.ts';
import { sleep } from './sleep.ts';
import { toEvidence } from './to-evidence.ts';

/**
 * Chooses options. Of a native select: focus, the options' selectedness, then input and change (HTML, "send select
 * update notifications"). Of anything else that opens a list: see `select-popup.ts`. Options match by their whole label, but
 * for case and white space: the sanitizer has put whole labels in the place of what was short.
 */
export async function select(step: Extract<ActionStep, { kind: 'select' }>, context: ActContext): Promise<ActResult> {
  const located = await locate(step.ref, context);
  const observation = new Observation(context, located.element);
  try {
    const { before, again } = await chooseOptions(located, step.values, context, () => observation.acting());
    await observation.settle({ first: 80, quiet: 80, most: 1_500 });
    const after = again();
    const seen = observation.end();
    const evidence = {
      ...toEvidence(seen, located.found),
      summary: `shows "${after.slice(0, 200)}"`,
      before: before.slice(0, 400),
      after: after.slice(0, 400),
    };
    return before === after
      ? { outcome: 'ok', evidence: { ...evidence, summary: `It already showed "${after.slice(0, 200)}".` } }
      : { outcome: 'changed', evidence };
  } finally {
    observation.close();
  }
}

/** Shared by `select` and `fill`. @throws Refusal option-missing, target-unsuitable, those of `reach`, and that of `otherValue`. */
export async function chooseOptions(
  located: Located,
  values: readonly string[],
  context: ActContext,
  acting: () => void,
): Promise<Written> {
  const { element } = located;
  checkEnabled(located, context);
  if (!(element instanceof HTMLSelectElement)) return chooseFromPopup(located, values, context, acting);
  await reach(located, context);
  if (values.length > 1 && !element.multiple)
    throw new Refusal('target-unsuitable', `${inWords(located)} takes one option.`);
  const options = values.map((value) => findOption(located, element, value));
  const before = shown(element);
  acting();
  element.focus({ preventScroll: true });
  const chosen = new Set(options);
  const same = [...element.options].every((option) => option.selected === chosen.has(option));
  if (!same) {
    for (const option of element.options)
      if (option.selected !== chosen.has(option)) option.selected = chosen.has(option);
    announce(element);
  }
  await sleep(60, context.signal);
  const now = await locateAgain(located, context);
  const wanted = options.map((option) => option.label.trim()).join(', ');
  const look = (): string => {
    const after = now instanceof HTMLSelectElement ? shown(now) : '';
    const several = now instanceof HTMLSelectElement && now.multiple && now.selectedOptions.length === options.length;
    if (after !== wanted && !several) throw otherValue(located, { before, after });
    return after;
  };
  const after = look();
  return { before, after, again: () => (now.isConnected ? look() : after) };
}

const shown = (select: HTMLSelectElement) =>
  [...select.selectedOptions].map((option) => option.label.trim()).join(', ');

function findOption(located: Located, select: HTMLSelectElement, wanted: string): HTMLOptionElement {
  const options = [...select.options];
  const index =
    exactLabel(
      wanted,
      options.map((option) => option.label),
    ) ??
    exactLabel(
      wanted,
      options.map((option) => listedLabel(option)),
    );
  const option = index === undefined ? undefined : options[index];
  if (option === undefined) {
    const labels = options
      .slice(0, 20)
      .map((each) => each.label.trim())
      .join(' | ');
    throw new Refusal(
      'option-missing',
      `${inWords(located)} has no option "${wanted.slice(0, 80)}". It has: ${labels}`.slice(0, 500),
    );
  }
  if (option.disabled || (option.parentElement instanceof HTMLOptGroupElement && option.parentElement.disabled))
    throw new Refusal('option-missing', `The option "${option.label.trim()}" is disabled.`);
  return option;
}
