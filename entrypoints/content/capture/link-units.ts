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
      // What is known here has gone all the way up before.
      if (target === undefined ? unit.refersOut : unit.deps.has(target)) break;
      if (target === undefined) unit.refersOut = true;
      else for (const one of [target, ...(behind.get(target) ?? [])]) unit.deps.add(one);
    }
}

/** Names are made of names: what the content of a target refers to in its turn, to any depth. */
function targetsBehind(references: References, shadowRootOf: ShadowRootOf): ReadonlyMap<Element, ReadonlySet<Element>> {
  const behind = new Map<Element, Set<Element>>();
  for (const [, target] of references) if (target !== undefined) behind.set(target, new Set());
  const holders = new Map<Element, Element | undefined>();
  /** The nearest target that an element lies in, or is. */
  const holderOf = (element: Element | null): Element | undefined => {
    const path: Element[] = [];
    let found: Element | undefined;
    for (let node = element; node !== null && found === undefined; node = flatParent(node, shadowRootOf)) {
      if (holders.has(node)) {
        found = holders.get(node);
        break;
      }
      path.push(node);
      if (behind.has(node)) found = node;
    }
    for (const node of path) holders.set(node, found);
    return found;
  };
  for (const [from, target] of references)
    for (
      let holder = target === undefined ? undefined : holderOf(from);
      holder !== undefined && target !== undefined;
      holder = holderOf(flatParent(holder, shadowRootOf))
    )
      behind.get(holder)?.add(target);
  // A set grows while it is walked: what is added is walked too.
  for (const found of behind.values())
    for (const target of found) for (const further of behind.get(target) ?? []) found.add(further);
  return behind;
}
