import { readJson } from '@pagehand/contracts/json';
import { type KitManifest, KitManifestSchema } from '@pagehand/contracts/kit-manifest';
import { isAlias, isMap, isNode, isScalar, isSeq, LineCounter, type Node, parseAllDocuments, visit } from 'yaml';
import type { KitProblem } from './kit-problems.ts';
import { manifestProblems } from './manifest-problems.ts';

export const MANIFEST_FILE = 'kit.yaml';
/** A kit.yaml may have this many characters, and nest this deeply. */
const MAX_CHARS = 200_000;
const MAX_DEPTH = 12;
/** `- - - - x` on one line: each dash is a level. */
const DASHES = /^[ \t]*(?:[-?][ \t]+){12}/m;
const TOO_DEEP = `It nests deeper than ${MAX_DEPTH} levels: make it flatter.`;

export type ParsedManifest =
  | { ok: true; manifest: KitManifest; lineOf: (path: readonly PropertyKey[]) => number | undefined }
  | { ok: false; problems: KitProblem[] };

/**
 * Reads the text of a kit.yaml: YAML 1.2 with plain data only (one document, no anchors, aliases, tags, merge keys or
 * equal keys), then the schema. Never throws; every problem has its line.
 */
export function parseManifest(text: string): ParsedManifest {
  try {
    return parse(text);
  } catch (error) {
    // Parser and visitor recurse: text that nests a thousand times ends them.
    if (error instanceof RangeError) return fail(TOO_DEEP);
    throw error;
  }
}

const fail = (message: string, line?: number): ParsedManifest => ({
  ok: false,
  problems: [{ file: MANIFEST_FILE, line, message }],
});

function parse(text: string): ParsedManifest {
  if (text.length > MAX_CHARS) return fail(`The file is longer than ${MAX_CHARS} characters: shorten it.`);
  if (deepestBracket(text) > MAX_DEPTH || DASHES.test(text)) return fail(TOO_DEEP);
  const lines = new LineCounter();
  const line = (offset: number): number => lines.linePos(offset).line;
  const documents = parseAllDocuments(text, {
    version: '1.2',
    schema: 'core',
    uniqueKeys: true,
    strict: true,
    lineCounter: lines,
    prettyErrors: false,
    logLevel: 'silent',
  });
  const [document, ...others] = 'empty' in documents ? [] : documents;
  if (document === undefined || document.contents === null)
    return fail('The file is empty: start with "docVersion: v1".', 1);
  const problems: KitProblem[] = [...document.errors, ...document.warnings].slice(0, 20).map(({ message, pos }) => ({
    file: MANIFEST_FILE,
    line: line(pos[0]),
    message: `${message.split('\n')[0]?.replace(/\.$/, '')}.`,
  }));
  if (others.length > 0)
    problems.push({ file: MANIFEST_FILE, message: 'There is more than one document: take out the line "---".' });
  const plain = (node: Node, message: string) =>
    problems.push({ file: MANIFEST_FILE, line: line(node.range?.[0] ?? 0), message });
  visit(document, {
    Node: (_key, node) => {
      if (isAlias(node)) plain(node, 'Aliases ("*name") are not used here: write the value out.');
      else if (node.anchor) plain(node, 'Anchors ("&name") are not used here: write the value out where it is needed.');
      else if (node.tag !== undefined && !node.tag.startsWith('tag:yaml.org,2002:'))
        plain(node, 'Tags ("!name") are not used here: take it out.');
    },
  });
  if (problems.length > 0) return { ok: false, problems };
  const read = readJson(document.toJS({ maxAliasCount: 0 }), { depth: MAX_DEPTH, keys: 5_000 });
  if (!read.ok) {
    const where = ({ path }: { path: string }) => lineOf(path.split('/').slice(1));
    return {
      ok: false,
      problems: read.problems.map((found) => ({ file: MANIFEST_FILE, line: where(found), message: found.message })),
    };
  }
  /** Line of the field, or of the nearest thing around it that is there. */
  function lineOf(path: readonly PropertyKey[]): number | undefined {
    for (let length = path.length; length > 0; length -= 1) {
      const parent = length === 1 ? document?.contents : document?.getIn(path.slice(0, length - 1), true);
      const name = path[length - 1];
      const key = isMap(parent)
        ? parent.items.find((pair) => isScalar(pair.key) && pair.key.value === name)?.key
        : undefined;
      const node = key ?? (isSeq(parent) ? parent.items[Number(name)] : undefined);
      if (isNode(node) && node.range) return line(node.range[0]);
    }
    return 1;
  }
  const parsed = KitManifestSchema.safeParse(read.value);
  if (parsed.success) return { ok: true, manifest: parsed.data, lineOf };
  return { ok: false, problems: manifestProblems(parsed.error, read.value, lineOf) };
}

/** How deep the brackets of flow style go: the parser recurses for each. Brackets in texts count too, which is harmless. */
function deepestBracket(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const char of text) {
    if (char === '[' || char === '{') depth += 1;
    else if (char === ']' || char === '}') depth = Math.max(0, depth - 1);
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
