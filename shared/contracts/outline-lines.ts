/**
 * The outline's lines, read back. Written by the content script (`capture/outline.ts`), read by the backend. Names are
 * page data.
 *
 * - `- button "Save" [e12] disabled`: role, name (`~"..."` when it is not on the screen), ref, states, value, options.
 * - `- link: News[e3], ~Sport[e4], "A, b"[e5] current`: equals side by side share a line.
 * - `- heading 2 "News": link [e3]`: what holds one thing only; a name that both have is said once.
 */
export type OutlineItem = {
  /** Line of the outline, from 0. */
  line: number;
  /** Spaces before its line. */
  indent: number;
  role: string;
  name: string;
  ref: string | undefined;
  /** States, value and options as they stand there. */
  rest: string;
};

const HEAD = /^([a-z][\w-]*(?: [1-9])?)(?: ~?"([^"]*)")?(?: \[((?:f\d+)?e\d+)\])?/i;
const RUN_ITEM = /^~?(?:"([^"]*)"|((?:(?!, |: )[^[\]"])*))\[((?:f\d+)?e\d+)\]([a-z -]*)(?:, |$)/;

/** Every thing that the outline names, in its order. Lines of another form are left out. */
export function outlineItems(outline: string): OutlineItem[] {
  return outline.split('\n').flatMap((text, line) => itemsOfLine(text, line));
}

function itemsOfLine(text: string, line: number): OutlineItem[] {
  const start = /^(\s*)- /.exec(text);
  if (start === null) return [];
  const indent = start[1]?.length ?? 0;
  const items: OutlineItem[] = [];
  let left = text.slice(start[0].length);
  let inherited = '';
  while (left !== '') {
    const head = HEAD.exec(left);
    if (head === null) break;
    const [, role = '', name = inherited, ref] = head;
    const after = left.slice(head[0].length);
    const nested = ref === undefined && after.startsWith(': ') ? after.slice(2) : undefined;
    const run = nested === undefined || head[2] !== undefined ? [] : runItems(nested);
    if (run.length > 0) {
      items.push(...run.map((item) => ({ line, indent, role, ...item })));
      break;
    }
    items.push({ line, indent, role, name, ref, rest: nested === undefined ? after.trim() : '' });
    if (nested === undefined) break;
    inherited = head[2] ?? '';
    left = nested;
  }
  return items;
}

/** Items of a shared line; none when the text is not one. */
function runItems(text: string): Pick<OutlineItem, 'name' | 'ref' | 'rest'>[] {
  const items: Pick<OutlineItem, 'name' | 'ref' | 'rest'>[] = [];
  for (let left = text; left !== ''; ) {
    const match = RUN_ITEM.exec(left);
    if (match === null || (match[1] ?? match[2] ?? '').endsWith(' ')) return [];
    items.push({ name: match[1] ?? match[2] ?? '', ref: match[3], rest: (match[4] ?? '').trim() });
    left = left.slice(match[0].length);
  }
  return items;
}
