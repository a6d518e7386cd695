import { flatParent, type ShadowRootOf } from './flat-tree.ts';
import type { Unit } from './units.ts';
import type { WalkOutput } from './walk-output.ts';

/** Whose name is made of another element, and of which; undefined: of one that may come. */
type References = readonly (readonly [from: Element, target: Element | undefined])[];

/** Notes on what this walk has read which parts hang on elements elsewhere, by a label or an id. */
export function linkUnits(
  units: WeakMap<Element, Unit>,
  output: WalkOutput,
  references: References,
  shadowRootOf: ShadowRootOf,
): void {
  const behind = targetsBehind(references, shadowRootOf);
  for (const [from, target] of references)
    for (let node: Element | null = from; node !== null; node = flatParent(node, shadowRootOf)) {
      const unit = units.get(node);
      if (unit?.output !== output) continue;
      if (target === undefined) unit.refersOut = true;
      else unit.deps.push(target, ...(behind.get(target) ?? []));
    }
}

/** Names are made of names: what the content of a target refers to in its turn, to any depth. */
function targetsBehind(references: References, shadowRootOf: ShadowRootOf): ReadonlyMap<Element, ReadonlySet<Element>> {
  const behind = new Map<Element, Set<Element>>();
  for (const [, target] of references) if (target !== undefined) behind.set(target, new Set());
  for (const [from, target] of references)
    for (let node: Element | null = from; target !== undefined && node !== null; node = flatParent(node, shadowRootOf))
      behind.get(node)?.add(target);
  // A set grows while it is walked: what is added is walked too.
  for (const found of behind.values())
    for (const target of found) for (const further of behind.get(target) ?? []) found.add(further);
  return behind;
}
