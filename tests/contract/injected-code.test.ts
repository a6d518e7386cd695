import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const contracts = fileURLToPath(new URL('../../shared/contracts/', import.meta.url));

/** Everything that a file imports at run time, through all of its imports. */
function reaches(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const source = readFileSync(file, 'utf8');
  for (const [, clause = '', target = ''] of source.matchAll(/^(?:import|export) ([^;'=]*?) from '([^']+)';$/gm)) {
    if (clause.startsWith('type ') || /^\{(?:\s*type [\w$]+,?)+\s*\}$/.test(clause)) continue;
    if (target.startsWith('.')) reaches(join(dirname(file), target), seen);
    else seen.add(target);
  }
  return seen;
}

describe('code that is injected into pages', () => {
  it.each([
    'page-port',
    'clean-text',
    'redact-secrets',
    'account-numbers',
    'limits',
    'find-in-snapshot',
    'untrusted-block',
    'step-targets',
    'tool-registry',
  ])('%s needs no zod', (name) => {
    expect([...reaches(`${contracts}${name}.ts`)].filter((target) => !target.endsWith('.ts'))).toEqual([]);
  });
  it('the walk itself finds zod where it is', () => expect(reaches(`${contracts}sanitize-plan.ts`)).toContain('zod'));
});
