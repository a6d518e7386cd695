/**
 * Builds the package: one ES module per subpath with shared chunks, and the types beside them.
 * `tsx build.ts [folder]`: into that folder, or into `dist` beside this file.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const SUBPATHS = ['react', 'vue', 'svelte', 'html', 'zod3'];
const outDir = resolve(process.argv[2] ?? join(HERE, 'dist'));

await build({
  configFile: false,
  root: HERE,
  logLevel: 'error',
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2022',
    minify: true,
    lib: {
      entry: {
        index: join(HERE, 'core/index.ts'),
        ...Object.fromEntries(SUBPATHS.map((name) => [name, join(HERE, name, 'index.ts')])),
      },
      formats: ['es'],
    },
    rollupOptions: {
      external: [/^react($|\/)/, /^vue($|\/)/, /^svelte($|\/)/, /^zod($|\/)/],
      output: { minify: true, entryFileNames: '[name].js', chunkFileNames: 'chunks/[name].js' },
    },
  },
});

const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const types = join(outDir, 'types');
execFileSync(
  process.execPath,
  [
    tsc,
    '-p',
    HERE,
    '--noEmit',
    'false',
    '--declaration',
    '--emitDeclarationOnly',
    '--outDir',
    types,
    '--rootDir',
    HERE,
  ],
  { stdio: 'inherit' },
);
// Declarations keep the imports as they were written; `.ts` would lead nowhere for whoever installs the package.
for (const file of readdirSync(types, { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('.d.ts')) continue;
  const path = join(types, file);
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/(from '\.[^']*|import\("\.[^"]*)\.ts(['"])/g, '$1.js$2'));
}
