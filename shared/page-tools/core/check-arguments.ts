import { applyDefaults } from './apply-defaults.ts';
import { checkJsonSchema } from './check-json-schema.ts';
import { type ArgumentIssue, isRecord, isStandardSchema } from './schema-types.ts';

/** `args`: with defaults, not transformed: what a person approves. `output`: what the handler gets. */
export type CheckedArguments =
  | { ok: true; args: Record<string, unknown>; output: unknown }
  | { ok: false; issues: ArgumentIssue[] };

const pointer = (path: readonly (PropertyKey | { readonly key: PropertyKey })[]): string =>
  path
    .map((part) => String(typeof part === 'object' ? part.key : part))
    .map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');

/** Validates by the declaration's own schema, defaults applied first. All issues come back, not only the first. */
export async function checkArguments(
  schema: unknown,
  parameters: Readonly<Record<string, unknown>>,
  given: unknown,
): Promise<CheckedArguments> {
  if (!isRecord(given)) return { ok: false, issues: [{ path: '', message: 'The arguments must be one object.' }] };
  const filled = applyDefaults(parameters, given);
  const args = isRecord(filled) ? filled : given;
  if (!isStandardSchema(schema)) {
    const issues = checkJsonSchema(parameters, args);
    return issues.length > 0 ? { ok: false, issues } : { ok: true, args, output: args };
  }
  // A copy goes in: a schema that changes its input must not change what was approved.
  const result = await schema['~standard'].validate(structuredClone(args));
  if (result.issues === undefined) return { ok: true, args, output: result.value };
  return { ok: false, issues: result.issues.map(({ path = [], message }) => ({ path: pointer(path), message })) };
}
