import type { Extent } from './extent.ts';
import type { Level } from './level.ts';
import { boxIn } from './sight.ts';
import type { Redacted } from './text-hygiene.ts';
import { type Context, holdsTogether, type Unit } from './units.ts';
import type { WalkOutput } from './walk-output.ts';

/** How much of each kind the output had when an element was entered. */
type Begin = {
  parts: number;
  chars: number;
  refs: number;
  seen: number;
  nodes: number;
  labels: number;
  frames: number;
  omittedRefs: number;
  hidden: number;
  visited: number;
  redacted: Redacted | undefined;
};
/** `outer`: the extent that the text of the element is added to when it is left. */
export type UnitBegun = Begin & { outer: Extent };

/** Fewer elements than this are as soon read again as taken over. */
const MIN_ELEMENTS = 3;
/** Of many siblings each one counts. */
const MANY_SIBLINGS = 8;

/** What was read between entering and leaving. undefined where it must be read anew each time. */
export function endUnit(
  begin: Begin,
  level: Level,
  at: {
    epoch: number;
    above: Level;
    context: Context;
    output: WalkOutput;
    extent: Extent;
    scroll: { x: number; y: number };
  },
): Unit | undefined {
  const { output, above, extent, scroll } = at;
  const whole =
    output.childFrames.length === begin.frames &&
    output.omitted.refs === begin.omittedRefs &&
    !output.text.full &&
    (output.visited - begin.visited >= MIN_ELEMENTS || above.entered > MANY_SIBLINGS) &&
    level.sight.display !== 'contents';
  if (!whole) return undefined;
  const { left, top, width, height } = boxIn(level.sight, level.element);
  const box = { left: left + scroll.x, top: top + scroll.y, width, height };
  if (!holdsTogether({ box, extent })) return undefined;
  return {
    epoch: at.epoch,
    comparedAt: at.epoch,
    context: at.context,
    output,
    parts: [begin.parts, output.text.parts.length],
    chars: output.text.length - begin.chars,
    refs: [begin.refs, output.refs.length],
    labels: [begin.labels, output.labels.length],
    seen: [begin.seen, output.seen.length],
    nodes: above.into.children.slice(begin.nodes),
    place: above.places[above.places.length - 1],
    hidden: output.omitted.hidden - begin.hidden,
    visited: output.visited - begin.visited,
    redacted: difference(output.redacted, begin.redacted),
    box,
    extent,
    deps: new Set(),
    refersOut: false,
  };
}

export function isEmpty(redacted: Redacted): boolean {
  for (const _kind in redacted) return false;
  return true;
}

function difference(now: Redacted, before: Redacted | undefined): Redacted | undefined {
  if (isEmpty(now)) return undefined;
  const grown: Redacted = {};
  for (const [kind, count] of Object.entries(now)) {
    const more = count - (before?.[kind] ?? 0);
    if (more > 0) grown[kind] = more;
  }
  return isEmpty(grown) ? undefined : grown;
}
