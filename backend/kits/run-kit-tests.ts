import { lstat, mkdir, mkdtemp, readFile, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { KitTool, KitTools } from '@pagehand/contracts/kit-tool';
import { removeTree } from './closed-folders.ts';
import type { KitFiles } from './kit-files.ts';
import type { KitOutcome, KitRuntime, ModuleSpec } from './kit-runtime.ts';
import { type KitTestFile, readKitTests, type SampleCall, testWorkspace } from './kit-tests.ts';
import type { Kit } from './load-kit.ts';

/** What one sample call came to; `problem` is absent where it did what it must. */
export type SampleResult = { file: string; call: SampleCall; problem?: string; ms: number };

/**
 * Runs the sample calls of a kit in containers: one workspace for each file of `tests/`, which is removed afterwards.
 * @param toolsDir the kit's `tools/`, absolute and without links.
 * @param image as `prepareImage` gave it.
 * @throws AppError `kit-invalid` for tests that are not right
 */
export async function* runKitTests(
  { kit, files, toolsDir, image }: { kit: Kit; files: KitFiles; toolsDir: string; image: string },
  runtime: Pick<KitRuntime, 'call' | 'drop'>,
  signal: AbortSignal,
): AsyncGenerator<SampleResult> {
  for (const test of readKitTests(files)) {
    const workspaceDir = await realpath(await mkdtemp(join(tmpdir(), 'pagehand-kit-')));
    const moduleId = `test-${kit.manifest.id}`;
    try {
      for (const [path, data] of testWorkspace(files, kit.manifest.workspace.files)) {
        await mkdir(dirname(join(workspaceDir, path)), { recursive: true });
        await writeFile(join(workspaceDir, path), data);
      }
      const module: ModuleSpec = {
        moduleId,
        digest: kit.digest,
        runtime: kit.manifest.runtime,
        image,
        toolsDir,
        workspaceDir,
        environment: environmentOf(kit, test),
        ports: kit.manifest.ports.map(({ name, port }) => ({ name, port })),
        network: kit.manifest.network,
      };
      for (const [index, call] of test.calls.entries()) {
        const began = Date.now();
        const problem = await runCall(call, `${moduleId}-${index}`, kit.tools, module, runtime, signal);
        yield { file: test.file, call, ms: Date.now() - began, ...(problem === undefined ? {} : { problem }) };
      }
    } finally {
      await runtime.drop(moduleId);
      await removeTree(workspaceDir);
    }
  }
}

const environmentOf = ({ manifest }: Kit, { environment }: KitTestFile): Record<string, string> => ({
  ...Object.fromEntries(
    manifest.environment.flatMap(({ name, default: value }) => (value === undefined ? [] : [[name, value]])),
  ),
  ...environment,
});

export const toolsOf = ({ profiles, provide }: KitTools): KitTool[] => [...Object.values(profiles).flat(), ...provide];

async function runCall(
  call: SampleCall,
  callId: string,
  tools: KitTools,
  module: ModuleSpec,
  runtime: Pick<KitRuntime, 'call'>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const all = toolsOf(tools);
  const tool = all.find(({ name }) => name === call.tool);
  if (tool === undefined) return `There is no tool ${call.tool}; there is ${all.map(({ name }) => name).join(', ')}.`;
  const outcome = await runtime.call(
    module,
    {
      callId,
      file: tool.file,
      function: tool.function,
      args: call.args,
      parameters: Object.keys(Object(tool.parameters['properties'])),
      timeoutMs: tool.timeoutMs,
    },
    () => {},
    signal,
  );
  signal.throwIfAborted();
  return problemOf(call, outcome) ?? (await missingFile(call, module.workspaceDir));
}

function problemOf({ fails, result, contains }: SampleCall, outcome: KitOutcome): string | undefined {
  if (!outcome.ok) {
    const { message } = outcome.kind ?? outcome.error;
    if (fails !== undefined && message.includes(fails)) return undefined;
    const trace = outcome.kind?.trace ? `\n${outcome.kind.trace}` : '';
    const printed = outcome.stderr.trim() === '' ? '' : `\n${outcome.stderr.trim().slice(0, 2_000)}`;
    return `It failed (${outcome.kind?.type ?? outcome.error.code}): ${message}${trace}${printed}`;
  }
  const value = JSON.stringify(outcome.value) ?? 'nothing';
  const shown = value.length > 1_000 ? `${value.slice(0, 1_000)}...` : value;
  if (fails !== undefined) return `It should fail with "${fails}", and gave ${shown}`;
  if (result !== undefined && !isDeepStrictEqual(outcome.value, result))
    return `It should give ${JSON.stringify(result).slice(0, 1_000)}, and gave ${shown}`;
  const missing = contains?.find((text) => !value.includes(text) && !value.includes(JSON.stringify(text).slice(1, -1)));
  return missing === undefined ? undefined : `The result should hold "${missing}", and is ${shown}`;
}

async function missingFile({ files }: SampleCall, workspaceDir: string): Promise<string | undefined> {
  for (const [path, part] of Object.entries(files ?? {})) {
    const full = join(workspaceDir, path);
    const found = await lstat(full).catch(() => undefined);
    // The kit's code made it: a link may lead anywhere.
    if (found?.isFile() !== true) return `The workspace should have the file ${path}.`;
    if (!(await readFile(full, 'utf8')).includes(part)) return `The file ${path} should hold "${part}".`;
  }
  return undefined;
}
