import ts from 'typescript';
import {
  enumSchema,
  type Field,
  type JsonSchema,
  objectSchema,
  SCHEMA_BOUNDS,
  UnsupportedType,
  unionSchema,
} from './function-schema.ts';
import { isLibFile } from './typescript-program.ts';

/** What to write instead of types of the language that are no JSON. */
const INSTEAD: Readonly<Record<string, string>> = {
  Date: 'Date is no JSON: take a string and say its format in the doc comment',
  Map: 'Map is no JSON: take Record<string, ...>',
  Set: 'Set is no JSON: take an array',
  RegExp: 'RegExp is no JSON: take a string',
  Promise: 'a promise is no JSON: take its value',
  Function: 'a function is no JSON',
};

const has = (type: ts.Type, flags: ts.TypeFlags): boolean => (type.flags & flags) !== 0;

/** The JSON Schema of a type. `at` names the parameter for errors. */
export class TypeConverter {
  readonly #checker: ts.TypeChecker;
  /** Types that are being converted: one that comes up again refers to itself. */
  readonly #open: ts.Type[] = [];
  /** Doc comments of nested parameters, `@param options.limit`, by their dotted name. */
  readonly #described: ReadonlyMap<string, string>;

  constructor(checker: ts.TypeChecker, described: ReadonlyMap<string, string>) {
    this.#checker = checker;
    this.#described = described;
  }

  /** @throws UnsupportedType */
  convert(type: ts.Type, at: string): JsonSchema {
    if (this.#open.length >= SCHEMA_BOUNDS.depth)
      throw new UnsupportedType(at, 'is nested too deeply: make it flatter');
    if (this.#open.includes(type) && has(type, ts.TypeFlags.Object | ts.TypeFlags.Union))
      throw new UnsupportedType(
        at,
        `the type ${this.#name(type)} refers to itself: take one level, or JSON text in a string`,
      );
    this.#open.push(type);
    try {
      return this.#simple(type, at) ?? this.#composed(type, at);
    } finally {
      this.#open.pop();
    }
  }

  #simple(type: ts.Type, at: string): JsonSchema | undefined {
    if (has(type, ts.TypeFlags.Any)) throw new UnsupportedType(at, this.#anyAdvice(type));
    if (has(type, ts.TypeFlags.Unknown))
      throw new UnsupportedType(
        at,
        'unknown says nothing about the value: name the types it may have, like string | number | null',
      );
    if (type.isStringLiteral() || type.isNumberLiteral()) return { enum: [type.value] };
    if (has(type, ts.TypeFlags.BooleanLiteral)) return { enum: [this.#name(type) === 'true'] };
    if (has(type, ts.TypeFlags.String)) return { type: 'string' };
    if (has(type, ts.TypeFlags.Number)) return { type: 'number' };
    if (has(type, ts.TypeFlags.Boolean)) return { type: 'boolean' };
    if (has(type, ts.TypeFlags.Null)) return { type: 'null' };
    return undefined;
  }

  #composed(type: ts.Type, at: string): JsonSchema {
    if (type.isUnion()) return this.#union(type, at);
    if (
      has(type, ts.TypeFlags.Object) ||
      (type.isIntersection() && type.types.every((part) => has(part, ts.TypeFlags.Object)))
    )
      return this.#object(type, at);
    if (has(type, ts.TypeFlags.TypeParameter))
      throw new UnsupportedType(at, `${this.#name(type)} is a type parameter: write the type it has for this tool`);
    throw new UnsupportedType(at, `the type ${this.#name(type)} is no JSON`);
  }

  #union(type: ts.UnionType, at: string): JsonSchema {
    const parts = type.types.filter((part) => !has(part, ts.TypeFlags.Undefined | ts.TypeFlags.Void));
    const values = parts.flatMap((part) => (part.isStringLiteral() || part.isNumberLiteral() ? [part.value] : []));
    if (values.length === parts.length) return enumSchema(values);
    return unionSchema(parts.map((part) => this.convert(part, at)));
  }

  #object(type: ts.Type, at: string): JsonSchema {
    const checker = this.#checker;
    if (checker.isTupleType(type)) return this.#tuple(type, at);
    if (checker.isArrayType(type)) {
      const [item] = this.#arguments(type);
      if (item === undefined) throw new UnsupportedType(at, 'say what the array holds, like string[]');
      return { type: 'array', items: this.convert(item, `${at}[]`) };
    }
    if (type.getCallSignatures().length + type.getConstructSignatures().length > 0)
      throw new UnsupportedType(at, 'a function is no JSON');
    const symbol = type.getSymbol();
    const named = type.isClassOrInterface() || (symbol !== undefined && (symbol.flags & ts.SymbolFlags.Class) !== 0);
    const builtIn = symbol?.declarations?.every((node) => isLibFile(node.getSourceFile().fileName)) === true;
    if (symbol !== undefined && builtIn && (symbol.flags & ts.SymbolFlags.Interface) !== 0)
      throw new UnsupportedType(at, INSTEAD[symbol.name] ?? `${symbol.name} is no JSON`);
    if (named && type.isClass())
      throw new UnsupportedType(at, `${this.#name(type)} is a class: take an interface with its data`);
    return this.#fields(type, at);
  }

  #fields(type: ts.Type, at: string): JsonSchema {
    const checker = this.#checker;
    const properties = checker.getPropertiesOfType(type);
    const index = checker.getIndexInfosOfType(type).find(({ keyType }) => has(keyType, ts.TypeFlags.String));
    if (properties.length > SCHEMA_BOUNDS.fields)
      throw new UnsupportedType(at, `has more than ${SCHEMA_BOUNDS.fields} fields`);
    if (properties.length === 0 && index === undefined)
      throw new UnsupportedType(
        at,
        `the type ${this.#name(type)} does not say which fields it has: list them, or write Record<string, ...>`,
      );
    const fields = properties.map((property): Field => {
      const inside = `${at}.${property.name}`;
      const description =
        ts.displayPartsToString(property.getDocumentationComment(checker)).trim() || this.#described.get(inside);
      const fallback = defaultOf(property);
      return {
        name: property.name,
        schema: this.convert(checker.getTypeOfSymbol(property), inside),
        optional: (property.flags & ts.SymbolFlags.Optional) !== 0,
        ...(description ? { description } : {}),
        ...(fallback === undefined ? {} : { fallback }),
      };
    });
    return objectSchema(fields, index === undefined ? false : this.convert(index.type, `${at}[key]`));
  }

  #tuple(type: ts.Type, at: string): JsonSchema {
    const target = (type as ts.TupleTypeReference).target; // checker.isTupleType has just said so
    const items = this.#arguments(type);
    const variable = ts.ElementFlags.Variable | ts.ElementFlags.Optional;
    if (target.elementFlags.some((flags) => (flags & variable) !== 0))
      throw new UnsupportedType(at, 'a tuple with optional or rest entries has no simple schema: take an array');
    return {
      type: 'array',
      items: items.map((item, index) => this.convert(item, `${at}[${index}]`)),
      minItems: items.length,
      maxItems: items.length,
    };
  }

  #arguments(type: ts.Type): readonly ts.Type[] {
    return this.#checker.getTypeArguments(type as ts.TypeReference); // arrays and tuples are references
  }

  #anyAdvice(type: ts.Type): string {
    const name =
      'intrinsicName' in type && type.intrinsicName === 'error'
        ? 'its type is not known here'
        : 'it has no type, or any';
    return `${name}: write the type, with types from this kit or the language`;
  }

  #name(type: ts.Type): string {
    return this.#checker.typeToString(type);
  }
}

/** `@default` of a property, where its text is JSON. */
function defaultOf(property: ts.Symbol): unknown {
  const tag = property.getJsDocTags().find(({ name }) => name === 'default' || name === 'defaultValue');
  if (tag === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(ts.displayPartsToString(tag.text).replaceAll(/^`|`$/g, '')); // parse boundary: any JSON may be a default
    return value;
  } catch {
    return undefined;
  }
}
