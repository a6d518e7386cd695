import { type OutlineItem, outlineItems } from './outline-lines.ts';

/** What changed between two outlines of one page. */
export type OutlineDiff = {
  /**
   * Lines for a model: `+ button "Undo" [e45] in dialog "Deleted"` is new, `~ checkbox "Done" [e3] checked (was unchecked)`
   * changed, `- button "Save" [e12]` is gone. Empty when nothing changed.
   */
  text: string;
  added: number;
  changed: number;
  removed: number;
};

type Placed = OutlineItem & { within: string };

/** Pure and total. Things with a ref are matched by it, others by role, name and state. */
export function diffOutline(before: string, after: string): OutlineDiff {
  const old = placed(outlineItems(before));
  const now = placed(outlineItems(after));
  const oldByRef = new Map(old.flatMap((item) => (item.ref === undefined ? [] : [[item.ref, item] as const])));
  const nowRefs = new Set(now.map((item) => item.ref));
  const spare = counted(old.filter((item) => item.ref === undefined));
  const lines: { mark: '+' | '~' | '-'; item: Placed; note: string }[] = [];
  for (const item of now) {
    if (item.ref === undefined) {
      // Landmarks and other places without a name say nothing by coming or going.
      if (!take(spare, item) && item.name !== '') lines.push({ mark: '+', item, note: '' });
      continue;
    }
    const was = oldByRef.get(item.ref);
    if (was === undefined) lines.push({ mark: '+', item, note: '' });
    else if (was.role !== item.role || was.name !== item.name || was.rest !== item.rest)
      lines.push({ mark: '~', item, note: ` (was ${changeOf(was, item)})` });
  }
  for (const item of old) {
    const gone = item.ref === undefined ? item.name !== '' && take(spare, item) : !nowRefs.has(item.ref);
    if (gone) lines.push({ mark: '-', item, note: '' });
  }
  const count = (mark: string): number => lines.filter((line) => line.mark === mark).length;
  return { text: print(lines), added: count('+'), changed: count('~'), removed: count('-') };
}

/** Says for each item the nearest thing with a name that it stands in. */
function placed(items: readonly OutlineItem[]): Placed[] {
  const path: OutlineItem[] = [];
  return items.map((item) => {
    while ((path.at(-1)?.indent ?? -1) >= item.indent && path.at(-1)?.line !== item.line) path.pop();
    const place = path.findLast(
      ({ name, role, ref }) => name !== '' && ref === undefined && !role.startsWith('heading'),
    );
    if (item.ref === undefined) path.push(item);
    return { ...item, within: place === undefined ? '' : `${place.role} "${place.name}"` };
  });
}

const keyOf = ({ role, name, rest }: OutlineItem): string => `${role}\n${name}\n${rest}`;

function counted(items: readonly OutlineItem[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}

function take(counts: Map<string, number>, item: OutlineItem): boolean {
  const left = counts.get(keyOf(item)) ?? 0;
  if (left > 0) counts.set(keyOf(item), left - 1);
  return left > 0;
}

function changeOf(was: OutlineItem, now: OutlineItem): string {
  if (was.role !== now.role) return `${was.role} "${was.name}"`;
  if (was.name !== now.name) return `"${was.name}"`;
  return was.rest === '' ? 'without' : was.rest;
}

/** Neighbours with the same mark, role and place share a line. */
function print(lines: readonly { mark: string; item: Placed; note: string }[]): string {
  const printed: string[] = [];
  for (let index = 0; index < lines.length; ) {
    const first = lines[index];
    if (first === undefined) break;
    const same = (other: (typeof lines)[number] | undefined): boolean =>
      other !== undefined &&
      first.mark !== '~' &&
      other.mark === first.mark &&
      other.item.role === first.item.role &&
      other.item.within === first.item.within &&
      other.item.ref !== undefined;
    let end = index + 1;
    while (end - index < 20 && same(lines[end])) end += 1;
    const words = lines.slice(index, end).map(({ item }) => {
      const name = item.name === '' ? '' : `"${item.name}"`;
      return [name, item.ref === undefined ? '' : `[${item.ref}]`, item.rest].filter((part) => part !== '').join(' ');
    });
    const within = first.item.within === '' ? '' : ` in ${first.item.within}`;
    printed.push(`${first.mark} ${first.item.role} ${words.join(', ')}${first.note}${within}`);
    index = end;
  }
  return printed.join('\n');
}
