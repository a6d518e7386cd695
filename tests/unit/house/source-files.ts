import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The repository's root. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Every source file that Git knows or would add (fixtures and generated files left out), relative to the root. */
export function sourceFiles(): string[] {
  const list = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return list
    .split('\n')
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file))
    .filter((file) => !file.startsWith('tests/fixtures/') && !file.includes('generated'))
    .filter((file) => {
      try {
        readFileSync(`${ROOT}${file}`);
        return true;
      } catch {
        return false; // deleted, but still in the index
      }
    });
}

export const readSource = (file: string): string => readFileSync(`${ROOT}${file}`, 'utf8');
