import { pageToolSlug, slugOf } from '@pagehand/contracts/page-tool-names';
import { isAct } from './command.ts';
import type { NextCall, PastCall } from './page-reading.ts';
import { parseCommands } from './parse-commands.ts';

/** A tool of the page as it is bound: its name on the wire and its JSON Schema. Neither is ever parsed for commands. */
export type BoundPageTool = { name: string; parameters: Record<string, unknown> };

type Wanted = { slug: string; args: Record<string, unknown> };

/** `run cart_view`, `use search_products with query = tea`, `call the tool cart-remove with {"id": 3}`. */
const RUN =
  /^(?:please\s+|now\s+|and\s+)*(?:run|use|call|invoke|execute)\s+(?:the\s+)?(?:page(?:'s)?\s+)?(?:tool\s+)?["`]?([\p{L}\p{N}_-]{1,128})["`]?(?:\s+tool)?(?:\s*:\s*|\s+(?:with|using|for)\s+|\s+(?=\{)|$)([\s\S]*)$/iu;
const THEN = /\s*(?:;|\n)\s*|,?\s+(?:and\s+)?then\s+/i;

/**
 * The next call of a turn that the person spelt as page tools, or what came of them; undefined when the ask is about
 * something else. Every part must name a tool: half a match is none.
 */
export function nextPageTool(
  ask: string,
  bound: readonly BoundPageTool[],
  calls: readonly PastCall[],
):
  | { kind: 'call'; call: NextCall }
  | { kind: 'done'; calls: PastCall[] }
  | { kind: 'missing'; slug: string }
  | undefined {
  const past = calls.filter((call) => pageToolSlug(call.name) !== undefined);
  if (bound.length === 0 && past.length === 0) return undefined;
  // A tool that was called may be gone by now (its dialog closed): it still counts as known.
  const known = new Set([...bound, ...past].flatMap(({ name }) => pageToolSlug(name) ?? []));
  const parts = ask.split(THEN).filter((part) => part.trim() !== '');
  const [first] = parts;
  if (first === undefined || wantedOf(first, known, bound) === undefined) return undefined;
  for (const [index, part] of parts.entries()) {
    const done = past[index];
    if (done?.failed) return { kind: 'done', calls: past };
    if (done !== undefined) continue;
    const wanted = wantedOf(part, known, bound);
    const tool = wanted === undefined ? undefined : bound.find(({ name }) => pageToolSlug(name) === wanted.slug);
    if (wanted === undefined || tool === undefined) return { kind: 'missing', slug: wanted?.slug ?? part.trim() };
    return { kind: 'call', call: { name: tool.name, args: wanted.args } };
  }
  return { kind: 'done', calls: past };
}

/**
 * `run NAME with ...` names a tool outright. A plain command counts when it is exactly the tool's name in words ("open
 * cart") and is no reading command of ours: a page must not catch "summarize" by calling a tool so.
 */
function wantedOf(part: string, known: ReadonlySet<string>, bound: readonly BoundPageTool[]): Wanted | undefined {
  const text = part.trim().replace(/[.!]+$/u, '');
  const run = RUN.exec(text);
  const named = run?.[1] === undefined ? undefined : slugOf(run[1]);
  if (named !== undefined && known.has(named))
    return { slug: named, args: argumentsOf(run?.[2] ?? '', toolOf(named, bound)) };
  const [, words = '', rest = ''] = /^(.+?)(?:\s+(?:with|using)\s+([\s\S]+))?$/u.exec(text) ?? [];
  const slug = slugOf(words.replace(/^please\s+/iu, '').replace(/\b(?:the|my|a|an)\s+/giu, ''));
  if (!known.has(slug)) return undefined;
  const commands = parseCommands(words);
  const ours = commands.every((command) => isAct(command) || command.kind === 'question' || command.kind === 'beyond');
  return ours ? { slug, args: argumentsOf(rest, toolOf(slug, bound)) } : undefined;
}

const toolOf = (slug: string, bound: readonly BoundPageTool[]): BoundPageTool | undefined =>
  bound.find(({ name }) => pageToolSlug(name) === slug);

/** JSON, `name = value, other: value`, or one value for the only text that the tool must have. */
function argumentsOf(text: string, tool: BoundPageTool | undefined): Record<string, unknown> {
  const trimmed = text.trim();
  if (trimmed === '') return {};
  if (trimmed.startsWith('{')) {
    try {
      const value: unknown = JSON.parse(trimmed);
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
    } catch {
      // Not JSON: read as pairs below.
    }
  }
  const properties = propertiesOf(tool);
  const args: Record<string, unknown> = {};
  const pair =
    /(?:^|,|\band\b)\s*([A-Za-z_][\w-]*)\s*(?:=|:)\s*("[^"]*"|'[^']*'|[^,]*?)(?=\s*(?:,|$|\band\s+[A-Za-z_][\w-]*\s*[=:]))/giu;
  for (const [, key = '', raw = ''] of trimmed.matchAll(pair)) {
    const name = [...properties.keys()].find((candidate) => slugOf(candidate) === slugOf(key)) ?? key;
    args[name] = typed(raw.trim(), properties.get(name));
  }
  if (Object.keys(args).length > 0) return args;
  const required = requiredOf(tool);
  const only = required.length === 1 ? required[0] : properties.size === 1 ? [...properties.keys()][0] : undefined;
  return only === undefined ? {} : { [only]: typed(trimmed, properties.get(only)) };
}

function typed(raw: string, type: string | undefined): unknown {
  const text = /^(["']).*\1$/su.test(raw) ? raw.slice(1, -1) : raw;
  if ((type === 'number' || type === 'integer') && text !== '' && Number.isFinite(Number(text))) return Number(text);
  if (type === 'boolean' && /^(?:true|yes|false|no)$/iu.test(text)) return /^(?:true|yes)$/iu.test(text);
  return text;
}

function propertiesOf(tool: BoundPageTool | undefined): Map<string, string | undefined> {
  const properties = tool?.parameters['properties'];
  if (typeof properties !== 'object' || properties === null) return new Map();
  return new Map(
    Object.entries(properties).map(([name, schema]: [string, unknown]) => {
      const type: unknown = typeof schema === 'object' && schema !== null && 'type' in schema ? schema.type : undefined;
      return [name, typeof type === 'string' ? type : undefined];
    }),
  );
}

function requiredOf(tool: BoundPageTool | undefined): string[] {
  const required = tool?.parameters['required'];
  return Array.isArray(required) ? required.filter((name): name is string => typeof name === 'string') : [];
}
