import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** JSON Schema of one method: `parameters` is an object schema, `order` the names as they stand in the signature. */
export type MethodSignature = { description: string; parameters: Record<string, unknown>; order: string[] };
/** `Class.method` to its signature. */
export type Signatures = Record<string, MethodSignature>;

type Schema = Record<string, unknown>;

/**
 * Reads the methods that are marked with `@tool` out of a TypeScript file, without running it: name, parameters and
 * description come from the signature and the doc comment (`@param name text` describes a parameter; `@minimum`,
 * `@maxLength` and the like have no place here: the method checks its values).
 * @throws Error that names file, line and parameter: no type, a type that has no JSON Schema, no doc comment.
 */
export function readSignatures(path: string): Signatures {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ESNext, true);
  const found: Signatures = {};
  const visit = (node: ts.Node): void => {
    if (ts.isClassDeclaration(node) && node.name !== undefined)
      for (const member of node.members)
        if (ts.isMethodDeclaration(member) && isMarked(member) && ts.isIdentifier(member.name))
          found[`${node.name.text}.${member.name.text}`] = signatureOf(member, file);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function isMarked(method: ts.MethodDeclaration): boolean {
  return (ts.getDecorators(method) ?? []).some(
    ({ expression }) => ts.isCallExpression(expression) && expression.expression.getText() === 'tool',
  );
}

function signatureOf(method: ts.MethodDeclaration, file: ts.SourceFile): MethodSignature {
  const doc = ts.getJSDocCommentsAndTags(method).find(ts.isJSDoc);
  const description = plain(doc?.comment);
  if (description === '') throw problem(file, method, 'has no doc comment: it is what the model reads');
  const properties: Record<string, Schema> = {};
  const required: string[] = [];
  for (const parameter of method.parameters) {
    const name = parameter.name.getText();
    if (!ts.isIdentifier(parameter.name) || parameter.dotDotDotToken !== undefined || parameter.type === undefined)
      throw problem(file, parameter, `the parameter ${name} needs a plain name and a type`);
    const about = ts.getJSDocParameterTags(parameter).map((tag) => plain(tag.comment))[0];
    properties[name] = { ...schemaOf(parameter.type, name, file), ...(about ? { description: about } : {}) };
    if (parameter.questionToken === undefined && parameter.initializer === undefined) required.push(name);
  }
  return {
    description,
    parameters: { type: 'object', properties, required, additionalProperties: false },
    order: Object.keys(properties),
  };
}

function schemaOf(type: ts.TypeNode, name: string, file: ts.SourceFile): Schema {
  if (type.kind === ts.SyntaxKind.StringKeyword) return { type: 'string' };
  if (type.kind === ts.SyntaxKind.NumberKeyword) return { type: 'number' };
  if (type.kind === ts.SyntaxKind.BooleanKeyword) return { type: 'boolean' };
  if (ts.isParenthesizedTypeNode(type)) return schemaOf(type.type, name, file);
  if (ts.isArrayTypeNode(type)) return { type: 'array', items: schemaOf(type.elementType, name, file) };
  if (ts.isTypeOperatorNode(type) && type.operator === ts.SyntaxKind.ReadonlyKeyword)
    return schemaOf(type.type, name, file);
  if (ts.isLiteralTypeNode(type) && ts.isStringLiteral(type.literal))
    return { type: 'string', enum: [type.literal.text] };
  if (ts.isUnionTypeNode(type)) {
    const options = type.types.map((one) => schemaOf(one, name, file));
    const texts = options.flatMap((one) => (Array.isArray(one['enum']) ? one['enum'] : []));
    return texts.length === options.length ? { type: 'string', enum: texts } : { anyOf: options };
  }
  if (ts.isTypeLiteralNode(type)) return objectSchema(type, name, file);
  throw problem(file, type, `the parameter ${name} has the type ${type.getText()}, which has no JSON Schema here`);
}

function objectSchema(type: ts.TypeLiteralNode, name: string, file: ts.SourceFile): Schema {
  const properties: Record<string, Schema> = {};
  const required: string[] = [];
  for (const member of type.members) {
    if (!ts.isPropertySignature(member) || member.type === undefined || !ts.isIdentifier(member.name))
      throw problem(file, member, `the parameter ${name} holds something that is no property with a type`);
    properties[member.name.text] = schemaOf(member.type, `${name}.${member.name.text}`, file);
    if (member.questionToken === undefined) required.push(member.name.text);
  }
  return { type: 'object', properties, required, additionalProperties: false };
}

const plain = (comment: Parameters<typeof ts.getTextOfJSDocComment>[0]): string =>
  (ts.getTextOfJSDocComment(comment) ?? '').replace(/\s+/gu, ' ').trim();

function problem(file: ts.SourceFile, node: ts.Node, what: string): Error {
  const { line } = file.getLineAndCharacterOfPosition(node.getStart());
  return new Error(`${file.fileName}:${line + 1}: ${what}.`);
}
