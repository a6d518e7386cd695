import { describe, expect, it } from 'vitest';
import { readTypeScript } from '../../backend/kits/schema/typescript-reader.ts';

const read = (text: string, name = 'tool', more: Record<string, string> = {}, file = 'a.ts') =>
  readTypeScript(new Map([[file, text], ...Object.entries(more)])).read(file, name);

/** Schema of the only parameter. */
const typed = (type: string, declarations = '') => expect(read(`${declarations}\nexport function tool(x: ${type}) {}`));
const parameter = (schema: object, required = true) => ({
  description: '',
  parameters: {
    type: 'object',
    properties: { x: schema },
    ...(required ? { required: ['x'] } : {}),
    additionalProperties: false,
  },
  async: false,
});
const problem = (message: string, line = 2) => [{ file: 'tools/a.ts', line, message }];

describe('a TypeScript function as a tool', () => {
  it('has its doc comment, its parameters with their descriptions and defaults, in their order', () => {
    const found = read(`
/**
 * Finds rows.
 * @param text - What to look for,
 *   in any column.
 * @param options.limit At most so many.
 */
export async function tool(text: string, limit = 10, options: {
  limit?: number;
  /** Which way. */
  order: 'up' | 'down';
} = { order: 'up' }) {}`);
    expect(found).toEqual({
      description: 'Finds rows.',
      async: true,
      parameters: {
        type: 'object',
        properties: {
          text: { type: 'string', description: 'What to look for, in any column.' },
          limit: { type: 'number', default: 10 },
          options: {
            type: 'object',
            properties: {
              limit: { type: 'number', description: 'At most so many.' },
              order: { type: 'string', enum: ['up', 'down'], description: 'Which way.' },
            },
            required: ['order'],
            additionalProperties: false,
            default: { order: 'up' },
          },
        },
        required: ['text'],
        additionalProperties: false,
      },
    });
    expect(JSON.stringify(found)).toMatch(/"text".*"limit".*"options"/);
  });

  it('takes primitives, literals, unions, arrays, tuples and records', () => {
    typed('string').toEqual(parameter({ type: 'string' }));
    typed('number').toEqual(parameter({ type: 'number' }));
    typed('boolean').toEqual(parameter({ type: 'boolean' }));
    typed('null').toEqual(parameter({ type: 'null' }));
    typed("'a' | 'b'").toEqual(parameter({ type: 'string', enum: ['a', 'b'] }));
    typed("'a' | 1").toEqual(parameter({ enum: ['a', 1] }));
    typed('true').toEqual(parameter({ enum: [true] }));
    typed('string | null').toEqual(parameter({ anyOf: [{ type: 'null' }, { type: 'string' }] }));
    typed('boolean | string').toEqual(parameter({ anyOf: [{ type: 'boolean' }, { type: 'string' }] }));
    typed('string[]').toEqual(parameter({ type: 'array', items: { type: 'string' } }));
    typed('ReadonlyArray<Array<number>>').toEqual(
      parameter({ type: 'array', items: { type: 'array', items: { type: 'number' } } }),
    );
    typed('[string, number]').toEqual(
      parameter({ type: 'array', items: [{ type: 'string' }, { type: 'number' }], minItems: 2, maxItems: 2 }),
    );
    typed('Record<string, number>').toEqual(parameter({ type: 'object', additionalProperties: { type: 'number' } }));
    typed("Record<'a' | 'b', number>").toEqual(
      parameter({
        type: 'object',
        properties: { a: { type: 'number' }, b: { type: 'number' } },
        required: ['a', 'b'],
        additionalProperties: false,
      }),
    );
  });

  it('takes interfaces, aliases, enums, intersections and mapped types, also from another file of the kit', () => {
    const point = { x: { type: 'number' }, y: { type: 'number' } };
    const object = (properties: object, required?: string[]) =>
      parameter({ type: 'object', properties, ...(required ? { required } : {}), additionalProperties: false });
    typed('P', 'interface P { x: number; y: number }').toEqual(object(point, ['x', 'y']));
    typed('Partial<P>', 'type P = { x: number; y: number }').toEqual(object(point));
    typed("Pick<P, 'x'>", 'type P = { x: number; y: number }').toEqual(object({ x: { type: 'number' } }, ['x']));
    typed('P & { y: number }', 'interface P { x: number }').toEqual(object(point, ['x', 'y']));
    typed('E', "enum E { Up = 'up', Down = 'down' }").toEqual(parameter({ type: 'string', enum: ['up', 'down'] }));
    typed('(typeof V)[number]', "const V = ['a', 'b'] as const;").toEqual(
      parameter({ type: 'string', enum: ['a', 'b'] }),
    );
    const other = { 'types.ts': 'export interface P { x: number; y: number }' };
    expect(read("import type { P } from './types.ts';\nexport const tool = (x: P) => x;", 'tool', other)).toEqual(
      object(point, ['x', 'y']),
    );
  });

  it('may be optional, an arrow function, exported under another name, or return a promise', () => {
    expect(read('export const tool = (x?: string) => x;')).toEqual(parameter({ type: 'string' }, false));
    expect(read('function inner(x: string) {}\nexport { inner as tool };')).toEqual(parameter({ type: 'string' }));
    expect(read('export function tool(): Promise<number> { return Promise.resolve(1); }')).toMatchObject({
      async: true,
    });
    expect(read('export function tool() {}')).toEqual({
      description: '',
      parameters: { type: 'object', properties: {}, additionalProperties: false },
      async: false,
    });
  });

  it('may be JavaScript with its types in the doc comment', () => {
    const text = `
/** @typedef {{ name: string, tags?: string[] }} Row */
/**
 * Keeps rows.
 * @param {Row[]} rows The table.
 * @param {number} [limit] At most.
 * @param {object} options
 * @param {boolean} options.deep Look inside.
 */
export function tool(rows, limit, options) {}`;
    expect(read(text, 'tool', {}, 'a.mjs')).toEqual({
      description: 'Keeps rows.',
      async: false,
      parameters: {
        type: 'object',
        properties: {
          rows: {
            type: 'array',
            description: 'The table.',
            items: {
              type: 'object',
              properties: { name: { type: 'string' }, tags: { type: 'array', items: { type: 'string' } } },
              required: ['name'],
              additionalProperties: false,
            },
          },
          limit: { type: 'number', description: 'At most.' },
          options: {
            type: 'object',
            properties: { deep: { type: 'boolean', description: 'Look inside.' } },
            required: ['deep'],
            additionalProperties: false,
          },
        },
        required: ['rows', 'options'],
        additionalProperties: false,
      },
    });
  });
});

describe('what is no tool', () => {
  it('is an error that names file, line and parameter, never a silent object', () => {
    const kinds: [string, RegExp][] = [
      ['any', /parameter x of tool: it has no type, or any/],
      ['unknown', /parameter x of tool: unknown says nothing/],
      ['object', /parameter x of tool: the type object/],
      ['{}', /parameter x of tool: the type \{\} does not say/],
      ['Date', /parameter x of tool: Date is no JSON: take a string/],
      ['Map<string, string>', /Map is no JSON/],
      ['Set<string>', /Set is no JSON/],
      ['bigint', /the type bigint is no JSON/],
      ['symbol', /the type symbol is no JSON/],
      ['() => void', /parameter x of tool: a function is no JSON/],
      ['Promise<string>', /a promise is no JSON/],
      ['Buffer', /its type is not known here/],
      ['{ a: { b: Date[] } }', /parameter x\.a\.b\[\] of tool: Date is no JSON/],
      ['Record<string, any>', /parameter x\[key\] of tool: it has no type/],
      ['[string, ...number[]]', /a tuple with optional or rest entries/],
      ['Uppercase<string>', /is no JSON/],
      ['string & { brand: 1 }', /is no JSON/],
      ['Tree', /refers to itself/],
      ['Kit', /Kit is a class/],
    ];
    const declarations = 'type Tree = { next?: Tree }; class Kit { a = 1 }';
    for (const [type, message] of kinds) {
      const found = read(`${declarations}\nexport function tool(x: ${type}) {}`);
      expect([type, found]).toEqual([type, [{ file: 'tools/a.ts', line: 2, message: expect.stringMatching(message) }]]);
    }
  });

  it('is a parameter without type or name, a rest parameter, an overload, a generator, a type parameter', () => {
    expect(read('\nexport function tool(x) {}')).toEqual(
      problem(
        'The parameter x of tool: it has no type, or any: write the type, with types from this kit or the language.',
      ),
    );
    expect(read('\nexport function tool({ a }: { a: string }) {}')).toEqual([
      { file: 'tools/a.ts', line: 2, message: expect.stringContaining('has no name') },
    ]);
    expect(read('\nexport function tool(...x: string[]) {}')).toEqual(
      problem('...x takes any number of arguments: take one array.'),
    );
    expect(
      read('export function tool(x: string): void;\nexport function tool(x: number): void;\nexport function tool() {}'),
    ).toEqual(problem('tool is overloaded: a tool has one signature.', 1));
    expect(read('\nexport function* tool() {}')).toEqual(problem('tool is a generator: return an array instead.'));
    expect(read('\nexport function tool<T>(x: T) {}')).toEqual([
      expect.objectContaining({ line: 2, message: 'tool has type parameters: write the types it has as a tool.' }),
      expect.objectContaining({ line: 2, message: expect.stringContaining('T is a type parameter') }),
    ]);
  });

  it('is a function that is not exported', () => {
    expect(read('function tool() {}')).toEqual([
      { file: 'tools/a.ts', message: 'There is no exported function tool: write "export function tool".' },
    ]);
  });

  it('is named by line where the text is no TypeScript at all', () => {
    expect(readTypeScript(new Map([['a.ts', '\n\nexport function tool( {']])).syntaxProblems()[0]).toMatchObject({
      file: 'tools/a.ts',
      line: 3,
    });
  });
});

describe('reading', () => {
  it('sees nothing of the machine: no import leads out of the kit', () => {
    const text =
      "import type { A } from '../../../package.json';\nimport type { B } from 'zod';\nexport function tool(a: A, b: B) {}";
    const found = read(text);
    expect(found).toEqual([
      expect.objectContaining({ message: expect.stringContaining('parameter a of tool: its type is not known') }),
      expect.objectContaining({ message: expect.stringContaining('parameter b of tool: its type is not known') }),
    ]);
  });
});
