/** Hooks of Node's module loader: a kit's TypeScript runs with its types taken out, every line and column where it was. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const { transformSync } = createRequire(import.meta.url)('./wasm-typescript.cjs');
const TYPESCRIPT = /^file:\/\/\/(?:tools|repo)\/.*\.m?ts$/;

/** `./rows.js` may mean `./rows.ts`, as TypeScript itself reads it. */
export async function resolve(specifier, context, next) {
  try {
    return await next(specifier, context);
  } catch (error) {
    if (!/^\.{1,2}\/.*\.m?js$/.test(specifier) || context.parentURL === undefined) throw error;
    const url = new URL(specifier.replace(/js$/, 'ts'), context.parentURL);
    if (!TYPESCRIPT.test(url.href) || !existsSync(fileURLToPath(url))) throw error;
    return { url: url.href, format: 'module', shortCircuit: true };
  }
}

export async function load(url, context, next) {
  if (!TYPESCRIPT.test(url)) return next(url, context);
  const text = readFileSync(fileURLToPath(url), 'utf8');
  return { format: 'module', shortCircuit: true, source: strip(text, fileURLToPath(url)) };
}

function strip(text, filename) {
  try {
    return transformSync(text, { mode: 'strip-only', filename }).code;
  } catch {
    // Enums and the like are more than types.
  }
  try {
    return transformSync(text, { mode: 'transform', filename }).code;
  } catch (error) {
    throw new SyntaxError(`${filename}: ${error?.message ?? error}`);
  }
}
