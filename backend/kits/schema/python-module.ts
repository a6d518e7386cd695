import type { SyntaxNode } from '@lezer/common';
import {
  argumentsOf,
  children,
  type PyExpression,
  type PySource,
  parsePython,
  readExpression,
  stringValue,
  textOf,
} from './python-syntax.ts';

/** A top-level class: what dataclasses, TypedDicts, NamedTuples and Enums are made of. */
export type PyClass = {
  kind: 'class';
  module: PyModule;
  name: string;
  bases: PyExpression[];
  keywords: ReadonlyMap<string, PyExpression>;
  decorators: PyExpression[];
  docstring: string;
  /** `name: annotation = value` and `name = value` of its body, in order. */
  fields: { name: string; annotation: PyExpression | undefined; value: PyExpression | undefined }[];
};
export type PyAlias = { kind: 'alias'; module: PyModule; value: PyExpression };
export type PyFunction = { kind: 'function'; module: PyModule; name: string; node: SyntaxNode; docstring: string };
type PyImport = { kind: 'import'; from: string; name: string };
export type PyDefinition = PyClass | PyAlias | PyFunction | PyImport;

/** One file: what its top level defines. A later definition of a name wins, as in Python. */
export type PyModule = { source: PySource; names: ReadonlyMap<string, PyDefinition> };

/** Reads the top level of a file. `file` is relative to `tools/`. */
export function readModule(file: string, text: string): PyModule {
  const source = parsePython(file, text);
  const names = new Map<string, PyDefinition>();
  const module: PyModule = { source, names };
  for (const node of children(source.root)) define(module, names, node, []);
  return module;
}

function define(
  module: PyModule,
  names: Map<string, PyDefinition>,
  node: SyntaxNode,
  decorators: PyExpression[],
): void {
  const { source } = module;
  const named = node.getChild('VariableName');
  const name = named ? textOf(source, named) : '';
  switch (node.name) {
    case 'DecoratedStatement': {
      const above = node.getChildren('Decorator').map((decorator) => readDecorator(source, decorator));
      const inner = node.getChild('ClassDefinition') ?? node.getChild('FunctionDefinition');
      if (inner) define(module, names, inner, above);
      break;
    }
    case 'FunctionDefinition':
      names.set(name, { kind: 'function', module, name, node, docstring: docstringOf(source, node) });
      break;
    case 'ClassDefinition':
      names.set(name, readClass(module, name, node, decorators));
      break;
    case 'TypeDefinition': {
      const value = node.lastChild;
      if (value) names.set(name, { kind: 'alias', module, value: readExpression(source, value) });
      break;
    }
    case 'AssignStatement': {
      const value = node.getChild('AssignOp')?.nextSibling;
      if (named && value && node.firstChild?.name === 'VariableName')
        names.set(name, { kind: 'alias', module, value: readExpression(source, value) });
      break;
    }
    case 'ImportStatement':
      for (const [known, target] of readImport(source, node)) names.set(known, target);
      break;
    default:
  }
}

function readDecorator(source: PySource, node: SyntaxNode): PyExpression {
  const parts = children(node).filter(({ name }) => name === 'VariableName' || name === 'PropertyName');
  return { kind: 'name', name: parts.map((part) => textOf(source, part)).join('.') };
}

function readClass(module: PyModule, name: string, node: SyntaxNode, decorators: PyExpression[]): PyClass {
  const { source } = module;
  const list = node.getChild('ArgList');
  const { args: bases, keywords } = list ? argumentsOf(source, list) : { args: [], keywords: new Map() };
  const fields: PyClass['fields'] = [];
  for (const statement of node.getChild('Body')?.getChildren('AssignStatement') ?? []) {
    const target = statement.firstChild;
    if (target?.name !== 'VariableName') continue;
    const annotation = statement.getChild('TypeDef')?.lastChild;
    const value = statement.getChild('AssignOp')?.nextSibling;
    fields.push({
      name: textOf(source, target),
      annotation: annotation ? readExpression(source, annotation) : undefined,
      value: value ? readExpression(source, value) : undefined,
    });
  }
  return { kind: 'class', module, name, bases, keywords, decorators, docstring: docstringOf(source, node), fields };
}

function docstringOf(source: PySource, node: SyntaxNode): string {
  const [first] = children(node.getChild('Body') ?? node).filter(({ name }) => name !== ':');
  const text = first?.name === 'ExpressionStatement' ? first.firstChild : null;
  return text ? (stringValue(textOf(source, text)) ?? '') : '';
}

/** `import a.b as c` gives c = module a.b; `from .a import b as c` gives c = b of module a. */
function readImport(source: PySource, node: SyntaxNode): [string, PyImport][] {
  const text = textOf(source, node)
    .replaceAll(/[()\\\n]/g, ' ')
    .replaceAll(/#.*$/gm, '');
  const from = /^from\s+(\S+)\s+import\s+(.*)$/.exec(text);
  const list = (from?.[2] ?? text.replace(/^import\s+/, '')).split(',');
  return list.flatMap((part): [string, PyImport][] => {
    const [name = '', , as] = part.trim().split(/\s+/);
    if (name === '') return [];
    if (from === null) return [[as ?? name, { kind: 'import', from: name, name: '' }]];
    return [[as ?? name, { kind: 'import', from: from[1] ?? '', name }]];
  });
}
