import type { Json } from '@pagehand/contracts/json';
import type * as z from 'zod';
import type { KitProblem } from './kit-problems.ts';

type Issue = z.core.$ZodIssue;

/** What to write for a field that is missing or of another type, by its name. */
const EXAMPLES: Readonly<Record<string, string>> = {
  docVersion: 'v1',
  id: 'my-kit',
  version: '"1.0.0"',
  name: 'my_name',
  owner: 'your name',
  description: 'What it does.',
  image: 'node:20-slim',
  runtime: 'node',
  path: 'rows.py:filter_rows',
  port: '8080',
  timeout: '30',
  risk: 'low',
  required: 'true',
  secret: 'true',
  dependencies: '[name@1.2.3]',
  network: 'none',
  tools: '[{ name: ..., path: ... }]',
};

/** Fields that kits of other systems have, and what stands in for them here. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  agents: 'Pagehand has one agent: put what it should know into "instructions".',
  agent: 'Pagehand has one agent: put what it should know into "instructions".',
  allow_multiple: 'any number of modules may be made from a kit: take it out.',
  effect: 'say how careful to be with "risk": none, low, high or critical.',
  timeoutMs: 'write "timeout", in seconds.',
  env: 'write "environment".',
  requirements: 'write "dependencies", and lock them in requirements.txt.',
  parameters: 'parameters are read from the function and its doc comment: take it out.',
};

/** Every problem that the schema found in a kit.yaml, with its line and what to write instead. */
export function manifestProblems(
  error: z.ZodError,
  value: Json,
  lineOf: (path: readonly PropertyKey[]) => number | undefined,
): KitProblem[] {
  return error.issues.flatMap(flatten).map((issue) => ({
    file: 'kit.yaml',
    line: lineOf(issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path),
    message: sentence(issue, at(value, issue.path)),
  }));
}

/** Issues inside of unions and of record keys, as issues of their own with their whole path. */
function flatten(issue: Issue): Issue[] {
  const inside = (inner: Issue[]): Issue[] =>
    inner.flatMap((found) => flatten({ ...found, path: [...issue.path, ...found.path] }));
  if (issue.code === 'invalid_key') return inside(issue.issues);
  if (issue.code !== 'invalid_union') return [issue];
  // The branch that fits best is the one whose problems lie deepest inside of the value.
  const depth = (branch: Issue[]): number => Math.max(0, ...branch.map(({ path }) => path.length));
  const [best] = [...issue.errors].sort((a, b) => depth(b) - depth(a));
  return best !== undefined && (depth(best) > 0 || best.some(({ code }) => code === 'too_small'))
    ? inside(best)
    : [issue];
}

function at(value: Json, path: readonly PropertyKey[]): Json | undefined {
  let found: Json | undefined = value;
  for (const part of path) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = Array.isArray(found) ? found[Number(part)] : found[String(part)];
  }
  return found;
}

/** `profiles.default.tools[0].path` */
const pathText = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : text === '' ? String(part) : `${text}.${String(part)}`,
    '',
  );

const example = (path: readonly PropertyKey[]): string => {
  const name = String(path.at(-1) ?? '');
  const text = EXAMPLES[name];
  return text === undefined ? '' : `, like "${name}: ${text.replaceAll('"', "'")}"`;
};

function sentence(issue: Issue, value: Json | undefined): string {
  const what = issue.path.length === 0 ? 'The file' : pathText(issue.path);
  switch (issue.code) {
    case 'unrecognized_keys': {
      const [key = ''] = issue.keys;
      return `There is no field "${key}" ${issue.path.length === 0 ? 'here' : `in ${what}`}${ELSEWHERE[key] ? `: ${ELSEWHERE[key]}` : ': look at the list of fields in kits/README.md.'}`;
    }
    case 'invalid_type':
      if (value === undefined) return `${what} is missing: add it${example(issue.path)}.`;
      return `${what} must be ${expected(issue.expected)}${issue.expected === 'string' ? ': put it in quotes' : ''}${example(issue.path)}.`;
    case 'invalid_value':
      if (value === undefined) return `${what} is missing: write ${choice(issue.values)}.`;
      return `${what} must be ${choice(issue.values)}, not ${JSON.stringify(value)?.slice(0, 80)}.`;
    case 'invalid_union':
      return `${what} must be "none" or a list of hosts, like "[api.example.com]".`;
    case 'too_big':
      return `${what} is too ${issue.origin === 'number' || issue.origin === 'int' ? 'large' : 'long'}: at most ${issue.maximum}.`;
    case 'too_small':
      return /^must /.test(issue.message)
        ? `${what} ${issue.message}.`
        : `${what} is too small: at least ${issue.minimum}.`;
    default:
      return /^(must|and|is|stands) /.test(issue.message) ? `${what} ${issue.message}.` : `${what}: ${issue.message}.`;
  }
}

const expected = (type: string): string =>
  ({
    string: 'a text',
    number: 'a number',
    int: 'a whole number',
    boolean: 'true or false',
    array: 'a list',
    object: 'a mapping with fields',
    record: 'a mapping with names',
  })[type] ?? type;

const choice = (values: readonly unknown[]): string => values.map((value) => JSON.stringify(value)).join(' or ');
