import type { KitManifest } from '@pagehand/contracts/kit-manifest';
import type { KitTools } from '@pagehand/contracts/kit-tool';
import { dependencyProblems } from './dependency-problems.ts';
import { hashKit, type KitFiles, readKitFiles } from './kit-files.ts';
import type { KitProblem } from './kit-problems.ts';
import { MANIFEST_FILE, parseManifest } from './parse-manifest.ts';
import { readTools } from './read-tools.ts';

/** A kit as its folder says it. */
export type Kit = {
  manifest: KitManifest;
  tools: KitTools;
  /** SHA-256 by path, and of all together. */
  files: Record<string, string>;
  digest: string;
};

export type KitReading = { ok: true; kit: Kit } | { ok: false; problems: KitProblem[] };

/**
 * Reads a kit from a folder: files, kit.yaml, tools from the code. Runs nothing of it. It keeps the thread busy for up to
 * a second: kit-reader.ts calls it in a worker.
 * @throws AppError `kit-source-refused`, `not-found`, `cancelled`
 */
export async function loadKit(folder: string, leaveOut: boolean, signal: AbortSignal): Promise<KitReading> {
  return readKit(await readKitFiles(folder, leaveOut, signal));
}

/** The same from files that were read already. */
export function readKit(files: KitFiles): KitReading {
  const text = (path: string): string | undefined => {
    const data = files.get(path);
    return data && new TextDecoder().decode(data);
  };
  const source = text(MANIFEST_FILE);
  if (source === undefined)
    return {
      ok: false,
      problems: [
        { file: MANIFEST_FILE, message: 'There is no kit.yaml in the folder: npm start -- kits new NAME makes one.' },
      ],
    };
  const parsed = parseManifest(source);
  if (!parsed.ok) return parsed;
  const { manifest, lineOf } = parsed;
  const sources = [...files.keys()].filter((path) => path.startsWith('tools/'));
  const { tools, problems } = readTools(
    manifest,
    new Map(sources.map((path) => [path.slice(6), text(path) ?? ''])),
    lineOf,
  );
  problems.unshift(...missingFiles(manifest, files, lineOf), ...dependencyProblems(manifest, text, lineOf));
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, kit: { manifest, tools, ...hashKit(files) } };
}

/** Files that kit.yaml names and the kit does not have. */
function missingFiles(
  manifest: KitManifest,
  files: KitFiles,
  lineOf: (path: readonly PropertyKey[]) => number | undefined,
): KitProblem[] {
  const lists: [PropertyKey[], string, readonly { path: string }[]][] = [
    [['workspace', 'files'], 'workspace', manifest.workspace.files],
    [['instructions'], 'instructions', manifest.instructions],
    [['provide', 'instructions'], 'instructions', manifest.provide?.instructions ?? []],
  ];
  for (const [name, { instructions }] of Object.entries(manifest.profiles))
    lists.push([['profiles', name, 'instructions'], 'instructions', instructions]);
  return lists.flatMap(([at, folder, list]) =>
    list.flatMap(({ path }, index) =>
      files.has(`${folder}/${path}`)
        ? []
        : [
            {
              file: MANIFEST_FILE,
              line: lineOf([...at, index, 'path']),
              message: `There is no file ${folder}/${path}: make it, or take this entry out.`,
            },
          ],
    ),
  );
}
