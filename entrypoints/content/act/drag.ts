import type { ActionStep } from '@pagehand/contracts/plan';
import { bodyOf, flatParent, parentOf, unshadowed } from './capture-kit.ts';
import { checkEnabled, deepestAt, type Point, type Reached, reach } from './check-target.ts';
import { aimAgain } from './click.ts';
import type { ActContext } from './context.ts';
import { dragByKeys } from './drag-by-keys.ts';
import { DragSession, draggableOf } from './drag-session.ts';
import { inWords, locate, requireSame } from './locate.ts';
import { Observation } from './observe.ts';
import { eventTarget, focusByPress, NO_MODIFIERS, Pointer } from './pointer.ts';
import type { ActResult } from './refusal.ts';
import { scrollIntoView } from './scroll-into-view.ts';
import { sleep } from './sleep.ts';
import { toEvidence } from './to-evidence.ts';

type DragStep = Extract<ActionStep, { kind: 'drag' }>;

/** Points on the way; libraries begin a drag only after a few pixels and look where the pointer is at each move. */
const MOVES = 12;
const MOVE_MS = 18;

/**
 * Drags one element onto, before or after another. Events: those of hovering the source, pointerdown and mousedown with
 * the button held. Where the source is `draggable` by then, as HTML drag and drop has it (HTML, 6.12.5): pointermove,
 * dragstart, pointercancel, then drag, dragenter, dragover and dragleave on the way, drop where a dragover was cancelled, and
 * dragend. Else pointermove and mousemove on the way, pointerup and mouseup. Where neither changed anything and the
 * source says that keys move it: Space, arrows, Space. The order on the page is read back, not assumed.
 */
export async function drag(step: DragStep, context: ActContext): Promise<ActResult> {
  const source = await locate(step.ref, context);
  const goal = await locate(step.to, context);
  checkEnabled(source, context);
  const observation = new Observation(context, source.element);
  try {
    const { receiver, point } = await reach(source, context);
    await observation.sample();
    observation.acting();
    const before = placeOf(source.element);
    const again = async () => {
      requireSame(await locate(step.to, context), context);
      return aimAgain(source, context);
    };
    await byPointer({ receiver, point }, again, goal.element, step.place ?? 'onto', context);
    await observation.settle({ first: 400, quiet: 150, most: 2_500 });
    let moved = changedPlace(source.element, before);
    if (!moved && !observation.hasChanges() && (await dragByKeys(source.element, goal.element, context))) {
      await observation.settle({ first: 300, quiet: 150, most: 2_000 });
      moved = changedPlace(source.element, before);
    }
    const seen = observation.end();
    const evidence = toEvidence(seen, source.found);
    const where = `${inWords(source)} is ${whereNow(source.element, goal.element)} ${inWords(goal)}`;
    if (moved && source.element.isConnected)
      return { outcome: 'changed', evidence: { ...evidence, summary: `${where}; ${evidence.summary}`.slice(0, 500) } };
    if (seen.strong.length > 0) return { outcome: 'changed', evidence };
    if (seen.weak.length > 0) return { outcome: 'unsure', code: 'unconfirmed', evidence };
    return { outcome: 'no-effect', evidence };
  } finally {
    observation.close();
  }
}

async function byPointer(
  reached: Reached,
  again: () => Promise<Reached>,
  goal: Element,
  place: 'onto' | 'before' | 'after',
  context: ActContext,
): Promise<void> {
  const pointer = new Pointer(context);
  const held = { button: 0, buttons: 1 } as const;
  pointer.moveTo(eventTarget(reached.receiver, reached.point, context), reached.point);
  await sleep(0, context.signal);
  const { receiver, point: from } = await again();
  const target = eventTarget(receiver, from, context);
  if (target !== pointer.over) pointer.moveTo(target, from);
  if (pointer.down(target, from, held, 1) && target.isConnected) focusByPress(target, context);
  // Some libraries make the source draggable only now; others want the press held for a moment.
  await sleep(60, context.signal);
  const draggable = draggableOf(target, context);
  const session = draggable === undefined ? undefined : new DragSession(draggable, context);
  let started = false;
  await scrollIntoView(goal, context);
  for (let move = 1; move <= MOVES; move += 1) {
    // Looked at anew: lists make room while something is dragged over them.
    const to = pointOn(goal, place);
    const share = move / MOVES;
    const now = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
    const under = deepestAt(context.document, now, context) ?? target;
    if (session !== undefined) {
      if (!started) {
        pointer.dragTo(target, now, NO_MODIFIERS);
        started = session.start(now);
        // The page said no to the drag: then nothing more is sent but the release.
        if (!started) break;
        await sleep(MOVE_MS, context.signal);
      }
      session.over(under, now);
    } else pointer.dragTo(under, now, NO_MODIFIERS);
    await sleep(MOVE_MS, context.signal);
  }
  const end = pointOn(goal, place);
  const under = deepestAt(context.document, end, context) ?? goal;
  if (session !== undefined && started) {
    session.over(under, end);
    await sleep(MOVE_MS, context.signal);
    session.end(under, end);
  } else {
    pointer.dragTo(under, end, NO_MODIFIERS);
    await sleep(MOVE_MS, context.signal);
    pointer.up(under.isConnected ? under : bodyOf(context.document), end, 0, 1);
  }
  await sleep(30, context.signal);
}

/** In the middle of the goal, or near the edge that is meant. Lists that lie in a row are told by their parent's layout. */
function pointOn(goal: Element, place: 'onto' | 'before' | 'after'): Point {
  const box = goal.getBoundingClientRect();
  const at = place === 'onto' ? 0.5 : place === 'before' ? 0.2 : 0.8;
  const neighbour = goal.nextElementSibling ?? goal.previousElementSibling;
  const inRow =
    neighbour !== null && Math.abs(neighbour.getBoundingClientRect().top - box.top) < Math.max(4, box.height / 2);
  return inRow
    ? { x: box.left + box.width * at, y: box.top + box.height / 2 }
    : { x: box.left + box.width / 2, y: box.top + box.height * at };
}

type Place = { parent: Element | null; index: number; left: number; top: number };

function placeOf(element: Element): Place {
  const { left, top } = element.getBoundingClientRect();
  const parent = flatParent(element, () => null);
  return { parent, index: parent === null ? -1 : [...unshadowed(parent, 'children')].indexOf(element), left, top };
}

/** Another parent, another place among its siblings, or another spot on the screen (things that are moved freely). */
function changedPlace(element: Element, before: Place): boolean {
  if (!element.isConnected) return false;
  const now = placeOf(element);
  return (
    now.parent !== before.parent ||
    now.index !== before.index ||
    Math.abs(now.left - before.left) > 3 ||
    Math.abs(now.top - before.top) > 3
  );
}

function whereNow(source: Element, goal: Element): string {
  if (goal.contains(source)) return 'in';
  const order = goal.compareDocumentPosition(source);
  if (parentOf(source) === parentOf(goal)) return (order & Node.DOCUMENT_POSITION_PRECEDING) !== 0 ? 'before' : 'after';
  return 'near';
}
