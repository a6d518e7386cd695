import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { readSource, sourceFiles } from './source-files.ts';

/** Globals that open connections. Imports of Node's network modules and of undici are refused by the import rules. */
const WAYS_OUT = new Set(['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest']);

/** Lines of a source that use a global way out: by its bare name, or as a property of globalThis. Types do not count. */
function waysOut(text: string): number[] {
  const source = ts.createSourceFile('a.ts', text, ts.ScriptTarget.ES2023, true);
  const found: number[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node)) return;
    if (ts.isIdentifier(node) && WAYS_OUT.has(node.text) && isGlobal(node))
      found.push(source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isGlobal(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) && parent.name === node)
    return ['globalThis', 'global', 'self', 'window'].includes(parent.expression.getText());
  // A name that is declared, or a key: `{ fetch: context.fetch }`, `fetch(url) {}`.
  const names = ts.isPropertyAssignment(parent) || ts.isParameter(parent) || ts.isVariableDeclaration(parent);
  if ((names || ts.isMethodDeclaration(parent) || ts.isPropertySignature(parent)) && parent.name === node) return false;
  if (ts.isBindingElement(parent)) return false;
  return !ts.isPropertySignature(parent);
}

describe('tools and kits', () => {
  it('reach the network through context.fetch alone', () => {
    const files = sourceFiles().filter((file) => /^backend\/(tools|kits)\//.test(file));
    expect(files.length).toBeGreaterThan(10);
    expect(files.flatMap((file) => waysOut(readSource(file)).map((line) => `${file}:${line}`))).toEqual([]);
  });
});

describe('the rule itself', () => {
  it.each(['await fetch(url)', 'const get = fetch;', 'globalThis.fetch(url)', 'new WebSocket(url)', 'use({ fetch })'])(
    'finds %s',
    (text) => {
      expect(waysOut(text)).toEqual([1]);
    },
  );

  it.each([
    'context.fetch(url)',
    'use({ fetch: context.fetch })',
    'type A = typeof globalThis.fetch',
    'const a = { fetch() {} }',
  ])('lets %s pass', (text) => {
    expect(waysOut(text)).toEqual([]);
  });
});
