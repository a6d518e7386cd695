import type TurndownService from 'turndown';

/** The little of a DOM node that the table rule needs; turndown's parser gives more. */
export type DomNode = {
  nodeName: string;
  parentNode: DomNode | null;
  childNodes: ArrayLike<DomNode>;
  textContent: string | null;
  getAttribute(name: string): string | null;
};

/** The types of turndown name the browser's HTMLElement, which a backend does not have: this narrows its nodes. */
export function isElement(node: unknown): node is DomNode {
  return typeof node === 'object' && node !== null && 'getAttribute' in node && 'childNodes' in node;
}

const MAX_SPAN = 50;

function children(node: DomNode): DomNode[] {
  return Array.from(node.childNodes);
}

/** Rows of this table only, not those of a table inside a cell. */
function rowsOf(node: DomNode): DomNode[] {
  return children(node).flatMap((child) => {
    if (child.nodeName === 'TR') return [child];
    return /^(?:THEAD|TBODY|TFOOT)$/.test(child.nodeName) ? rowsOf(child) : [];
  });
}

function cellsOf(row: DomNode): DomNode[] {
  return children(row).filter((child) => child.nodeName === 'TD' || child.nodeName === 'TH');
}

function contains(node: DomNode, names: ReadonlySet<string>): boolean {
  return children(node).some((child) => names.has(child.nodeName) || contains(child, names));
}

const TABLE = new Set(['TABLE']);
const BLOCKS = new Set(['TABLE', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'PRE', 'FORM', 'ARTICLE', 'SECTION']);

function tableOf(node: DomNode): DomNode | null {
  for (let current = node.parentNode; current !== null; current = current.parentNode)
    if (current.nodeName === 'TABLE') return current;
  return null;
}

function span(cell: DomNode, name: 'colspan' | 'rowspan'): number {
  const value = Number.parseInt(cell.getAttribute(name) ?? '1', 10);
  return Number.isFinite(value) ? Math.min(Math.max(value, 1), MAX_SPAN) : 1;
}

/**
 * Tables as GFM tables with every value kept. The table rules of the gfm plugin are not used: they keep styled tables
 * as HTML, merge `||` inside a value into `|`, and know no rowspan. A table that only lays out the page (one row, one
 * column, or blocks and other tables in its cells) becomes its content.
 */
export function addTableRules(turndown: TurndownService): void {
  const contents = new WeakMap<DomNode, string>();
  const layout = new WeakMap<DomNode, boolean>();

  const isLayout = (table: DomNode): boolean => {
    const known = layout.get(table);
    if (known !== undefined) return known;
    const rows = rowsOf(table);
    const widest = Math.max(0, ...rows.map((row) => cellsOf(row).length));
    const heading = rows.some((row) => cellsOf(row).some((cell) => cell.nodeName === 'TH'));
    const answer =
      rows.length < 2 ||
      widest < 2 ||
      contains(table, TABLE) ||
      (!heading && contains(table, BLOCKS)) ||
      table.getAttribute('role') === 'presentation';
    layout.set(table, answer);
    return answer;
  };

  const grid = (table: DomNode): string[][] => {
    const lines: string[][] = [];
    rowsOf(table).forEach((row, y) => {
      let line = lines[y];
      if (line === undefined) lines[y] = line = [];
      let x = 0;
      for (const cell of cellsOf(row)) {
        while (line[x] !== undefined) x += 1;
        const text = oneLine(contents.get(cell) ?? '');
        const [wide, high] = [span(cell, 'colspan'), span(cell, 'rowspan')];
        for (let dy = 0; dy < high && y + dy < y + MAX_SPAN; dy += 1) {
          let target = lines[y + dy];
          if (target === undefined) lines[y + dy] = target = [];
          for (let dx = 0; dx < wide; dx += 1) target[x + dx] ??= text;
        }
        x += wide;
      }
    });
    return lines.slice(0, rowsOf(table).length);
  };

  turndown.addRule('tableCell', {
    filter: ['th', 'td'],
    replacement: (content, node) => {
      if (!isElement(node)) return content;
      const table = tableOf(node);
      contents.set(node, content.trim());
      return table !== null && !isLayout(table) ? '' : `\n\n${content.trim()}\n\n`;
    },
  });
  turndown.addRule('tableParts', {
    filter: ['tr', 'thead', 'tbody', 'tfoot'],
    replacement: (content) => content,
  });
  turndown.addRule('tableNone', { filter: ['colgroup', 'col', 'caption'], replacement: () => '' });
  turndown.addRule('table', {
    filter: 'table',
    replacement: (content, node) => {
      const table: unknown = node;
      if (!isElement(table)) return content;
      const caption =
        children(table)
          .find((child) => child.nodeName === 'CAPTION')
          ?.textContent?.trim() ?? '';
      const title = caption === '' ? '' : `**${oneLine(caption)}**\n\n`;
      if (isLayout(table)) return `\n\n${title}${content.trim()}\n\n`;
      const lines = grid(table);
      const width = Math.max(...lines.map((line) => line.length));
      const first = rowsOf(table)[0];
      const headed =
        first !== undefined &&
        (first.parentNode?.nodeName === 'THEAD' || cellsOf(first).every((cell) => cell.nodeName === 'TH'));
      const [head, ...body] = headed ? lines : [[], ...lines];
      const draw = (line: string[]): string =>
        `| ${Array.from({ length: width }, (_, x) => line[x] ?? '').join(' | ')} |`;
      return `\n\n${title}${[draw(head ?? []), `|${' --- |'.repeat(width)}`, ...body.map(draw)].join('\n')}\n\n`;
    },
  });
}

/** A cell's Markdown on one line; `|` escaped once, line breaks as `<br>`. */
function oneLine(markdown: string): string {
  return markdown
    .replace(/\\?\|/g, '\\|')
    .replace(/[ \t]*\n\s*/g, '<br>')
    .trim();
}
