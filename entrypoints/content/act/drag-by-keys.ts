import { activeIn, parentOf, unshadowed } from './capture-kit.ts';
import type { ActContext } from './context.ts';
import { pressKey } from './keys.ts';
import { sleep } from './sleep.ts';

const MOST_KEYS = 60;

/**
 * Moves an element by the keyboard where it says that keys do it: a slider by arrows towards the goal; what describes
 * itself as sortable or draggable (`aria-roledescription`, `aria-grabbed`) by Space, arrows, Space, as the libraries for
 * accessible drag and drop have it. @returns whether keys were tried.
 */
export async function dragByKeys(source: Element, goal: Element, context: ActContext): Promise<boolean> {
  const handle = handleOf(source);
  if (!(handle instanceof HTMLElement)) return false;
  handle.focus({ preventScroll: true });
  if (activeIn(context.document) !== handle) return false;
  const from = source.getBoundingClientRect();
  const to = goal.getBoundingClientRect();
  const sideways = Math.abs(to.left - from.left) > Math.abs(to.top - from.top);
  const forward = sideways ? to.left > from.left : to.top > from.top;
  const key = sideways ? (forward ? 'ArrowRight' : 'ArrowLeft') : forward ? 'ArrowDown' : 'ArrowUp';
  const slider = handle.getAttribute('role') === 'slider';
  if (!slider) await pressKey('Space', handle, context);
  const steps = slider ? MOST_KEYS : distance(source, goal);
  for (let step = 0; step < steps; step += 1) {
    await sleep(30, context.signal);
    const box = handle.getBoundingClientRect();
    if (slider && (forward ? box.left >= to.left : box.left <= to.left)) break;
    await pressKey(key, handle.isConnected ? handle : source, context);
  }
  await sleep(30, context.signal);
  if (!slider) await pressKey('Space', handle.isConnected ? handle : source, context);
  return true;
}

function handleOf(source: Element): Element | undefined {
  const movable = (element: Element) =>
    element.getAttribute('role') === 'slider' ||
    element.hasAttribute('aria-grabbed') ||
    /sort|drag/i.test(element.getAttribute('aria-roledescription') ?? '');
  if (movable(source)) return source;
  return [...source.querySelectorAll('[role=slider],[aria-grabbed],[aria-roledescription]')].find(movable);
}

/** Places between two siblings; one where they are not siblings. */
function distance(source: Element, goal: Element): number {
  const parent = parentOf(source);
  const siblings = parent === null ? [] : [...unshadowed(parent, 'children')];
  const [from, to] = [siblings.indexOf(source), siblings.indexOf(goal)];
  return from < 0 || to < 0 ? 1 : Math.min(MOST_KEYS, Math.abs(to - from));
}
