import type { KitManifest, KitManifestTool } from '@pagehand/contracts/kit-manifest';
import type { KitTool, KitTools } from '@pagehand/contracts/kit-tool';
import type { KitProblem } from './kit-problems.ts';
import { MANIFEST_FILE } from './parse-manifest.ts';
import type { SourceReader } from './schema/function-schema.ts';
import { readPython } from './schema/python-reader.ts';
import { readTypeScript } from './schema/typescript-reader.ts';

type LineOf = (path: readonly PropertyKey[]) => number | undefined;

const SOURCES = { node: /\.(ts|mts|js|mjs)$/, python: /\.py$/ } as const;

/**
 * Finds each declared tool in the code and reads its schema; nothing of the code is run.
 * @param texts text of the files in `tools/`, by their path below it.
 * @returns the tools, or every problem.
 */
export function readTools(
  manifest: KitManifest,
  texts: ReadonlyMap<string, string>,
  lineOf: LineOf,
): { tools: KitTools; problems: KitProblem[] } {
  const { runtime } = manifest;
  const files = new Map([...texts].filter(([path]) => SOURCES[runtime].test(path) && !path.endsWith('.d.ts')));
  const reader = runtime === 'node' ? readTypeScript(files) : readPython(files);
  const problems = reader.syntaxProblems();
  // What a parser guesses from broken text would only add to the noise.
  if (problems.length > 0) return { tools: { profiles: {}, provide: [] }, problems };
  const read = (declared: readonly KitManifestTool[], at: readonly PropertyKey[]): KitTool[] =>
    declared.flatMap((tool, index) => {
      const found = readTool(tool, reader, [...files.keys()], lineOf([...at, index, 'path']));
      if (!Array.isArray(found)) return [found];
      problems.push(...found);
      return [];
    });
  const profiles = Object.fromEntries(
    Object.entries(manifest.profiles).map(([name, { tools }]) => [name, read(tools, ['profiles', name, 'tools'])]),
  );
  const provide = read(manifest.provide?.tools ?? [], ['provide', 'tools']);
  const seen = new Set<string>();
  return {
    tools: { profiles, provide },
    // The same function may be declared by several profiles.
    problems: problems.filter((problem) => !seen.has(JSON.stringify(problem)) && seen.add(JSON.stringify(problem))),
  };
}

function readTool(
  tool: KitManifestTool,
  reader: SourceReader,
  files: readonly string[],
  line: number | undefined,
): KitTool | KitProblem[] {
  const colon = tool.path.lastIndexOf(':');
  const name = tool.path.slice(colon + 1);
  const fail = (message: string): KitProblem[] => [{ file: MANIFEST_FILE, line, message }];
  let file = colon < 0 ? undefined : tool.path.slice(0, colon);
  if (file === undefined) {
    const found = reader.filesWith(name);
    if (found.length === 0) return fail(`No file in tools/ has a function ${name}.`);
    if (found.length > 1)
      return fail(`Several files have a function ${name}: write which, like "${found[0]}:${name}".`);
    [file] = found;
  }
  if (file === undefined || !files.includes(file))
    return fail(
      `There is no file tools/${file} in the kit's runtime${files.length > 0 ? `; there is ${files.slice(0, 5).join(', ')}` : ''}.`,
    );
  if (!reader.filesWith(name).includes(file)) {
    const functions = reader.functionsOf(file);
    const there = functions.length > 0 ? ` It has ${functions.slice(0, 10).join(', ')}.` : '';
    const missing = reader.read(file, name);
    return fail(`tools/${file}: ${Array.isArray(missing) ? (missing[0]?.message ?? '') : ''}${there}`);
  }
  const schema = reader.read(file, name);
  if (Array.isArray(schema)) return schema;
  const description = (tool.description ?? schema.description).slice(0, 2_000);
  if (description === '')
    return fail(`${tool.name} has no description: write a doc comment over ${name}, or "description" here.`);
  return {
    name: tool.name,
    file,
    function: name,
    description,
    parameters: schema.parameters,
    risk: tool.risk,
    timeoutMs: Math.round(tool.timeout * 1_000),
    async: schema.async,
  };
}
