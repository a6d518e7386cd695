/** A block of a page's Markdown with its place, so that a quote can say where it stands. */
export type Passage = {
  kind: 'paragraph' | 'list-item' | 'table' | 'code' | 'quote';
  /** Plain text: links by their text, no emphasis marks. Of a table or code: the Markdown as it is. */
  text: string;
  /** Headings above it, outermost first. */
  headings: string[];
  /** Number within its kind over the whole page, from 1: "paragraph 4", "table 2". */
  number: number;
  /** Where it lies in the Markdown (UTF-16 code units). */
  start: number;
  end: number;
};

type Block = { kind: Passage['kind'] | 'heading'; level: number; lines: string[]; start: number; end: number };

const FENCE = /^\s*(```+|~~~+)/;
const HEADING = /^(#{1,6})\s+(.*)$/;
const ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])\s+/;

/** Splits Markdown into blocks with their places. Total: any text gives a list, maybe an empty one. */
export function toPassages(markdown: string): Passage[] {
  const passages: Passage[] = [];
  const path: { level: number; title: string }[] = [];
  const counts = new Map<Passage['kind'], number>();
  for (const block of blocks(markdown)) {
    const raw = block.lines.join('\n');
    if (block.kind === 'heading') {
      while ((path.at(-1)?.level ?? 0) >= block.level) path.pop();
      const title = plain(raw.replace(/^#+\s+/, ''));
      if (title !== '') path.push({ level: block.level, title });
      continue;
    }
    const text = block.kind === 'table' || block.kind === 'code' ? raw : plain(raw);
    if (text === '') continue;
    const number = (counts.get(block.kind) ?? 0) + 1;
    counts.set(block.kind, number);
    passages.push({
      kind: block.kind,
      text,
      headings: path.map(({ title }) => title),
      number,
      start: block.start,
      end: block.end,
    });
  }
  return passages;
}

/** The place in words: `paragraph 4, under "History"`. */
export function placeOf(passage: Pick<Passage, 'kind' | 'number' | 'headings'>): string {
  const heading = passage.headings.at(-1);
  const kind = passage.kind === 'list-item' ? 'list item' : passage.kind;
  return `${kind} ${passage.number}${heading === undefined ? '' : `, under "${heading}"`}`;
}

/** Markdown without its marks: what a reader sees. */
export function plain(markdown: string): string {
  return markdown
    .replace(/^\s*>\s?/gm, '')
    .replace(/^\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?/, '')
    .replace(/!?\[((?:\\.|[^\]\\])*)\]\((?:\\.|[^()\\])*\)/g, '$1')
    .replace(/<br>/g, ' ')
    .replace(/(?<![\\\w])(\*{1,3}|~~)(?=\S)([^\n]*?\S)\1/g, '$2')
    .replace(/(?<!\\)\*\*/g, '')
    .replace(/(?<!\\)`([^`\n]*)`/g, '$1')
    .replace(/\\([\\`*_{}[\]()#+\-.!|>~<=])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Blocks by their first line: headings, fences, tables, list items, quotes, else paragraphs up to a blank line. */
function blocks(markdown: string): Block[] {
  const found: Block[] = [];
  let open: Block | undefined;
  let fence = '';
  let offset = 0;
  const close = (): void => {
    if (open !== undefined) found.push(open);
    open = undefined;
  };
  for (const line of markdown.split('\n')) {
    const start = offset;
    offset += line.length + 1;
    const add = (kind: Block['kind'], level = 0, fresh = false): void => {
      if (open === undefined || open.kind !== kind || fresh) {
        close();
        open = { kind, level, lines: [], start, end: start };
      }
      open.lines.push(line);
      open.end = start + line.length;
    };
    const mark = FENCE.exec(line)?.[1] ?? '';
    if (fence !== '') {
      add('code');
      if (mark.startsWith(fence)) [fence] = ['', close()];
      continue;
    }
    if (mark !== '') {
      fence = mark;
      add('code', 0, true);
      continue;
    }
    const heading = HEADING.exec(line);
    if (line.trim() === '' || /^\s*(?:-{3,}|\*{3,}|_{3,})\s*$/.test(line)) close();
    else if (heading !== null) {
      add('heading', heading[1]?.length ?? 1, true);
      close();
    } else if (/^\s*\|.*\|\s*$/.test(line)) add('table');
    else if (ITEM.test(line)) add('list-item', 0, true);
    else if (/^\s*>/.test(line)) add('quote');
    else if (open?.kind === 'list-item' || open?.kind === 'quote') add(open.kind);
    else add('paragraph');
  }
  close();
  return found;
}
