import { canonicalJson, checkJson, hashJson, type JsonProblem, readJson } from '@pagehand/contracts/json';
import { parseJson } from '@pagehand/contracts/parse-json';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

describe('readJson and checkJson', () => {
  it('copy JSON as it is', () => {
    fc.assert(
      fc.property(
        fc
          .jsonValue({ maxDepth: 6 })
          .filter((value) => !/"(?:__proto__|constructor|prototype)":/.test(JSON.stringify(value))),
        (value) => {
          const read = readJson(value);
          expect(read.ok ? JSON.stringify(read.value) : read.problems).toBe(JSON.stringify(value));
          expect(checkJson(value)).toBeUndefined();
        },
      ),
    );
  });
  it('the copy shares nothing with the input and holds own data only', () => {
    const inner = { a: [1] };
    const read = readJson({
      inner,
      get live() {
        return inner.a.length;
      },
    });
    inner.a.push(2);
    expect(read).toEqual({ ok: true, value: { inner: { a: [1] }, live: 1 } });
    expect(readJson(Object.create({ kind: 'click' }))).toMatchObject({ ok: false });
  });
  it('the same object twice is fine, an object in itself is not', () => {
    const twice = { a: 1 };
    expect(checkJson([twice, twice])).toBeUndefined();
    const cycle: unknown[] = [];
    cycle.push(cycle);
    expect(checkJson(cycle)?.code).toBe('cycle');
  });
  it.each<[unknown, JsonProblem['code']]>([
    [undefined, 'not-json'],
    [() => 1, 'not-json'],
    [1n, 'not-json'],
    [Symbol(), 'not-json'],
    [Number.NaN, 'number'],
    [{ a: Number.POSITIVE_INFINITY }, 'number'],
    [new Date(), 'not-json'],
    [{ constructor: 1 }, 'forbidden-key'],
    [JSON.parse('{"__proto__":1}'), 'forbidden-key'],
    [new Array(3), 'sparse'],
    [[[[]]], 'too-deep'],
    [[1, 2, 3, 4, 5, 6], 'too-many-keys'],
  ])('%o is refused as %s', (value, code) => {
    expect(checkJson(value, { depth: 2, keys: 5 })?.code).toBe(code);
  });
  it('lists every problem with its place', () => {
    const read = readJson({ a: Number.NaN, b: [undefined, 1, { prototype: 1 }] });
    expect(read.ok ? [] : read.problems.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'number /a',
      'not-json /b/0',
      'forbidden-key /b/2/prototype',
    ]);
  });
});

describe('parseJson', () => {
  it('reads what JSON.parse reads when no key stands twice', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), (text) => {
        const plain = JSON.parse(text);
        const read = parseJson(text);
        if (read.ok) expect(JSON.stringify(read.value)).toBe(JSON.stringify(plain));
        else for (const { code } of read.problems) expect(['forbidden-key', 'duplicate-key']).toContain(code);
      }),
      { numRuns: 500 },
    );
  });
  it.each([
    ['{"a":1,"a":2}', '/a'],
    ['{"a":1,"b":{"c":1,"c":2}}', '/b/c'],
    ['[{"x":1},{"y":1,"\\u0079":2}]', '/1/y'],
    ['{"":1,"":2}', '/'],
    ['{"a\\"b":1,"a\\"b":2}', '/a"b'],
  ])('finds the equal keys in %s', (text, path) => {
    expect(parseJson(text)).toMatchObject({ ok: false, problems: [{ code: 'duplicate-key', path }] });
  });
  it.each([
    '{"a":"a","b":"a"}',
    '[{"a":1},{"a":2}]',
    '{"a":{"a":1}}',
    '["a","a"]',
    '{"a":"\\"a\\":1,\\"a\\":"}',
    '{"a":["a",{"a":"a"}],"b":"a"}',
  ])('%s has no equal keys', (text) => expect(parseJson(text).ok).toBe(true));
});

describe('canonicalJson and hashJson', () => {
  it('do not depend on the order of keys', async () => {
    const entries = fc.uniqueArray(fc.tuple(fc.string(), fc.jsonValue({ maxDepth: 2 })), { selector: ([key]) => key });
    await fc.assert(
      fc.asyncProperty(entries, async (pairs) => {
        const forth = Object.fromEntries(pairs);
        const back = Object.fromEntries([...pairs].reverse());
        expect(canonicalJson(forth)).toBe(canonicalJson(back));
        expect(await hashJson(forth)).toBe(await hashJson(back));
        expect(JSON.parse(canonicalJson(forth))).toEqual(JSON.parse(JSON.stringify(forth)));
      }),
    );
  });
  it('hash as SHA-256 does, and leave out what is undefined', async () => {
    expect(await hashJson({})).toBe('44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a');
    expect(await hashJson({ a: undefined })).toBe(await hashJson({}));
    expect(() => canonicalJson({ a: () => 1 })).toThrow(TypeError);
    expect(() => canonicalJson(Number.NaN)).toThrow(TypeError);
  });
});
