import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CASES } from '../conformance/cases/index.ts';
import { type Conformance, openConformance } from '../conformance/open-conformance.ts';
import { BROWSERS } from './support/launch-browser.ts';

// The same cases as `npm run conformance`: one browser start for all of them.
describe.each(BROWSERS)('conformance in %s', (name) => {
  let conformance: Conformance | undefined;
  beforeAll(async () => {
    conformance = await openConformance(name);
  });
  afterAll(() => conformance?.close());

  test.each(CASES.map((one) => [`${one.kind}: ${one.name}`, one] as const))('%s', async (_name, one) => {
    const row = await conformance?.run(one);
    expect(row?.right, JSON.stringify(row)).toBe(true);
  });
});
