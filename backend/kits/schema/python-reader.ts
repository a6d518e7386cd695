import type { SyntaxNode } from '@lezer/common';
import type { KitProblem } from '../kit-problems.ts';
import { readDocstring } from './docstring.ts';
import {
  type Field,
  type FunctionSchema,
  objectSchema,
  type SourceReader,
  UnsupportedType,
  unionSchema,
} from './function-schema.ts';
import { type PyFunction, type PyModule, readModule } from './python-module.ts';
import { PyNames } from './python-names.ts';
import { children, jsonValue, lineAt, readExpression, textOf } from './python-syntax.ts';
import { AnnotationConverter } from './python-types.ts';

/** The top-level functions of a kit in Python, read from the syntax tree. */
export function readPython(files: ReadonlyMap<string, string>): SourceReader {
  const modules = new Map([...files].map(([file, text]) => [file, readModule(file, text)]));
  const names = new PyNames(modules);
  const functionOf = (file: string, name: string): PyFunction | undefined => {
    const found = modules.get(file)?.names.get(name);
    return found?.kind === 'function' ? found : undefined;
  };
  return {
    syntaxProblems: () => [...modules.values()].flatMap(syntaxProblem),
    filesWith: (name) => [...modules.keys()].filter((file) => functionOf(file, name) !== undefined),
    functionsOf: (file) =>
      [...(modules.get(file)?.names ?? [])].filter(([, found]) => found.kind === 'function').map(([name]) => name),
    read: (file, name) => {
      const found = functionOf(file, name);
      if (found === undefined)
        return [
          {
            file: `tools/${file}`,
            message: `There is no function ${name} at the top level: write "def ${name}(...):".`,
          },
        ];
      return readFunction(found, names);
    },
  };
}

/** The first place where the parser had to guess. */
function syntaxProblem({ source }: PyModule): KitProblem[] {
  let at: number | undefined;
  source.root.cursor().iterate((node) => {
    if (node.type.isError && at === undefined) at = node.from;
  });
  if (at === undefined) return [];
  return [{ file: `tools/${source.file}`, line: lineAt(source, at), message: 'This is no correct Python.' }];
}

type Parameter = { name: string; node: SyntaxNode; annotation?: SyntaxNode; fallback?: SyntaxNode };

function readFunction(found: PyFunction, names: PyNames): FunctionSchema | KitProblem[] {
  const { module, node, name } = found;
  const { source } = module;
  const problems: KitProblem[] = [];
  const report = (at: SyntaxNode, message: string) =>
    problems.push({ file: `tools/${source.file}`, line: lineAt(source, at.from), message });
  if (yields(node)) report(node, `${name} is a generator: return a list instead.`);
  const { description, parameters: described } = readDocstring(found.docstring);
  const converter = new AnnotationConverter(names);
  const fields: Field[] = [];
  for (const parameter of parametersOf(found, report)) {
    const { annotation, fallback } = parameter;
    if (annotation === undefined) {
      report(
        parameter.node,
        `The parameter ${parameter.name} of ${name} has no type: write "${parameter.name}: str", or what it is.`,
      );
      continue;
    }
    try {
      const schema = converter.convert(readExpression(source, annotation), module, parameter.name);
      const preset = fallback && jsonValue(readExpression(source, fallback));
      const text = described.get(parameter.name);
      fields.push({
        name: parameter.name,
        // `x: int = None` means that None may be given, whatever the annotation says.
        schema: preset?.value === null && !takesNull(schema) ? unionSchema([schema, { type: 'null' }]) : schema,
        optional: fallback !== undefined,
        ...(text ? { description: text } : {}),
        ...(preset === undefined ? {} : { fallback: preset.value }),
      });
    } catch (error) {
      if (!(error instanceof UnsupportedType)) throw error;
      report(parameter.node, `The parameter ${error.at} of ${name}: ${error.advice}.`);
    }
  }
  if (problems.length > 0) return problems;
  const isAsync = children(node).some((child) => child.name === 'async');
  return { description, parameters: objectSchema(fields), async: isAsync };
}

const takesNull = (schema: Record<string, unknown>): boolean => {
  const { type, enum: values, anyOf } = schema;
  return (
    type === 'null' ||
    (Array.isArray(values) && values.includes(null)) ||
    (Array.isArray(anyOf) &&
      anyOf.some((part: unknown) => typeof part === 'object' && part !== null && takesNull({ ...part })))
  );
};

/** Named parameters in order; those that cannot be given by keyword are reported. */
function parametersOf(
  { module, node, name }: PyFunction,
  report: (at: SyntaxNode, message: string) => void,
): Parameter[] {
  const { source } = module;
  const list = node.getChild('ParamList');
  const found: Parameter[] = [];
  if (list === null) return found;
  let star = false;
  let fallback = false;
  let last = list.from + 1;
  for (const part of children(list)) {
    // The grammar gives the "/" of positional-only parameters no node of its own.
    if (/^[\s,]*\/[\s,]*$/.test(source.text.slice(last, part.from)))
      report(part, `${name} has positional-only parameters: take the "/" out.`);
    last = part.to;
    const current = found.at(-1);
    if (part.name === '*' || part.name === '**') star = true;
    else if (part.name === ',') [star, fallback] = [false, false];
    else if (part.name === 'AssignOp') fallback = true;
    else if (fallback && current) [current.fallback, fallback] = [part, false];
    else if (part.name === 'TypeDef' && current && !star) {
      const type = part.lastChild;
      if (type) current.annotation = type;
    } else if (part.name === 'VariableName' && star)
      report(part, `*${textOf(source, part)} of ${name} takes anything: name each parameter.`);
    else if (part.name === 'VariableName') found.push({ name: textOf(source, part), node: part });
  }
  return found;
}

/** True when the function itself yields; functions inside of it may. */
function yields(node: SyntaxNode): boolean {
  return children(node.getChild('Body') ?? node).some(function inside(child): boolean {
    if (child.name === 'FunctionDefinition' || child.name === 'LambdaExpression' || child.name === 'ClassDefinition')
      return false;
    return child.name === 'YieldStatement' || child.name === 'YieldExpression' || children(child).some(inside);
  });
}
