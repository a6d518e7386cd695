import { readJson } from '@pagehand/contracts/json';
import { parseDocument } from 'yaml';
import * as z from 'zod';
import type { KitFiles } from './kit-files.ts';
import { kitInvalid } from './kit-problems.ts';

const JsonValueSchema = z.json();

/** One sample call, and what it must come to. Calls of one file share a workspace and run in order. */
const SampleCallSchema = z
  .strictObject({
    tool: z.string().min(1).max(48),
    args: z.record(z.string(), JsonValueSchema).default({}),
    /** The result, exactly. */
    result: JsonValueSchema.optional(),
    /** Texts that the result holds somewhere, as JSON. */
    contains: z.array(z.string()).optional(),
    /** A part of the error's message: the call must fail. */
    fails: z.string().min(1).optional(),
    /** Files that the workspace has afterwards, each with a part of its text. */
    files: z.record(z.string(), z.string()).optional(),
  })
  .refine(({ fails, result, contains }) => fails === undefined || (result === undefined && contains === undefined), {
    message: 'a call that fails has no result',
  });

const TestFileSchema = z.strictObject({
  /** Values of the environment during the calls. No real secrets: the file is part of the kit. */
  environment: z.record(z.string(), z.string()).default({}),
  calls: z.array(SampleCallSchema).min(1).max(200),
});

export type SampleCall = z.infer<typeof SampleCallSchema>;
export type KitTestFile = z.infer<typeof TestFileSchema> & { file: string };

/**
 * The sample calls of a kit: every `tests/*.yaml`, in order of their names.
 * @throws AppError `kit-invalid`
 */
export function readKitTests(files: KitFiles): KitTestFile[] {
  return [...files]
    .filter(([path]) => /^tests\/[^/]+\.ya?ml$/.test(path))
    .map(([file, data]) => {
      const wrong = (message: string) => kitInvalid('The tests of the kit are not right', [{ file, message }]);
      const document = parseDocument(new TextDecoder().decode(data), { schema: 'core', prettyErrors: true });
      const [error] = document.errors;
      if (error !== undefined) throw wrong(error.message.split('\n')[0] ?? 'This is no YAML.');
      const json = readJson(document.toJS({ maxAliasCount: 0 }), { keys: 50_000 });
      if (!json.ok) throw wrong(json.problems[0]?.message ?? 'This is no plain data.');
      const parsed = TestFileSchema.safeParse(json.value);
      if (parsed.success) return { file, ...parsed.data };
      throw kitInvalid(
        'The tests of the kit are not right',
        parsed.error.issues.map(({ path, message }) => ({ file, message: `${path.join('.')}: ${message}.` })),
      );
    });
}

/** Files that the workspace of the tests starts with: those of the kit, then `tests/input/`. */
export function testWorkspace(files: KitFiles, declared: readonly { path: string }[]): Map<string, Uint8Array> {
  const found = new Map<string, Uint8Array>();
  for (const { path } of declared) {
    const data = files.get(`workspace/${path}`);
    if (data !== undefined) found.set(path, data);
  }
  for (const [path, data] of files)
    if (path.startsWith('tests/input/')) found.set(path.slice('tests/input/'.length), data);
  return found;
}
