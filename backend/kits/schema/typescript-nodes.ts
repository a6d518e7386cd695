import ts from 'typescript';

/** The JSON value of an expression of literals; undefined where it is anything else. */
export function literalValue(node: ts.Expression): { value: unknown } | undefined {
  if (ts.isStringLiteralLike(node)) return { value: node.text };
  if (ts.isNumericLiteral(node)) return { value: Number(node.text) };
  if (node.kind === ts.SyntaxKind.TrueKeyword) return { value: true };
  if (node.kind === ts.SyntaxKind.FalseKeyword) return { value: false };
  if (node.kind === ts.SyntaxKind.NullKeyword) return { value: null };
  if (ts.isAsExpression(node) || ts.isParenthesizedExpression(node) || ts.isSatisfiesExpression(node))
    return literalValue(node.expression);
  if (
    ts.isPrefixUnaryExpression(node) &&
    node.operator === ts.SyntaxKind.MinusToken &&
    ts.isNumericLiteral(node.operand)
  )
    return { value: -Number(node.operand.text) };
  if (ts.isArrayLiteralExpression(node)) return joined(node.elements.map(literalValue));
  if (ts.isObjectLiteralExpression(node)) return objectValue(node);
  return undefined;
}

function joined(parts: ({ value: unknown } | undefined)[]): { value: unknown[] } | undefined {
  const values = parts.flatMap((part) => (part === undefined ? [] : [part.value]));
  return values.length === parts.length ? { value: values } : undefined;
}

function objectValue(node: ts.ObjectLiteralExpression): { value: unknown } | undefined {
  const entries: [string, unknown][] = [];
  for (const property of node.properties) {
    if (!ts.isPropertyAssignment(property) || ts.isComputedPropertyName(property.name)) return undefined;
    const value = literalValue(property.initializer);
    if (value === undefined) return undefined;
    entries.push([property.name.text, value.value]);
  }
  return { value: Object.fromEntries(entries) };
}

/** `@param` comments by name, also dotted ones like `options.limit`, without the hyphen of TSDoc. */
export function parameterComments(node: ts.Node): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  // A type in JSDoc may hold its fields as tags of their own, inside the tag of the parameter.
  const collect = (tag: ts.JSDocTag): void => {
    if (!ts.isJSDocParameterTag(tag)) return;
    const text = (ts.getTextOfJSDocComment(tag.comment) ?? '')
      .replace(/^\s*-\s*/, '')
      .replaceAll(/\s+/g, ' ')
      .trim();
    if (text !== '') found.set(tag.name.getText().replaceAll('[]', ''), text);
    const nested = tag.typeExpression?.type;
    if (nested && ts.isJSDocTypeLiteral(nested)) for (const inner of nested.jsDocPropertyTags ?? []) collect(inner);
  };
  for (const tag of ts.getJSDocTags(node)) collect(tag);
  return found;
}

/** True for a promise, also in a union or behind an alias. */
export function isPromise(checker: ts.TypeChecker, type: ts.Type): boolean {
  const parts = type.isUnion() ? type.types : [type];
  return parts.some((part) => checker.getPropertyOfType(part, 'then') !== undefined);
}
