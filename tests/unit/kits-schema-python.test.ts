import { describe, expect, it } from 'vitest';
import { readPython } from '../../backend/kits/schema/python-reader.ts';

const read = (text: string, name = 'tool', more: Record<string, string> = {}) =>
  readPython(new Map([['a.py', text], ...Object.entries(more)])).read('a.py', name);

const HEAD = `
import typing as t, datetime
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum, IntEnum, StrEnum, auto
from typing import Annotated, Any, Callable, Literal, NamedTuple, NotRequired, Optional, TypedDict, Union
`;
const LINE = HEAD.split('\n').length;
const typed = (type: string, declarations = '') => expect(read(`${declarations}${HEAD}def tool(x: ${type}): pass`));
const parameter = (schema: object) => ({
  description: '',
  parameters: { type: 'object', properties: { x: schema }, required: ['x'], additionalProperties: false },
  async: false,
});

describe('a Python function as a tool', () => {
  it('takes the types of the language, of typing and of datetime', () => {
    typed('str').toEqual(parameter({ type: 'string' }));
    typed('int').toEqual(parameter({ type: 'integer' }));
    typed('float').toEqual(parameter({ type: 'number' }));
    typed('bool').toEqual(parameter({ type: 'boolean' }));
    typed('bytes').toEqual(parameter({ type: 'string', contentEncoding: 'base64' }));
    typed('datetime.date').toEqual(parameter({ type: 'string', format: 'date' }));
    typed('list[str]').toEqual(parameter({ type: 'array', items: { type: 'string' } }));
    typed('t.List[Sequence[int]]').toEqual(
      parameter({ type: 'array', items: { type: 'array', items: { type: 'integer' } } }),
    );
    typed('set[str]').toEqual(parameter({ type: 'array', items: { type: 'string' }, uniqueItems: true }));
    typed('tuple[int, ...]').toEqual(parameter({ type: 'array', items: { type: 'integer' } }));
    typed('tuple[int, str]').toEqual(
      parameter({ type: 'array', items: [{ type: 'integer' }, { type: 'string' }], minItems: 2, maxItems: 2 }),
    );
    typed('dict[str, float]').toEqual(parameter({ type: 'object', additionalProperties: { type: 'number' } }));
    typed('Optional[str]').toEqual(parameter({ anyOf: [{ type: 'string' }, { type: 'null' }] }));
    typed('str | int | None').toEqual(
      parameter({ anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }] }),
    );
    typed('Union[int, "str"]').toEqual(parameter({ anyOf: [{ type: 'integer' }, { type: 'string' }] }));
    typed('"list[int | None]"').toEqual(
      parameter({ type: 'array', items: { anyOf: [{ type: 'integer' }, { type: 'null' }] } }),
    );
    typed(`Literal['a', "b"]`).toEqual(parameter({ type: 'string', enum: ['a', 'b'] }));
    typed('Literal[1, -2, None]').toEqual(parameter({ enum: [1, -2, null] }));
    typed('Annotated[int, "How many."]').toEqual(parameter({ type: 'integer', description: 'How many.' }));
  });

  it('takes dataclasses, TypedDicts, NamedTuples, Enums and aliases, also from another file of the kit', () => {
    const text = `${HEAD}
from shapes.base import Base as B
Name = str
type Names = list[Name]
@dataclass
class Row(B):
    """A row.

    Attributes:
        tags: What it is about.
    """
    tags: Names = field(default_factory=list)
    size: float = 1.5
    cached: int = field(init=False)
    KIND: t.ClassVar[str] = 'row'
class Options(TypedDict, total=False):
    deep: bool
    order: t.Required["Order"]
class Order(str, Enum):
    UP = 'up'
    DOWN = 'down'
class Level(IntEnum):
    LOW = auto()
    HIGH = auto()
class Mode(StrEnum):
    FAST = auto()
class Point(NamedTuple):
    x: int
    y: int = 0
def tool(rows: list[Row], options: Options, level: Level, mode: Mode, point: Point): pass
`;
    const more = {
      'shapes/base.py': 'import dataclasses\n@dataclasses.dataclass(frozen=True)\nclass Base:\n    name: str\n',
    };
    const closed = (properties: object, required: string[]) => ({
      type: 'object',
      properties,
      required,
      additionalProperties: false,
    });
    expect(read(text, 'tool', more)).toEqual({
      description: '',
      async: false,
      parameters: closed(
        {
          rows: {
            type: 'array',
            items: closed(
              {
                name: { type: 'string' },
                tags: { type: 'array', items: { type: 'string' }, description: 'What it is about.' },
                size: { type: 'number', default: 1.5 },
              },
              ['name'],
            ),
          },
          options: closed({ deep: { type: 'boolean' }, order: { type: 'string', enum: ['up', 'down'] } }, ['order']),
          level: { type: 'number', enum: [1, 2] },
          mode: { type: 'string', enum: ['fast'] },
          point: closed({ x: { type: 'integer' }, y: { type: 'integer', default: 0 } }, ['x']),
        },
        ['rows', 'options', 'level', 'mode', 'point'],
      ),
    });
  });

  it('may be async, decorated, with keyword-only parameters and defaults', () => {
    expect(
      read(`${HEAD}@cache
async def tool(a: int = -1, *, b: list[int] = [1, 2], c: str = None, d: str = 'x' "y", e: float = now()): ...`),
    ).toEqual({
      description: '',
      async: true,
      parameters: {
        type: 'object',
        properties: {
          a: { type: 'integer', default: -1 },
          b: { type: 'array', items: { type: 'integer' }, default: [1, 2] },
          c: { anyOf: [{ type: 'string' }, { type: 'null' }], default: null },
          d: { type: 'string', default: 'xy' },
          e: { type: 'number' },
        },
        additionalProperties: false,
      },
    });
  });
});

describe('a docstring', () => {
  const described = (docstring: string) => {
    const found = read(`def tool(first: str, second: int = 0):\n    """${docstring}"""\n    pass`);
    if (Array.isArray(found)) throw new Error(JSON.stringify(found));
    const { properties } = found.parameters;
    return { description: found.description, properties };
  };
  const expected = {
    description: 'Does it.\n\nIn more words.',
    properties: {
      first: { type: 'string', description: 'The first thing, with more.' },
      second: { type: 'integer', default: 0, description: 'The second.' },
    },
  };

  it('is read in the style of Google', () => {
    expect(
      described(`Does it.

    In more words.

    Args:
        first (str): The first thing,
            with more.
        second: The second.

    Returns:
        str: first: not a parameter.
    `),
    ).toEqual(expected);
  });

  it('is read in the style of NumPy', () => {
    expect(
      described(`
    Does it.

    In more words.

    Parameters
    ----------
    first : str
        The first thing,
        with more.
    second : int, optional
        The second.

    Returns
    -------
    str
        What came out.
    `),
    ).toEqual(expected);
  });

  it('is read in the style of reST', () => {
    expect(
      described(`Does it.

    In more words.

    :param str first: The first thing,
        with more.
    :param second: The second.
    :type second: int
    :returns: What came out.
    `),
    ).toEqual(expected);
  });
});

describe('what is no tool', () => {
  it('is an error that names file, line and parameter, never a silent object', () => {
    const kinds: [string, RegExp][] = [
      ['Any', /parameter x of tool: Any says nothing/],
      ['object', /parameter x of tool: object says nothing/],
      ['dict', /parameter x of tool: say what the dict holds/],
      ['list', /parameter x of tool: say what the list holds/],
      ['t.Dict', /say what the Dict holds/],
      ['dict[int, str]', /keys of JSON are strings/],
      ['Callable[[int], str]', /a function is no JSON/],
      ['complex', /complex is no JSON/],
      ['pathlib.Path', /the type pathlib\.Path is not known here/],
      ['Missing', /the type Missing is not known here/],
      ['list[dict[str, Any]]', /parameter x\[\]\[key\] of tool: Any says nothing/],
      ['Node', /parameter x\.next of tool: the type Node refers to itself/],
      ['Plain', /Plain is a class of another kind/],
      ['3', /3 is a value, not a type/],
      ['lambda: 1', /not a type that can be read/],
    ];
    const declarations = `@dataclass
class Node:
    next: "Node | None"
class Plain:
    pass
`;
    for (const [type, message] of kinds) {
      const found = read(`${HEAD}${declarations}def tool(x: ${type}): pass`);
      expect([type, found]).toEqual([
        type,
        [{ file: 'tools/a.py', line: LINE + 5, message: expect.stringMatching(message) }],
      ]);
    }
  });

  it('is a parameter without type, *args, **kwargs, a positional-only parameter, a generator', () => {
    const messages = (text: string) => {
      const found = read(text);
      return Array.isArray(found) ? found.map(({ message }) => message) : found;
    };
    expect(messages('def tool(x): pass')).toEqual([
      'The parameter x of tool has no type: write "x: str", or what it is.',
    ]);
    expect(messages('def tool(*args: int, **kw: int): pass')).toEqual([
      '*args of tool takes anything: name each parameter.',
      '*kw of tool takes anything: name each parameter.',
    ]);
    expect(messages('def tool(a: int, /, b: int): pass')).toEqual([
      'tool has positional-only parameters: take the "/" out.',
    ]);
    expect(messages('def tool(a: int, /): pass')).toEqual(['tool has positional-only parameters: take the "/" out.']);
    expect(messages('def tool():\n    for i in []:\n        yield i')).toEqual([
      'tool is a generator: return a list instead.',
    ]);
    expect(messages('def tool():\n    def inner():\n        yield 1\n    return list(inner())')).toMatchObject({
      async: false,
    });
    expect(messages('class A:\n    def tool(self): pass')).toEqual([
      'There is no function tool at the top level: write "def tool(...):".',
    ]);
  });

  it('is named by line where the text is no Python at all', () => {
    expect(readPython(new Map([['a.py', 'x = 1\ndef tool(:\n  pass']])).syntaxProblems()).toEqual([
      { file: 'tools/a.py', line: 2, message: 'This is no correct Python.' },
    ]);
  });
});
