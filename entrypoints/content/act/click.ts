import type { ActionStep } from '@pagehand/contracts/plan';
import { aim, checkEnabled, type Reached, reach } from './check-target.ts';
import type { ActContext } from './context.ts';
import { moveHover } from './hover-styles.ts';
import { inWords, type Located, locate } from './locate.ts';
import { Observation } from './observe.ts';
import { eventTarget, focusByPress, type Modifiers, Pointer } from './pointer.ts';
import { type ActResult, Refusal } from './refusal.ts';
import { sleep } from './sleep.ts';
import { toEvidence } from './to-evidence.ts';

/**
 * Clicks the way a mouse does. Events, in this order: pointerover, pointerenter, mouseover, mouseenter, pointermove,
 * mousemove, pointerdown, mousedown, focus (unless mousedown was cancelled), pointerup, mouseup, click; then for a second
 * press the same from pointerdown, and dblclick. The right button ends in auxclick and contextmenu, the middle one in
 * auxclick. Order by UI Events (mouse event order) and Pointer Events 3; the click's activation behaviour (links,
 * checkboxes, submit) is the browser's own, which runs for synthetic clicks too (DOM, "dispatch").
 */
export async function click(step: Extract<ActionStep, { kind: 'click' }>, context: ActContext): Promise<ActResult> {
  const located = await locate(step.ref, context);
  const { element } = located;
  checkEnabled(located, context);
  if (element instanceof HTMLSelectElement)
    throw new Refusal(
      'target-unsuitable',
      `${inWords(located)} opens a list of the browser that no click reaches; use select with one of its options.`,
    );
  if (element instanceof HTMLInputElement && element.type === 'file')
    throw new Refusal('target-unsuitable', `${inWords(located)} opens the file picker, which only the person can do.`);
  if (element instanceof HTMLInputElement && element.type === 'color')
    throw new Refusal(
      'target-unsuitable',
      `${inWords(located)} opens a colour picker; use set_value with a colour like #aabbcc.`,
    );
  const observation = new Observation(context, element);
  try {
    const reached = await reach(located, context);
    await observation.sample();
    observation.acting();
    await press(reached, () => aimAgain(located, context), step, context);
    const newTab = opensTab(element);
    await observation.settle({ first: 700, quiet: 150, most: 2_500 });
    const seen = observation.end();
    const evidence = toEvidence(seen, located.found);
    if (seen.strong.length > 0) return { outcome: 'changed', evidence };
    if (newTab)
      return {
        outcome: 'unsure',
        code: 'unconfirmed',
        evidence: { ...evidence, summary: 'The link opens a new tab; the page itself did not change.' },
      };
    if (seen.weak.length > 0)
      return {
        outcome: 'unsure',
        code: 'unconfirmed',
        evidence: { ...evidence, summary: `Not sure that this came from the click: ${evidence.summary}` },
      };
    return { outcome: 'no-effect', evidence };
  } finally {
    observation.close();
  }
}

/** Looks at a target of the plan once more: what it is, where it stands, what lies over it. */
export async function aimAgain(located: Located, context: ActContext): Promise<Reached> {
  return aim(await locate(located.ref, context), context);
}

/**
 * The events of one click step. A page may answer the hover by moving, renaming or covering things, or do so by itself
 * meanwhile: it gets a turn, then `again` looks once more, and nothing comes between that look and the press.
 */
export async function press(
  reached: Reached,
  again: () => Reached | Promise<Reached>,
  step: {
    button?: 'left' | 'middle' | 'right' | undefined;
    count?: number | undefined;
    modifiers?: readonly string[] | undefined;
  },
  context: ActContext,
): Promise<void> {
  const button = step.button === 'right' ? 2 : step.button === 'middle' ? 1 : 0;
  const buttons = button === 0 ? 1 : button === 1 ? 4 : 2;
  const modifiers: Modifiers = {
    altKey: has(step, 'Alt'),
    ctrlKey: has(step, 'Control'),
    metaKey: has(step, 'Meta'),
    shiftKey: has(step, 'Shift'),
  };
  const pointer = new Pointer(context);
  const first = eventTarget(reached.receiver, reached.point, context);
  pointer.moveTo(first, reached.point, modifiers);
  moveHover(first, context);
  await sleep(0, context.signal);
  const { receiver, point } = await again();
  const target = eventTarget(receiver, point, context);
  if (target !== pointer.over) pointer.moveTo(target, point, modifiers);
  for (let count = 1; count <= (step.count ?? 1); count += 1) {
    if (pointer.down(target, point, { button, buttons }, count, modifiers) && target.isConnected)
      focusByPress(target, context);
    pointer.up(target, point, button, count, modifiers);
    if (!target.isConnected) return;
    if (button === 0) pointer.click('click', target, point, button, count, modifiers);
    else {
      pointer.click('auxclick', target, point, button, count, modifiers);
      if (button === 2) pointer.click('contextmenu', target, point, button, count, modifiers);
    }
    if (count === 2 && button === 0) pointer.click('dblclick', target, point, button, count, modifiers);
    if (count < (step.count ?? 1)) await sleep(0, context.signal);
  }
}

const has = (step: { modifiers?: readonly string[] | undefined }, name: string) =>
  step.modifiers?.includes(name) ?? false;

function opensTab(element: Element): boolean {
  const link = element.closest('a[href],area[href]');
  return link?.getAttribute('target')?.toLowerCase() === '_blank';
}
