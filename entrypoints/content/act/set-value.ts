import type { ActionStep } from '@pagehand/contracts/plan';
import { checkEnabled, reach } from './check-target.ts';
import type { ActContext } from './context.ts';
import { enterText } from './enter-text.ts';
import { invalidNote } from './invalid-note.ts';
import { announce, pressKey } from './keys.ts';
import { inWords, type Located, locate, locateAgain } from './locate.ts';
import { Observation } from './observe.ts';
import { otherValue, type Written } from './other-value.ts';
import { type ActResult, Refusal } from './refusal.ts';
import { sleep } from './sleep.ts';
import { toEvidence } from './to-evidence.ts';

/** Formats that the value setter takes (HTML, 2.3.5 and 4.10.5.1). */
const FORMATS: Record<string, [RegExp, string]> = {
  date: [/^\d{4,}-\d{2}-\d{2}$/, '2026-12-31'],
  month: [/^\d{4,}-\d{2}$/, '2026-12'],
  week: [/^\d{4,}-W\d{2}$/, '2026-W53'],
  time: [/^\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?$/, '23:59'],
  'datetime-local': [/^\d{4,}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?$/, '2026-12-31T23:59'],
  color: [/^#[0-9a-f]{6}$/i, '#aabbcc'],
  range: [/^-?\d+(?:\.\d+)?$/, '42'],
  number: [/^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i, '42'],
};

/**
 * Sets the value of a date, time, colour, range or number input: focus, the browser's own value setter (frameworks that
 * shadow the property see the difference when the event comes), input, change. A slider by role is moved with arrow
 * keys. Anything else that takes text is typed into.
 */
export async function setValue(
  step: Extract<ActionStep, { kind: 'set_value' }>,
  context: ActContext,
): Promise<ActResult> {
  const located = await locate(step.ref, context);
  const observation = new Observation(context, located.element);
  try {
    const { before, again } = await putValue(located, step.value, context, () => observation.acting());
    await observation.settle({ first: 60, quiet: 80, most: 1_500 });
    const after = again();
    const evidence = {
      ...toEvidence(observation.end(), located.found),
      summary:
        before === after
          ? `It already was "${after}".`
          : `value is "${after.slice(0, 200)}"${invalidNote(located.element)}`,
      before: before.slice(0, 400),
      after: after.slice(0, 400),
    };
    return { outcome: before === after ? 'ok' : 'changed', evidence };
  } finally {
    observation.close();
  }
}

export const takesValue = (element: Element): element is HTMLInputElement =>
  element instanceof HTMLInputElement && FORMATS[element.type] !== undefined;

/** Shared by `set_value` and `fill`. */
export async function putValue(
  located: Located,
  value: string,
  context: ActContext,
  acting: () => void,
): Promise<Written> {
  const { element } = located;
  if (!takesValue(element))
    return /^(?:slider|spinbutton|separator|scrollbar)$/.test(located.role)
      ? moveSlider(located, value, context, acting)
      : enterText(located, value, 'replace', context, acting);
  checkEnabled(located, context);
  if (element.readOnly && element.hasAttribute('readonly'))
    throw new Refusal('target-unsuitable', `${inWords(located)} is read-only; open its picker instead.`);
  const [format, example] = FORMATS[element.type] ?? [/./, ''];
  if (value !== '' && !format.test(value))
    throw new Refusal('value-not-accepted', `${inWords(located)} takes a ${element.type} like ${example}.`);
  await reach(located, context, 'value');
  const before = element.value;
  acting();
  element.focus({ preventScroll: true });
  if (before !== value) {
    element.value = value;
    announce(element);
  }
  await sleep(40, context.signal);
  const now = await locateAgain(located, context);
  const look = (): string => {
    const after = now instanceof HTMLInputElement ? now.value : '';
    const equal =
      after.toLowerCase() === value.toLowerCase() ||
      (/^(?:range|number)$/.test(element.type) && after !== '' && Number(after) === Number(value)) ||
      after === value.replace(' ', 'T');
    if (!equal) throw otherValue(located, { before, after, note: bounds(element) });
    return after;
  };
  const after = look();
  return { before, after, again: () => (now.isConnected ? look() : after) };
}

const bounds = (element: HTMLInputElement): string =>
  element.min !== '' || element.max !== '' || element.step !== ''
    ? ` It goes from ${element.min || 'any'} to ${element.max || 'any'}${element.step === '' ? '' : ` in steps of ${element.step}`}.`
    : '';

/** Arrow keys until `aria-valuenow` is there, as the slider pattern of the ARIA Authoring Practices wants. */
async function moveSlider(located: Located, value: string, context: ActContext, acting: () => void): Promise<Written> {
  const { element } = located;
  const wanted = Number(value);
  const now = () => Number(element.getAttribute('aria-valuenow') ?? Number.NaN);
  if (!Number.isFinite(wanted) || !Number.isFinite(now()) || !(element instanceof HTMLElement))
    throw new Refusal('target-unsuitable', `${inWords(located)} says no number to set.`);
  checkEnabled(located, context);
  const before = String(now());
  acting();
  element.focus();
  for (let count = 0; count < 300 && now() !== wanted; count += 1) {
    const last = now();
    await pressKey(last < wanted ? 'ArrowRight' : 'ArrowLeft', element, context);
    await sleep(0, context.signal);
    if (now() === last) await pressKey(last < wanted ? 'ArrowUp' : 'ArrowDown', element, context);
    await sleep(0, context.signal);
    // It does not move, or it jumps over the wanted value.
    if (now() === last || last < wanted !== now() < wanted) break;
  }
  const look = (): string => {
    const after = String(now());
    if (now() !== wanted) throw otherValue(located, { before, after });
    return after;
  };
  const after = look();
  return { before, after, again: () => (element.isConnected ? look() : after) };
}
