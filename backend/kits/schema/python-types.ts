import { readDocstring } from './docstring.ts';
import {
  enumSchema,
  type Field,
  type JsonSchema,
  objectSchema,
  SCHEMA_BOUNDS,
  UnsupportedType,
  unionSchema,
} from './function-schema.ts';
import type { PyClass, PyModule } from './python-module.ts';
import type { PyNames } from './python-names.ts';
import { jsonValue, type PyExpression, parsePython, readExpression } from './python-syntax.ts';

const SIMPLE: Readonly<Record<string, JsonSchema>> = {
  'str': { type: 'string' },
  'int': { type: 'integer' },
  'float': { type: 'number' },
  'bool': { type: 'boolean' },
  'bytes': { type: 'string', contentEncoding: 'base64' },
  'datetime.date': { type: 'string', format: 'date' },
  'datetime.datetime': { type: 'string', format: 'date-time' },
  'datetime.time': { type: 'string', pattern: '^[0-9]{2}:[0-9]{2}(:[0-9]{2})?$' },
  'decimal.Decimal': { type: 'string', pattern: '^[+-]?[0-9]+([.][0-9]+)?$' },
  'uuid.UUID': { type: 'string', format: 'uuid' },
  'None': { type: 'null' },
};
/** Generic types by their name without the module: `typing.List`, `collections.abc.Sequence` and `list` are one. */
const ARRAYS = ['list', 'List', 'Sequence', 'MutableSequence', 'Iterable', 'Collection'];
const SETS = ['set', 'Set', 'frozenset', 'FrozenSet', 'MutableSet', 'AbstractSet'];
const MAPS = ['dict', 'Dict', 'Mapping', 'MutableMapping'];
const GENERIC_HOMES = /^((typing|typing_extensions|collections\.abc)\.)?(\w+)$/;

const ADVICE: Readonly<Record<string, string>> = {
  Any: 'Any says nothing about the value: name the types it may have, like str | int | None',
  object: 'object says nothing about the value: name the types it may have, like str | int | None',
  Callable: 'a function is no JSON',
  complex: 'complex is no JSON: take two floats',
};

/** The JSON Schema of an annotation. `at` names the parameter for errors. */
export class AnnotationConverter {
  readonly #names: PyNames;
  /** Classes and aliases that are being converted: one that comes up again refers to itself. */
  readonly #open: string[] = [];

  constructor(names: PyNames) {
    this.#names = names;
  }

  /** @throws UnsupportedType */
  convert(annotation: PyExpression, module: PyModule, at: string): JsonSchema {
    switch (annotation.kind) {
      case 'value':
        if (annotation.value === null) return { type: 'null' };
        if (typeof annotation.value === 'string') return this.convert(quoted(annotation.value), module, at);
        throw new UnsupportedType(at, `${String(annotation.value)} is a value, not a type: write Literal[...]`);
      case 'union':
        return unionSchema(annotation.parts.map((part) => this.convert(part, module, at)));
      case 'name':
        return this.#named(annotation.name, module, at);
      case 'subscript':
        return this.#generic(annotation, module, at);
      default:
        throw new UnsupportedType(at, 'the annotation is not a type that can be read here');
    }
  }

  #named(name: string, module: PyModule, at: string): JsonSchema {
    const meaning = this.#names.meaning(name, module);
    if (meaning === undefined)
      throw new UnsupportedType(at, `the type ${name} is not known here: define or import it in the kit`);
    if (meaning.kind === 'library') return this.#library(meaning.name, at);
    const key =
      meaning.kind === 'class' ? `${meaning.module.source.file}:${meaning.name}` : `${module.source.file}:${name}`;
    if (this.#open.includes(key))
      throw new UnsupportedType(at, `the type ${name} refers to itself: take one level, or JSON text in a str`);
    if (this.#open.length >= SCHEMA_BOUNDS.depth)
      throw new UnsupportedType(at, 'is nested too deeply: make it flatter');
    this.#open.push(key);
    try {
      return meaning.kind === 'alias' ? this.convert(meaning.value, meaning.module, at) : this.#class(meaning, at);
    } finally {
      this.#open.pop();
    }
  }

  #library(name: string, at: string): JsonSchema {
    const simple = SIMPLE[name];
    if (simple !== undefined) return simple;
    const short = GENERIC_HOMES.exec(name)?.[3] ?? name;
    if ([...ARRAYS, ...SETS].includes(short))
      throw new UnsupportedType(at, `say what the ${short} holds, like list[str]`);
    if (MAPS.includes(short))
      throw new UnsupportedType(
        at,
        `say what the ${short} holds, like dict[str, int], or make a TypedDict or dataclass`,
      );
    throw new UnsupportedType(
      at,
      ADVICE[short] ??
        `the type ${name} is no JSON: take str, int, float, bool, list, dict, a dataclass, a TypedDict or an Enum`,
    );
  }

  #generic({ base, args }: { base: string; args: PyExpression[] }, module: PyModule, at: string): JsonSchema {
    const meaning = this.#names.meaning(base, module);
    const name = meaning?.kind === 'library' ? (GENERIC_HOMES.exec(meaning.name)?.[3] ?? meaning.name) : undefined;
    const [first, second] = args;
    if (name === undefined || first === undefined)
      throw new UnsupportedType(at, `the type ${base} is not known here, or takes no [...]`);
    if (name === 'Optional') return unionSchema([this.convert(first, module, at), { type: 'null' }]);
    if (name === 'Union') return unionSchema(args.map((part) => this.convert(part, module, at)));
    if (name === 'Literal') return literal(args, at);
    if (name === 'Annotated') return this.#annotated(first, args.slice(1), module, at);
    if (['Required', 'NotRequired', 'ReadOnly', 'Final'].includes(name)) return this.convert(first, module, at);
    if (ARRAYS.includes(name)) return { type: 'array', items: this.convert(first, module, `${at}[]`) };
    if (SETS.includes(name)) return { type: 'array', items: this.convert(first, module, `${at}[]`), uniqueItems: true };
    if (name === 'tuple' || name === 'Tuple') return this.#tuple(args, module, at);
    if (MAPS.includes(name) && second !== undefined) {
      if (this.convert(first, module, at)['type'] !== 'string')
        throw new UnsupportedType(at, 'keys of JSON are strings: write dict[str, ...]');
      return { type: 'object', additionalProperties: this.convert(second, module, `${at}[key]`) };
    }
    throw new UnsupportedType(at, ADVICE[name] ?? `the type ${base}[...] is no JSON`);
  }

  #annotated(type: PyExpression, metadata: PyExpression[], module: PyModule, at: string): JsonSchema {
    const schema = this.convert(type, module, at);
    const text = metadata.find((item) => item.kind === 'value' && typeof item.value === 'string');
    return text?.kind === 'value' ? { ...schema, description: String(text.value) } : schema;
  }

  #tuple(args: PyExpression[], module: PyModule, at: string): JsonSchema {
    const [first, second] = args;
    if (first !== undefined && second?.kind === 'ellipsis')
      return { type: 'array', items: this.convert(first, module, `${at}[]`) };
    const items = args.map((item, index) => this.convert(item, module, `${at}[${index}]`));
    return { type: 'array', items, minItems: items.length, maxItems: items.length };
  }

  /** A dataclass, TypedDict, NamedTuple or Enum of the kit. */
  #class(found: PyClass, at: string): JsonSchema {
    const kinds = this.#kinds(found);
    if (kinds.has('Enum')) return enumOf(found, kinds, at);
    const kind = ['TypedDict', 'dataclass', 'NamedTuple'].find((name) => kinds.has(name));
    if (kind === undefined)
      throw new UnsupportedType(
        at,
        `${found.name} is a class of another kind: make it a dataclass, a TypedDict, a NamedTuple or an Enum`,
      );
    const fields = [...this.#fields(found, kind, at).values()];
    if (fields.length === 0) throw new UnsupportedType(at, `${found.name} has no fields`);
    if (fields.length > SCHEMA_BOUNDS.fields)
      throw new UnsupportedType(at, `has more than ${SCHEMA_BOUNDS.fields} fields`);
    return objectSchema(fields);
  }

  /** Names of the library that a class is made of, through its bases. */
  #kinds(found: PyClass, depth = 0): Set<string> {
    const kinds = new Set<string>();
    if (depth > 10) return kinds;
    for (const expression of [...found.bases, ...found.decorators]) {
      if (expression.kind !== 'name') continue;
      const meaning = this.#names.meaning(expression.name, found.module);
      if (meaning?.kind === 'library') {
        const short = meaning.name.split('.').at(-1) ?? '';
        kinds.add(['IntEnum', 'StrEnum'].includes(short) ? 'Enum' : short);
        if (short === 'StrEnum') kinds.add('StrEnum');
      } else if (meaning?.kind === 'class') for (const kind of this.#kinds(meaning, depth + 1)) kinds.add(kind);
    }
    return kinds;
  }

  /** Fields of the class after those of its bases; a later field of the same name wins. */
  #fields(found: PyClass, kind: string, at: string, depth = 0): Map<string, Field> {
    const fields = new Map<string, Field>();
    for (const base of depth > 10 ? [] : found.bases) {
      const meaning = base.kind === 'name' ? this.#names.meaning(base.name, found.module) : undefined;
      if (meaning?.kind !== 'class') continue;
      for (const [name, field] of this.#fields(meaning, kind, at, depth + 1)) fields.set(name, field);
    }
    const total = jsonValue(found.keywords.get('total') ?? { kind: 'ellipsis' })?.value !== false;
    const described = readDocstring(found.docstring).parameters;
    for (const { name, annotation, value } of found.fields) {
      if (annotation === undefined || this.#wrapper(annotation, found.module) === 'ClassVar') continue;
      const options = value?.kind === 'call' && /(^|\.)field$/.test(value.callee) ? value.keywords : undefined;
      if (options && jsonValue(options.get('init') ?? { kind: 'ellipsis' })?.value === false) continue;
      const preset = options ? options.get('default') : value;
      const wrapper = this.#wrapper(annotation, found.module);
      const optional =
        kind === 'TypedDict'
          ? wrapper === 'NotRequired' || (!total && wrapper !== 'Required')
          : preset !== undefined || options?.has('default_factory') === true;
      const fallback = preset === undefined || kind === 'TypedDict' ? undefined : jsonValue(preset);
      const description = described.get(name);
      fields.set(name, {
        name,
        schema: this.convert(annotation, found.module, `${at}.${name}`),
        optional,
        ...(description ? { description } : {}),
        ...(fallback === undefined ? {} : { fallback: fallback.value }),
      });
    }
    return fields;
  }

  #wrapper(annotation: PyExpression, module: PyModule): string | undefined {
    const base =
      annotation.kind === 'subscript' ? annotation.base : annotation.kind === 'name' ? annotation.name : undefined;
    const meaning = base === undefined ? undefined : this.#names.meaning(base, module);
    return meaning?.kind === 'library' ? meaning.name.split('.').at(-1) : undefined;
  }
}

/** A forward reference: the annotation inside of a string. */
function quoted(text: string): PyExpression {
  const source = parsePython('', text.slice(0, 2_000));
  const node = source.root.firstChild?.firstChild;
  return node ? readExpression(source, node) : { kind: 'other', text };
}

function literal(args: PyExpression[], at: string): JsonSchema {
  const values = args.map((part) => (part.kind === 'value' ? { value: part.value } : undefined));
  if (values.some((value) => value === undefined))
    throw new UnsupportedType(at, 'Literal takes strings, numbers, True, False and None');
  return enumSchema(values.map((value) => value?.value));
}

function enumOf(found: PyClass, kinds: ReadonlySet<string>, at: string): JsonSchema {
  const values = found.fields
    .filter(({ name, annotation }) => annotation === undefined && !name.startsWith('_'))
    .map(({ name, value }, index) => {
      if (value?.kind === 'call' && /(^|\.)auto$/.test(value.callee))
        return { value: kinds.has('StrEnum') ? name.toLowerCase() : index + 1 };
      return value?.kind === 'value' ? { value: value.value } : undefined;
    });
  if (values.length === 0 || values.some((value) => value === undefined))
    throw new UnsupportedType(at, `the values of ${found.name} must be written out: strings, numbers or auto()`);
  return enumSchema(values.map((value) => value?.value));
}
