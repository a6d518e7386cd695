import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { ROOT, readSource, sourceFiles } from './source-files.ts';

const files = sourceFiles();

const parse = (file: string, text: string): ts.SourceFile =>
  ts.createSourceFile(
    file,
    text,
    ts.ScriptTarget.ES2023,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );

/** Lines of `as` assertions (not `as const`, not in imports) without a comment on their lines or the line above that says why they hold. */
function unexplainedAssertions(source: ts.SourceFile): number[] {
  const lines = source.text.split('\n');
  const found: number[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTypeAssertionExpression(node) || (ts.isAsExpression(node) && node.type.getText(source) !== 'const')) {
      const first = source.getLineAndCharacterOfPosition(node.getStart(source)).line;
      const last = source.getLineAndCharacterOfPosition(node.getEnd()).line;
      const around = lines.slice(Math.max(0, first - 1), last + 1).join('\n');
      if (!/(^|\s)(\/\/|\/?\*)/m.test(around)) found.push(last + 1);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** What stays of a file's relative and contract imports after types are erased, as paths relative to the root. */
function valueImports(file: string): string[] {
  const imports: string[] = [];
  for (const statement of parse(file, readSource(file)).statements) {
    const isImport =
      ts.isImportDeclaration(statement) && statement.importClause?.phaseModifier !== ts.SyntaxKind.TypeKeyword;
    const isExport = ts.isExportDeclaration(statement) && !statement.isTypeOnly;
    if (!isImport && !isExport) continue;
    if (statement.moduleSpecifier === undefined || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const name = statement.moduleSpecifier.text;
    if (name.startsWith('.')) imports.push(relative(ROOT, join(ROOT, dirname(file), name)));
    else if (name.startsWith('@pagehand/contracts/')) imports.push(`shared/contracts/${name.slice(20)}.ts`);
    else imports.push(`npm:${name}`);
  }
  return imports;
}

describe('source files', () => {
  it('are found', () => {
    expect(files.length).toBeGreaterThan(20);
  });

  it('are at most 300 lines long: past that they hold more than one thing', () => {
    expect(
      files.map((file) => [file, readSource(file).split('\n').length - 1] as const).filter(([, n]) => n > 300),
    ).toEqual([]);
  });

  it('are named in kebab-case; components in PascalCase.tsx', () => {
    const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|config|d|content|setup))*\.(ts|tsx|mjs)$/;
    const component = /^[A-Z][A-Za-z0-9]*(\.test)?\.tsx$/;
    // The seed's own name stays.
    const kept = new Set(['executeAgent.ts', 'executeAgent.test.ts', '.dependency-cruiser.mjs']);
    const wrong = files.filter((file) => {
      const name = file.slice(file.lastIndexOf('/') + 1);
      return !kept.has(name) && !kebab.test(name) && !component.test(name);
    });
    expect(wrong).toEqual([]);
  });

  it('say why wherever a type is asserted: a parse boundary, or what was checked before', () => {
    const wrong = files
      .filter((file) => !file.endsWith('.mjs'))
      .flatMap((file) => unexplainedAssertions(parse(file, readSource(file))).map((line) => `${file}:${line}`));
    expect(wrong).toEqual([]);
  });

  it('silence no check without a reason, and skip no test', () => {
    const wrong = files.flatMap((file) =>
      readSource(file)
        .split('\n')
        .map((line, index) => ({ line, place: `${file}:${index + 1}` }))
        .filter(({ line }) =>
          /@ts-(ignore|nocheck|expect-error)\b(?! \S)|\b(it|test|describe)\.(skip|only|todo)\(/.test(line),
        )
        .map(({ place }) => place),
    );
    expect(wrong.filter((place) => !place.startsWith('tests/unit/house/source-rules'))).toEqual([]);
  });

  it('that are injected into pages bring no zod and nothing else that is large', () => {
    const seen = new Set<string>();
    const queue = files.filter((file) => /^entrypoints\/content\/.*\.ts$/.test(file));
    const packages = new Set<string>();
    for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
      if (seen.has(file)) continue;
      seen.add(file);
      for (const target of valueImports(file)) {
        if (target.startsWith('npm:')) packages.add(target.slice(4));
        else queue.push(target);
      }
    }
    const allowed = ['dom-accessibility-api', 'wxt/utils/define-content-script', 'wxt/utils/define-unlisted-script'];
    expect([...packages].filter((name) => !allowed.includes(name))).toEqual([]);
  });
});

describe('the rules themselves', () => {
  it('find an assertion without its comment, and accept one with it', () => {
    expect(unexplainedAssertions(parse('a.ts', 'const a = JSON.parse(x) as A;'))).toEqual([1]);
    expect(unexplainedAssertions(parse('a.ts', 'const a = <A>x;'))).toEqual([1]);
    expect(unexplainedAssertions(parse('a.ts', 'const a = x as A; // parse boundary'))).toEqual([]);
    expect(unexplainedAssertions(parse('a.ts', "const a = ['b'] as const;"))).toEqual([]);
  });
});
