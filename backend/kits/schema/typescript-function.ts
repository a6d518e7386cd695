import ts from 'typescript';
import type { KitProblem } from '../kit-problems.ts';
import { type Field, type FunctionSchema, objectSchema, UnsupportedType } from './function-schema.ts';
import { isPromise, literalValue, parameterComments } from './typescript-nodes.ts';
import { TypeConverter } from './typescript-types.ts';

export type FunctionNode = ts.FunctionDeclaration | ts.ArrowFunction | ts.FunctionExpression;

export const lineOf = (source: ts.SourceFile, position: number): number =>
  source.getLineAndCharacterOfPosition(position).line + 1;

/** Where a symbol of the kit stands. */
function placeOf(node: ts.Node): Pick<KitProblem, 'file' | 'line'> {
  const source = node.getSourceFile();
  return { file: source.fileName.replace(/^\/kit\//, ''), line: lineOf(source, node.getStart(source)) };
}

/** The function that an exported symbol is, if it is one. */
export function functionOf(symbol: ts.Symbol): FunctionNode | undefined {
  for (const node of symbol.declarations ?? []) {
    if (ts.isFunctionDeclaration(node)) return node;
    const value = ts.isVariableDeclaration(node) ? node.initializer : undefined;
    if (value && (ts.isArrowFunction(value) || ts.isFunctionExpression(value))) return value;
  }
  return undefined;
}

/** Everything a function's signature and doc comment say, or what is wrong with it. */
export function readFunction(
  checker: ts.TypeChecker,
  symbol: ts.Symbol,
  node: FunctionNode,
): FunctionSchema | KitProblem[] {
  const problems: KitProblem[] = [];
  const report = (at: ts.Node, message: string) => problems.push({ ...placeOf(at), message });
  const signatures = checker.getTypeOfSymbol(symbol).getCallSignatures();
  const [signature] = signatures;
  if (signature === undefined || signatures.length > 1) {
    report(node, `${symbol.name} is overloaded: a tool has one signature.`);
    return problems;
  }
  if (node.asteriskToken) report(node, `${symbol.name} is a generator: return an array instead.`);
  if (node.typeParameters?.length)
    report(node, `${symbol.name} has type parameters: write the types it has as a tool.`);

  const described = parameterComments(node);
  const fields: Field[] = [];
  for (const parameter of signature.getParameters()) {
    const declaration = parameter.valueDeclaration;
    const at = declaration ?? node;
    if (declaration === undefined || !ts.isParameter(declaration)) {
      report(at, `${parameter.name}: the parameter cannot be read; declare it in the function itself.`);
    } else if (!ts.isIdentifier(declaration.name)) {
      report(
        at,
        `The parameter ${declaration.name.getText()} has no name: write "options: { ... }" and take it apart inside.`,
      );
    } else if (declaration.dotDotDotToken) {
      report(at, `...${parameter.name} takes any number of arguments: take one array.`);
    } else {
      try {
        fields.push(fieldOf(checker, parameter, declaration, described));
      } catch (error) {
        if (!(error instanceof UnsupportedType)) throw error;
        report(at, `The parameter ${error.at} of ${symbol.name}: ${error.advice}.`);
      }
    }
  }
  if (problems.length > 0) return problems;
  const result = signature.getReturnType();
  return {
    description: ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim(),
    parameters: objectSchema(fields),
    async:
      node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) === true || isPromise(checker, result),
  };
}

function fieldOf(
  checker: ts.TypeChecker,
  parameter: ts.Symbol,
  declaration: ts.ParameterDeclaration,
  described: ReadonlyMap<string, string>,
): Field {
  const fallback = declaration.initializer && literalValue(declaration.initializer);
  const type = checker.getTypeOfSymbolAtLocation(parameter, declaration);
  const description = described.get(parameter.name);
  return {
    name: parameter.name,
    schema: new TypeConverter(checker, described).convert(type, parameter.name),
    optional: checker.isOptionalParameter(declaration) || declaration.initializer !== undefined,
    ...(description ? { description } : {}),
    ...(fallback === undefined ? {} : { fallback: fallback.value }),
  };
}
