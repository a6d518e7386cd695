import type * as z from 'zod';
import type { Problem } from './errors.ts';

/** The closed list of what can be wrong with a plan. */
export const PLAN_PROBLEMS = [
  'not-json',
  'not-an-object',
  'too-deep',
  'too-large',
  'forbidden-key',
  'duplicate-key',
  'unknown-field',
  'missing-field',
  'unknown-kind',
  'invalid-value',
  'invalid-number',
  'too-long',
  'key-not-allowed',
  'no-steps',
  'too-many-steps',
  'wrong-snapshot',
  'wrong-step-id',
  'wrong-origin',
  'wrong-document',
  'unknown-ref',
  'repeated-ref',
  'unreadable-frame',
  'stale-after-navigation',
  'dialog-alone',
  'secret-field',
  'unsuitable-target',
  'url-malformed',
  'url-characters',
  'url-scheme',
  'url-user-info',
  'url-own-backend',
  'url-metadata',
  'kind-not-allowed',
  'origin-not-allowed',
  'more-problems',
] as const;
export type PlanProblemCode = (typeof PLAN_PROBLEMS)[number];

/** What a refused plan lists: as many as an AppError carries. */
export const MAX_PROBLEMS = 200;

/** A problem of a plan; `path` is a JSON pointer into the plan, `message` says what to do instead. */
export type PlanProblem = Problem & { code: PlanProblemCode };

export const planProblem = (code: PlanProblemCode, path: string, message: string): PlanProblem => ({
  code,
  path: path.slice(0, 500),
  message: message.slice(0, 1_000),
});

/** One problem per path and code, and never more than MAX_PROBLEMS: the last one then says how many are left out. */
export function listProblems(problems: readonly PlanProblem[]): PlanProblem[] {
  const seen = new Set<string>();
  const list: PlanProblem[] = [];
  for (const problem of problems) {
    const key = `${problem.code} ${problem.path}`;
    if (seen.has(key)) continue;
    seen.add(key);
    list.push(problem);
  }
  if (list.length <= MAX_PROBLEMS) return list;
  const rest = list.length - (MAX_PROBLEMS - 1);
  return [...list.slice(0, MAX_PROBLEMS - 1), planProblem('more-problems', '', `And at least ${rest} more.`)];
}

/** Parsed with `reportInput`, so that a missing value can be told from a wrong one. */
const missing = (issue: z.core.$ZodIssue): boolean => 'input' in issue && issue.input === undefined;

/** zod's issues in our words, one problem per unknown field. `at` is the pointer of the value that was parsed. */
export function fromIssues(issues: readonly z.core.$ZodIssue[], at: string): PlanProblem[] {
  return issues.flatMap((issue) =>
    fromIssue(issue, `${at}${issue.path.map((part) => `/${String(part).slice(0, 60)}`).join('')}`),
  );
}

function fromIssue(issue: z.core.$ZodIssue, path: string): PlanProblem[] {
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys
        .slice(0, MAX_PROBLEMS + 1)
        .map((key) =>
          planProblem(
            'unknown-field',
            `${path}/${key.slice(0, 60)}`,
            `There is no field ${key.slice(0, 60)} here; leave it out.`,
          ),
        );
    case 'invalid_union':
      if (issue.discriminator === 'kind')
        return [planProblem('unknown-kind', path, 'Use one of the kinds of step that exist, spelt exactly.')];
      return [planProblem('invalid-value', path, issue.message)];
    case 'invalid_type':
      if (missing(issue)) return [planProblem('missing-field', path, `Missing: expected ${issue.expected}.`)];
      return [
        planProblem(
          issue.expected === 'number' || issue.expected === 'int' ? 'invalid-number' : 'invalid-value',
          path,
          issue.message,
        ),
      ];
    case 'too_big':
    case 'too_small':
      if (issue.origin === 'string' || issue.origin === 'array') return [planProblem('too-long', path, issue.message)];
      return [planProblem('invalid-number', path, issue.message)];
    case 'invalid_value':
      if (missing(issue)) return [planProblem('missing-field', path, 'Missing.')];
      if (path.endsWith('/key')) return [planProblem('key-not-allowed', path, issue.message)];
      return [planProblem('invalid-value', path, issue.message)];
    default:
      return [planProblem('invalid-value', path, issue.message)];
  }
}
