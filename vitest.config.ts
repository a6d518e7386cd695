import ts from 'typescript';
import { defineConfig, type Plugin } from 'vitest/config';

/** Vite leaves standard decorators as they are, and Node does not know them: TypeScript takes them out. */
const standardDecorators: Plugin = {
  name: 'standard-decorators',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('.ts') || !/^\s*@\w+\(/m.test(code)) return undefined;
    const { outputText, sourceMapText } = ts.transpileModule(code, {
      fileName: id,
      compilerOptions: {
        target: ts.ScriptTarget.ES2022,
        module: ts.ModuleKind.ESNext,
        sourceMap: true,
        verbatimModuleSyntax: true,
      },
    });
    return { code: outputText, map: sourceMapText ?? null };
  },
};

/** One project per suite: `vitest run --project unit`. */
export default defineConfig({
  test: {
    projects: [
      {
        plugins: [standardDecorators],
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}', 'tests/contract/**/*.test.ts'],
          testTimeout: 20_000,
        },
      },
      {
        plugins: [standardDecorators],
        test: {
          name: 'attacks',
          include: ['tests/attacks/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        plugins: [standardDecorators],
        test: {
          // Against a real Docker engine.
          name: 'kits',
          include: ['tests/kits/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 300_000,
          fileParallelism: false,
          maxWorkers: 1,
        },
      },
      {
        plugins: [standardDecorators],
        test: {
          name: 'e2e',
          // Two real browsers on two cores: one that did not answer in time gets a second try. Vitest names such tests.
          retry: 1,
          include: ['tests/e2e/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          fileParallelism: false,
          maxWorkers: 1,
        },
      },
    ],
  },
});
