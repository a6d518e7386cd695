import { LIMITS } from '@pagehand/contracts/limits';
import { flatParent, type ShadowRootOf } from './flat-tree.ts';
import type { Level } from './level.ts';
import { addLabel } from './outline.ts';
import type { PageWatch } from './page-watch.ts';
import { type Context, isSameContext, looksAsBefore, movedBy, staysReadable, type Unit } from './units.ts';
import type { Visibility } from './visibility.ts';
import type { WalkOutput } from './walk-output.ts';

/** Larger parts are not compared in one go: it would hold up the page. */
const MAX_COMPARED = 1_500;

type Place = {
  level: Level;
  context: Context;
  watch: PageWatch;
  visibility: Visibility;
  output: WalkOutput;
  shadowRootOf: ShadowRootOf;
};

/**
 * Writes what an earlier capture has read of a subtree, when all that decides about it is as it was.
 * @returns false when it must be read anew.
 */
export function takeOver(unit: Unit, element: Element, place: Place): boolean {
  const { output, level, visibility, watch } = place;
  if (output.text.length + unit.chars > output.text.limit) return false;
  if (output.refs.length + unit.refs[1] - unit.refs[0] > LIMITS.refs) return false;
  if (!isSameContext(unit.context, place.context) || refersToChanged(unit, place)) return false;
  const moved = movedBy(unit, element, visibility.scroll);
  if (moved === undefined || !staysReadable(unit.extent, moved, visibility.page)) return false;
  if (watch.far && unit.comparedAt < watch.farAt) {
    if (unit.seen[1] - unit.seen[0] > MAX_COMPARED || !looksAsBefore(unit)) return false;
    unit.comparedAt = watch.epoch;
  }
  const source = unit.output;
  output.text.takeOver(source.text, unit.parts, unit.chars);
  const around = level.places[level.places.length - 1];
  for (let index = unit.refs[0]; index < unit.refs[1]; index += 1) {
    const ref = source.refs[index];
    if (ref !== undefined)
      output.refs.push(
        ref.place === unit.place && around !== unit.place ? { ...ref, place: around, given: undefined } : ref,
      );
  }
  for (let index = unit.labels[0]; index < unit.labels[1]; index += 1) {
    const label = source.labels[index];
    if (label === undefined) continue;
    for (const named of level.labels) addLabel(named, label.text, label.control);
    output.labels.push(label);
  }
  for (let index = unit.seen[0]; index < unit.seen[1]; index += 1) {
    const seen = source.seen[index];
    if (seen !== undefined) output.seen.push(seen);
  }
  for (const node of unit.nodes) level.into.children.push(node);
  output.omitted.hidden += unit.hidden;
  output.visited += unit.visited;
  if (unit.redacted !== undefined)
    for (const [kind, count] of Object.entries(unit.redacted))
      output.redacted[kind] = (output.redacted[kind] ?? 0) + count;
  visibility.extent.merge(unit.extent, moved.right, moved.down);
  return true;
}

/** A label or an element that it names by id has changed, or another one may have come in its place. */
function refersToChanged(unit: Unit, { watch, shadowRootOf }: Place): boolean {
  if (unit.refersOut && watch.structureAt > unit.epoch) return true;
  for (const target of unit.deps) {
    if (!target.isConnected || watch.touchedAt(target) > unit.epoch) return true;
    for (let node: Element | null = target; node !== null; node = flatParent(node, shadowRootOf))
      if (watch.staleAt(node) > unit.epoch) return true;
  }
  return false;
}
