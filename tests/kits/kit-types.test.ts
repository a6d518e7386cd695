import { Validator } from '@cfworker/json-schema';
import { describe, expect, it } from 'vitest';
import type { SourceReader } from '../../backend/kits/schema/function-schema.ts';
import { readPython } from '../../backend/kits/schema/python-reader.ts';
import { readTypeScript } from '../../backend/kits/schema/typescript-reader.ts';
import { startKits } from './engine-support.ts';

const { module, call } = startKits();

const PYTHON = `from __future__ import annotations
import datetime
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from typing import Annotated, Literal, NamedTuple, NotRequired, Optional, TypedDict
from uuid import UUID

class Order(str, Enum):
    UP = "up"
    DOWN = "down"

class Level(IntEnum):
    LOW = 1
    HIGH = 2

class Point(NamedTuple):
    x: int
    y: int = 7

class Options(TypedDict):
    deep: bool
    limit: NotRequired[int]

@dataclass
class Row:
    name: str
    at: datetime.date
    points: list[Point] = field(default_factory=list)
    order: Order = Order.UP

def show(
    row: Row,
    options: Options,
    level: Level,
    tags: set[str],
    pair: tuple[int, str],
    data: bytes,
    when: Optional[datetime.datetime] = None,
    kind: Literal["a", 1] = "a",
    count: Annotated[float, "How many."] = 1,
    by_name: dict[str, list[Row]] | None = None,
    key: UUID | None = None,
) -> list[str]:
    """Says what arrived."""
    return [repr(value) for value in (row, options, level, sorted(tags), type(tags).__name__, pair, data, when, kind, count, by_name, key)]
`;

/** Reads the schema, checks that it takes the arguments, and runs the function with them. */
async function run(
  runtime: 'node' | 'python',
  file: string,
  text: string,
  name: string,
  args: Record<string, unknown>,
) {
  const reader: SourceReader = (runtime === 'node' ? readTypeScript : readPython)(new Map([[file, text]]));
  const schema = reader.read(file, name);
  if (Array.isArray(schema)) throw new Error(JSON.stringify(schema));
  expect(new Validator(schema.parameters, '7').validate(args).errors).toEqual([]);
  const parameters = Object.keys(Object(schema.parameters['properties']));
  const outcome = await call(await module(runtime, { [file]: text }), `${file}:${name}`, args, { parameters });
  return outcome.ok ? outcome.value : outcome;
}

describe('what a schema takes', () => {
  it('arrives in Python as the types that the function names', async () => {
    const row = { name: 'a', at: '2026-03-31', points: [{ x: 1 }, { x: 2, y: 3 }], order: 'down' };
    const value = await run('python', 'show.py', PYTHON, 'show', {
      row,
      options: { deep: true },
      level: 2,
      tags: ['b', 'a'],
      pair: [1, 'x'],
      data: 'aGk=',
      when: '2026-03-31T14:30:00Z',
      kind: 1,
      count: 3,
      by_name: { r: [{ name: 'b', at: '2025-01-01' }] },
      key: '12345678-1234-5678-1234-567812345678',
    });
    const down = "<Order.DOWN: 'down'>";
    const up = "<Order.UP: 'up'>";
    expect(value).toEqual([
      `Row(name='a', at=datetime.date(2026, 3, 31), points=[Point(x=1, y=7), Point(x=2, y=3)], order=${down})`,
      "{'deep': True}",
      '<Level.HIGH: 2>',
      "['a', 'b']",
      "'set'",
      "(1, 'x')",
      "b'hi'",
      'datetime.datetime(2026, 3, 31, 14, 30, tzinfo=datetime.timezone.utc)',
      '1',
      '3.0',
      `{'r': [Row(name='b', at=datetime.date(2025, 1, 1), points=[], order=${up})]}`,
      "UUID('12345678-1234-5678-1234-567812345678')",
    ]);
  });

  it('arrives in Node by position, with defaults for what is absent', async () => {
    const text = `interface Options { deep?: boolean; order: 'up' | 'down' }
/** Says what arrived. */
export async function show(first: string, options: Options = { order: 'up' }, rest: [number, string] | null = null, last?: Record<string, number[]>) {
  return [first, options, rest, last === undefined];
}`;
    expect(await run('node', 'show.ts', text, 'show', { rest: [1, 'x'], first: 'a' })).toEqual([
      'a',
      { order: 'up' },
      [1, 'x'],
      true,
    ]);
    expect(
      await run('node', 'show.ts', text, 'show', { first: 'a', options: { order: 'down' }, last: { x: [1] } }),
    ).toEqual(['a', { order: 'down' }, null, false]);
  });
});
