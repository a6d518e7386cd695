import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { failedWith, returned, startKits } from './engine-support.ts';

const { module, call } = startKits();

describe('a function in Python', () => {
  const TOOLS = {
    'rows.py': `
import dataclasses, datetime, enum, os, sys
from typing import Literal, NamedTuple, Optional, TypedDict, Union
from lib.helper import double

class Color(enum.Enum):
    RED = 'red'
class Point(NamedTuple):
    x: int
    y: int = 0
class Options(TypedDict, total=False):
    since: datetime.date
@dataclasses.dataclass
class Row:
    name: str
    day: datetime.date
    color: Color = Color.RED
    inner: Optional['Row'] = None

def add(a: int, b: int = 2):
    return a + double(b)
async def wait(text: str):
    import asyncio
    await asyncio.sleep(0.01)
    return text
def kinds(rows: list[Row], point: Point, tags: set[str], data: bytes, mode: Literal['a', 'b'], options: Options,
          amount: Union[int, str], when: datetime.date | None = None, pair: tuple[int, Color] = (1, Color.RED)):
    return [rows[0].day.year, rows[0].color.name, rows[0].inner.name, point.x + point.y, sorted(tags), data.decode(),
            mode, options['since'].month, amount, when, pair[1].name]
def back():
    return {'row': Row('n', datetime.date(2026, 1, 2)), 'tags': {'b', 'a'}, 'bytes': b'hi', 'at': datetime.time(1, 2)}
def say():
    print('to stdout'); print('to stderr', file=sys.stderr)
    os.write(1, b'raw\\n'); os.system  # no shell is needed
    return None
def count():
    yield 1
    yield 2
def inner():
    raise ValueError('the table is empty')
def fail():
    try:
        inner()
    except ValueError as error:
        raise KeyError('no rows') from error
def leave():
    sys.exit(3)
def die():
    os.kill(os.getpid(), 11)
def thing():
    return object()
def nan():
    return float('nan')
def large():
    return 'x' * (5 * 1024 * 1024)
def seen():
    return {'key': os.environ['API_KEY'], 'here': os.getcwd(), 'files': os.listdir('.')}
`,
    'lib/helper.py': 'def double(n):\n    return 2 * n\n',
    'json.py': 'def own():\n    return "a file may have the name of a module of Python"\n',
    'with-dash.py': 'def own():\n    return "or one that is no name at all"\n',
    'broken.py': 'def own(:\n    pass\n',
  };

  it('gets its arguments by name, with its own defaults, and other files of the kit', async () => {
    const kit = await module('python', TOOLS);
    expect(returned(await call(kit, 'rows.py:add', { a: 1 }))).toBe(5);
    expect(returned(await call(kit, 'rows.py:add', { a: 1, b: 5 }))).toBe(11);
    expect(returned(await call(kit, 'json.py:own'))).toMatch(/name of a module/);
    expect(returned(await call(kit, 'with-dash.py:own'))).toMatch(/no name/);
  });

  it('is awaited when it is async, and read to its end when it yields', async () => {
    const kit = await module('python', TOOLS);
    expect(returned(await call(kit, 'rows.py:wait', { text: 'done' }))).toBe('done');
    expect(returned(await call(kit, 'rows.py:count'))).toEqual([1, 2]);
  });

  it('gets values of the types that it names, and may return them', async () => {
    const kit = await module('python', TOOLS);
    const args = {
      rows: [{ name: 'a', day: '2026-05-06', inner: { name: 'b', day: '2026-05-06' } }],
      point: { x: 1, y: 2 },
      tags: ['b', 'a', 'b'],
      data: 'aGk=',
      mode: 'b',
      options: { since: '2026-03-04' },
      amount: 'many',
      pair: [1, 'red'],
    };
    expect(returned(await call(kit, 'rows.py:kinds', args))).toEqual([
      2026,
      'RED',
      'b',
      3,
      ['a', 'b'],
      'hi',
      'b',
      3,
      'many',
      null,
      'RED',
    ]);
    expect(returned(await call(kit, 'rows.py:back'))).toEqual({
      row: { name: 'n', day: '2026-01-02', color: 'red', inner: null },
      tags: ['a', 'b'],
      bytes: 'aGk=',
      at: '01:02:00',
    });
  });

  it('prints to the timeline, apart from its result', async () => {
    const kit = await module('python', TOOLS);
    const seen: string[] = [];
    const outcome = await call(kit, 'rows.py:say', {}, { onOutput: (stream, text) => seen.push(`${stream}: ${text}`) });
    expect(outcome).toMatchObject({ ok: true, value: null, stdout: 'to stdout\nraw\n', stderr: 'to stderr\n' });
    expect(seen.join('')).toContain('stderr: to stderr\n');
  });

  it('that throws comes back with type, message and the frames of its own files', async () => {
    const kit = await module('python', TOOLS);
    const outcome = await call(kit, 'rows.py:fail');
    expect(outcome).toMatchObject({
      ok: false,
      error: { code: 'kit-failed' },
      kind: { type: 'KeyError', message: "'no rows'" },
    });
    const trace = outcome.ok ? '' : (outcome.kind?.trace ?? '');
    expect(trace).toMatch(/\/tools\/rows\.py", line \d+, in inner[\s\S]*the table is empty[\s\S]*in fail/);
    expect(trace).not.toContain('/pagehand');
    expect(await call(kit, 'broken.py:own')).toMatchObject({
      error: { code: 'kit-failed' },
      kind: { type: 'SyntaxError' },
    });
    expect(await call(kit, 'rows.py:nothing')).toMatchObject({ kind: { message: 'rows.py has no function nothing' } });
    // It ends itself by an exception, so that is what is told.
    expect(await call(kit, 'rows.py:leave')).toMatchObject({ kind: { type: 'SystemExit' } });
  });

  it('that ends its process is a crash, with how it ended', async () => {
    const kit = await module('python', TOOLS);
    const outcome = await call(kit, 'rows.py:die');
    expect(outcome).toMatchObject({
      ok: false,
      error: { code: 'kit-crashed', message: expect.stringContaining('SIGSEGV') },
    });
  });

  it('may return only JSON of a bounded size', async () => {
    const kit = await module('python', TOOLS);
    for (const name of ['thing', 'nan', 'large'])
      expect(failedWith(await call(kit, `rows.py:${name}`))).toBe('kit-bad-result');
  });

  it('has its environment, and works in the workspace', async () => {
    const kit = await module('python', TOOLS, { environment: { API_KEY: 'k' } });
    writeFileSync(join(kit.workspaceDir, 'note.md'), 'hello');
    expect(returned(await call(kit, 'rows.py:seen'))).toEqual({ key: 'k', here: '/repo', files: ['note.md'] });
  });
});

describe('a function in JavaScript or TypeScript', () => {
  const TOOLS = {
    'rows.mjs': `
import { writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
export const add = (a, b = 2, c = 3) => [a, b, c];
export async function wait(text) { await new Promise((done) => setTimeout(done, 10)); return text; }
export function* count() { yield 1; yield 2; }
export async function* later() { yield 1; }
export function back() { return { at: new Date(0), tags: new Set(['a']), map: new Map([['k', 1]]), bytes: Buffer.from('hi'), none: undefined }; }
export function say() {
  console.log('to stdout'); console.error('to stderr');
  spawnSync(process.execPath, ['-e', 'console.log("of a child")'], { stdio: 'inherit' });
}
export function fail() { throw new TypeError('no rows', { cause: new RangeError('the table is empty') }); }
export function late() { setTimeout(() => { throw new Error('nobody waited'); }); return new Promise(() => setInterval(() => {}, 1e6)); }
export function leave() { process.exit(3); }
export function die() { process.kill(process.pid, 'SIGSEGV'); return new Promise(() => setInterval(() => {}, 1e6)); }
export const big = () => 10n;
export const loop = () => { const a = {}; a.a = a; return a; };
export const large = () => 'x'.repeat(5 * 1024 * 1024);
export const seen = () => ({ key: process.env.API_KEY, here: process.cwd() });
export const write = (text) => writeFileSync('note.md', text);
`,
    'typed.ts': `
import type { Row } from './row.ts';
import { shout } from './row.js';
enum Level { Low, High }
export async function greet(row: Row, loud?: boolean): Promise<string> { return loud ? shout(row.name) : row.name; }
export const level = (): string => Level[Level.High] satisfies string;
`,
    'row.ts': 'export type Row = { name: string };\nexport const shout = (text: string): string => text + "!";\n',
    'trace.mts':
      'type Never = never;\n\nexport function fail(): Never {\n  const why: string = "on line five";\n  throw new Error(why);\n}\n',
    'broken.ts': 'export function own(: string) {}\n',
    'old.js': 'exports.own = () => "CommonJS";\n',
    'package.json': '{"type":"commonjs"}',
  };

  it('gets its arguments in their order, with its own defaults for what is absent', async () => {
    const kit = await module('node', TOOLS);
    const parameters = ['a', 'b', 'c'];
    expect(returned(await call(kit, 'rows.mjs:add', { c: 9, a: 1 }, { parameters }))).toEqual([1, 2, 9]);
    expect(returned(await call(kit, 'old.js:own'))).toBe('CommonJS');
  });

  it('is awaited when it is async, and read to its end when it yields', async () => {
    const kit = await module('node', TOOLS);
    expect(returned(await call(kit, 'rows.mjs:wait', { text: 'done' }))).toBe('done');
    expect(returned(await call(kit, 'rows.mjs:count'))).toEqual([1, 2]);
    expect(returned(await call(kit, 'rows.mjs:later'))).toEqual([1]);
  });

  it('runs as TypeScript with its imports, and errors name the lines of the source', async () => {
    const kit = await module('node', TOOLS);
    const parameters = ['row', 'loud'];
    expect(returned(await call(kit, 'typed.ts:greet', { row: { name: 'ada' }, loud: true }, { parameters }))).toBe(
      'ada!',
    );
    expect(returned(await call(kit, 'typed.ts:level'))).toBe('High');
    const outcome = await call(kit, 'trace.mts:fail');
    expect(outcome.ok ? '' : outcome.kind?.trace).toContain('at fail (/tools/trace.mts:5:9)');
    expect(await call(kit, 'broken.ts:own')).toMatchObject({
      error: { code: 'kit-failed' },
      kind: { type: 'SyntaxError' },
    });
  });

  it('returns dates, sets, maps and bytes as JSON', async () => {
    const kit = await module('node', TOOLS);
    expect(returned(await call(kit, 'rows.mjs:back'))).toEqual({
      at: '1970-01-01T00:00:00.000Z',
      tags: ['a'],
      map: { k: 1 },
      bytes: 'aGk=',
    });
    for (const name of ['big', 'loop', 'large'])
      expect(failedWith(await call(kit, `rows.mjs:${name}`))).toBe('kit-bad-result');
  });

  it('prints to the timeline, its children too, apart from its result', async () => {
    const kit = await module('node', TOOLS);
    const outcome = await call(kit, 'rows.mjs:say');
    expect(outcome).toMatchObject({ ok: true, value: null, stdout: 'to stdout\nof a child\n', stderr: 'to stderr\n' });
  });

  it('that throws comes back with type, message, cause and the frames of its own files', async () => {
    const kit = await module('node', TOOLS);
    const outcome = await call(kit, 'rows.mjs:fail');
    expect(outcome).toMatchObject({ error: { code: 'kit-failed' }, kind: { type: 'TypeError', message: 'no rows' } });
    const trace = outcome.ok ? '' : (outcome.kind?.trace ?? '');
    expect(trace).toMatch(/at fail \(\/tools\/rows\.mjs:\d+:\d+\)[\s\S]*caused by RangeError: the table is empty/);
    expect(trace).not.toContain('/pagehand');
    expect(await call(kit, 'rows.mjs:late')).toMatchObject({ kind: { message: 'nobody waited' } });
    expect(await call(kit, 'rows.mjs:nothing')).toMatchObject({
      kind: { message: 'rows.mjs exports no function nothing' },
    });
  });

  it('that ends its process is a crash, with how it ended', async () => {
    const kit = await module('node', TOOLS);
    expect(await call(kit, 'rows.mjs:leave')).toMatchObject({
      error: { code: 'kit-crashed', message: expect.stringContaining('exit code 3') },
    });
    expect(await call(kit, 'rows.mjs:die')).toMatchObject({
      error: { code: 'kit-crashed', message: expect.stringContaining('SIGSEGV') },
    });
  });

  it('has its environment, and writes into the workspace', async () => {
    const kit = await module('node', TOOLS, { environment: { API_KEY: 'k' } });
    expect(returned(await call(kit, 'rows.mjs:seen'))).toEqual({ key: 'k', here: '/repo' });
    returned(await call(kit, 'rows.mjs:write', { text: 'kept' }));
    expect(readFileSync(join(kit.workspaceDir, 'note.md'), 'utf8')).toBe('kept');
  });
});
