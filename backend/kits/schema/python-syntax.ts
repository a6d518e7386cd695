import type { SyntaxNode } from '@lezer/common';
import { parser } from '@lezer/python';

/** A Python expression as far as annotations and defaults need it. */
export type PyExpression =
  | { kind: 'name'; name: string }
  | { kind: 'subscript'; base: string; args: PyExpression[] }
  | { kind: 'union'; parts: PyExpression[] }
  | { kind: 'value'; value: string | number | boolean | null }
  | { kind: 'list'; items: PyExpression[]; tuple: boolean }
  | { kind: 'dict'; entries: [PyExpression, PyExpression][] }
  | { kind: 'call'; callee: string; args: PyExpression[]; keywords: Map<string, PyExpression> }
  | { kind: 'ellipsis' }
  | { kind: 'other'; text: string };

export type PySource = { file: string; text: string; root: SyntaxNode };

export const parsePython = (file: string, text: string): PySource => ({ file, text, root: parser.parse(text).topNode });

export const textOf = ({ text }: PySource, node: SyntaxNode): string => text.slice(node.from, node.to);

/** Line from 1. */
export function lineAt({ text }: PySource, position: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < position; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

export function children(node: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) found.push(child);
  return found.filter(({ name }) => name !== 'Comment');
}

/** Reads one expression. */
export function readExpression(source: PySource, node: SyntaxNode): PyExpression {
  const text = textOf(source, node);
  const inner = (): SyntaxNode[] => children(node).filter(({ name }) => !/^[()[\]{},:]$/.test(name));
  switch (node.name) {
    case 'VariableName':
      return { kind: 'name', name: text };
    case 'None':
      return { kind: 'value', value: null };
    case 'Boolean':
      return { kind: 'value', value: text === 'True' };
    case 'Number':
      return numberOf(text);
    case 'String':
    case 'ContinuedString': {
      const value = stringValue(text);
      return value === undefined ? { kind: 'other', text } : { kind: 'value', value };
    }
    case 'Ellipsis':
      return { kind: 'ellipsis' };
    case 'UnaryExpression': {
      const [, operand] = children(node);
      const value = operand && readExpression(source, operand);
      const negative = text.startsWith('-') && value?.kind === 'value' && typeof value.value === 'number';
      return negative ? { kind: 'value', value: -Number(value.value) } : { kind: 'other', text };
    }
    case 'ParenthesizedExpression': {
      const [only] = inner();
      return only ? readExpression(source, only) : { kind: 'other', text };
    }
    case 'BinaryExpression': {
      const [left, operator, right] = children(node);
      if (!left || !right || !operator || textOf(source, operator) !== '|') return { kind: 'other', text };
      const parts = [readExpression(source, left), readExpression(source, right)];
      return { kind: 'union', parts: parts.flatMap((part) => (part.kind === 'union' ? part.parts : [part])) };
    }
    case 'ArrayExpression':
    case 'TupleExpression':
      return {
        kind: 'list',
        items: inner().map((item) => readExpression(source, item)),
        tuple: node.name === 'TupleExpression',
      };
    case 'DictionaryExpression': {
      const parts = inner().map((item) => readExpression(source, item));
      const entries: [PyExpression, PyExpression][] = [];
      for (let at = 0; at + 1 < parts.length; at += 2) {
        const [key, value] = [parts[at], parts[at + 1]];
        if (key && value) entries.push([key, value]);
      }
      return { kind: 'dict', entries };
    }
    case 'MemberExpression':
      return member(source, node);
    case 'CallExpression':
      return call(source, node);
    default:
      return { kind: 'other', text };
  }
}

/** `a.b` is a name, `a[b, c]` a subscript. */
function member(source: PySource, node: SyntaxNode): PyExpression {
  const text = textOf(source, node);
  const [base, ...rest] = children(node);
  if (base === undefined) return { kind: 'other', text };
  const start = readExpression(source, base);
  if (start.kind !== 'name') return { kind: 'other', text };
  if (rest[0]?.name === '.') return { kind: 'name', name: `${start.name}.${rest[1] ? textOf(source, rest[1]) : ''}` };
  const inside = rest.filter(({ name }) => !/^[[\],]$/.test(name)).map((part) => readExpression(source, part));
  const [only] = inside;
  // `Tuple[(int, str)]` is the same as `Tuple[int, str]`.
  const args = inside.length === 1 && only?.kind === 'list' && only.tuple ? only.items : inside;
  return { kind: 'subscript', base: start.name, args };
}

function call(source: PySource, node: SyntaxNode): PyExpression {
  const [callee, list] = children(node);
  const called = callee && readExpression(source, callee);
  if (called?.kind !== 'name' || list === undefined) return { kind: 'other', text: textOf(source, node) };
  return { kind: 'call', callee: called.name, ...argumentsOf(source, list) };
}

/** Positional and keyword arguments of a call, or of a class's bases. */
export function argumentsOf(
  source: PySource,
  list: SyntaxNode,
): { args: PyExpression[]; keywords: Map<string, PyExpression> } {
  const args: PyExpression[] = [];
  const keywords = new Map<string, PyExpression>();
  const parts = children(list).filter(({ name }) => !/^[(),]$/.test(name));
  for (let at = 0; at < parts.length; at += 1) {
    const [part, next, value] = [parts[at], parts[at + 1], parts[at + 2]];
    if (part && next?.name === 'AssignOp' && value) {
      keywords.set(textOf(source, part), readExpression(source, value));
      at += 2;
    } else if (part) args.push(readExpression(source, part));
  }
  return { args, keywords };
}

function numberOf(text: string): PyExpression {
  const value = Number(text.replaceAll('_', ''));
  return Number.isFinite(value) ? { kind: 'value', value } : { kind: 'other', text };
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '\n': '',
};

/** The value of one or several joined string literals; undefined for bytes and f-strings. */
export function stringValue(text: string): string | undefined {
  let value = '';
  let rest = text.trim();
  while (rest !== '') {
    const found = /^([A-Za-z]*)("""|'''|"|')/.exec(rest);
    if (found === null) return undefined;
    const [opening, prefix = '', quote = ''] = found;
    if (/[bft]/i.test(prefix)) return undefined;
    const end = endOf(rest, opening.length, quote);
    if (end === undefined) return undefined;
    const raw = rest.slice(opening.length, end);
    value += /r/i.test(prefix) ? raw : unescaped(raw);
    rest = rest.slice(end + quote.length).trimStart();
  }
  return value;
}

function endOf(text: string, from: number, quote: string): number | undefined {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text.startsWith(quote, at)) return at;
  }
  return undefined;
}

const unescaped = (raw: string): string =>
  raw.replaceAll(/\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(\n|.))/g, (whole, x, u, long, char) => {
    const code: unknown = x ?? u ?? long;
    if (typeof code === 'string') {
      const point = Number.parseInt(code, 16);
      return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
    }
    return typeof char === 'string' ? (ESCAPES[char] ?? whole) : whole;
  });

/** The JSON value of an expression of literals; undefined where it is anything else. */
export function jsonValue(expression: PyExpression): { value: unknown } | undefined {
  if (expression.kind === 'value') return { value: expression.value };
  if (expression.kind === 'list') {
    const items = expression.items.map(jsonValue);
    return items.some((item) => item === undefined) ? undefined : { value: items.map((item) => item?.value) };
  }
  if (expression.kind !== 'dict') return undefined;
  const entries = expression.entries.map(([key, value]) => [jsonValue(key)?.value, jsonValue(value)] as const);
  if (entries.some(([key, value]) => typeof key !== 'string' || value === undefined)) return undefined;
  return { value: Object.fromEntries(entries.map(([key, value]) => [key, value?.value])) };
}
