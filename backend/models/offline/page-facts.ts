import { outlineItems } from '@pagehand/contracts/outline-lines';
import { plain, toPassages } from '../../documents/passages.ts';
import { tablesOf } from '../../documents/tables.ts';
import type { ListKind } from './command.ts';

const ROLES: Readonly<Partial<Record<ListKind, RegExp>>> = {
  buttons: /^(?:button|switch)$/,
  fields: /^(?:textbox|searchbox|combobox|listbox|spinbutton|slider|checkbox|radio|switch)$/,
  forms: /^(?:form|search)$/,
  images: /^(?:img|image|figure)$/,
  links: /^link$/,
};

/** Elements of a kind, each once, in page order, with what matters of its state. */
export function listFrom(outline: string, what: ListKind): string[] {
  const pattern = ROLES[what];
  if (pattern === undefined) return [];
  const items = outlineItems(outline).filter(({ role }) => pattern.test(role));
  return [
    ...new Set(
      items.map(({ role, name, rest }) => {
        const state = rest.replace(/\s+/g, ' ').trim();
        const kind = what === 'fields' ? ` (${FIELD_NAMES[role] ?? role}${state === '' ? '' : `; ${state}`})` : '';
        return `${name === '' ? `(${role} without a name)` : name}${kind}`;
      }),
    ),
  ];
}

const FIELD_NAMES: Readonly<Record<string, string>> = {
  textbox: 'text',
  searchbox: 'search',
  combobox: 'list',
  listbox: 'list',
  spinbutton: 'number',
  slider: 'slider',
  checkbox: 'checkbox',
  radio: 'radio button',
};

/** Links of a page's Markdown, each target once. */
export function linksOf(markdown: string): { text: string; url: string }[] {
  const seen = new Set<string>();
  const links: { text: string; url: string }[] = [];
  for (const [, text = '', url = ''] of markdown.matchAll(/\[((?:\\.|[^\]\\\n])+)\]\(((?:\\.|[^()\s\\])+)\)/g)) {
    const words = plain(text);
    if (words === '' || seen.has(`${words} ${url}`)) continue;
    seen.add(`${words} ${url}`);
    links.push({ text: words, url });
  }
  return links;
}

/** Headings of a page's Markdown with their level. */
export function headingsOf(markdown: string): { level: number; text: string }[] {
  let fenced = false;
  return markdown.split('\n').flatMap((line) => {
    if (/^\s*(?:```|~~~)/.test(line)) fenced = !fenced;
    const match = fenced ? null : /^(#{1,6}) +(.+)$/.exec(line);
    const text = plain(match?.[2] ?? '');
    return match === null || text === '' ? [] : [{ level: match[1]?.length ?? 1, text }];
  });
}

/** What is on a page, in numbers and names. */
export function overviewOf(
  markdown: string,
  outline: string,
): {
  headings: { level: number; text: string }[];
  links: number;
  buttons: string[];
  fields: string[];
  tables: { name: string; rows: number; columns: number }[];
  words: number;
  firstWords: string;
} {
  const passages = toPassages(markdown);
  const first = passages.find(({ kind, text }) => kind === 'paragraph' && text.split(' ').length >= 12);
  return {
    headings: headingsOf(markdown),
    links: linksOf(markdown).length,
    buttons: listFrom(outline, 'buttons'),
    fields: listFrom(outline, 'fields'),
    tables: tablesOf(markdown).map(({ name, header, rows }) => ({
      name,
      rows: rows.length,
      columns: Math.max(header.length, ...rows.map((row) => row.length)),
    })),
    words: passages.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0),
    firstWords: first?.text ?? '',
  };
}
