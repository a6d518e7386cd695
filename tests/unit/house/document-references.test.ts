import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { ROOT } from './source-files.ts';

/** Documents that name the test behind each sentence, as `tests/unit/store.test.ts` "part of its title". */
const DOCUMENTS = ['ARCHITECTURE.md', 'SECURITY.md', 'tests/SEED-COVERAGE.md', 'tests/SEED-COVERAGE-PAGE-TOOLS.md'];
const REFERENCE = /`(tests\/[\w./-]+\.(?:tsx?|mjs))`(?: "([^"]+)")?/g;
/** A path of ours in backticks, to a file or a folder. */
const PATH = /`((?:entrypoints|backend|shared|tests|kits|public|\.ci)\/[\w./-]*)`/g;

const references = DOCUMENTS.flatMap((document) =>
  [...readFileSync(`${ROOT}${document}`, 'utf8').matchAll(REFERENCE)].map(([, file = '', title]) => ({
    document,
    file,
    title,
  })),
);

/** What the tests and groups of a file are called: the first argument of `it`, `test` and `describe`, also with `.each`. */
function titlesIn(source: ts.SourceFile): string[] {
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    const [first] = ts.isCallExpression(node) ? node.arguments : [];
    if (ts.isCallExpression(node) && first !== undefined && CALLS.has(rootOf(node.expression))) {
      if (ts.isStringLiteralLike(first)) titles.push(first.text);
      else if (ts.isTemplateExpression(first))
        titles.push(first.head.text + first.templateSpans.map(({ literal }) => literal.text).join(''));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return titles;
}
const CALLS: ReadonlySet<string> = new Set(['it', 'test', 'describe']);

/** `describe` of `describe.each(list)`. */
function rootOf(node: ts.Expression): string {
  if (ts.isIdentifier(node)) return node.text;
  return ts.isPropertyAccessExpression(node) || ts.isCallExpression(node) || ts.isTaggedTemplateExpression(node)
    ? rootOf(ts.isTaggedTemplateExpression(node) ? node.tag : node.expression)
    : '';
}

const known = new Map<string, string[]>();
function titlesOf(file: string): string[] {
  const titles =
    known.get(file) ??
    titlesIn(ts.createSourceFile(file, readFileSync(`${ROOT}${file}`, 'utf8'), ts.ScriptTarget.Latest));
  known.set(file, titles);
  return titles;
}

it('documents name many tests', () => {
  expect(references.length).toBeGreaterThan(40);
});

it.each(references)('$document: $file $title', ({ file, title }) => {
  const titles = titlesOf(file);
  if (title !== undefined && !titles.some((one) => one.includes(title)))
    expect.fail(`no test there is called so; there are: ${titles.join(' | ')}`);
});

it('a title is what a test or a group is called, not any text of its file', () => {
  const text = `const no = 'first'; test.each(['second'])('third %s', () => it("fourth"));
    describe.each(x)(\`fifth \${name} sixth\`, () => { say('seventh'); });`;
  expect(titlesIn(ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest))).toEqual([
    'third %s',
    'fourth',
    'fifth  sixth',
  ]);
});

const OTHERS = [
  'README.md',
  'CONTRIBUTING.md',
  'kits/README.md',
  'shared/page-tools/README.md',
  'shared/page-tools/GUIDE.md',
];
it.each([...OTHERS, ...DOCUMENTS])('%s names only paths that are there', (document) => {
  for (const [, path = ''] of readFileSync(`${ROOT}${document}`, 'utf8').matchAll(PATH)) {
    // A kit has tests of its own.
    if (document === 'kits/README.md' && path.startsWith('tests/')) continue;
    expect(() => readFileSync(`${ROOT}${path}`), path).not.toThrow(/ENOENT/);
  }
});
