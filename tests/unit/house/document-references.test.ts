import { readFileSync } from 'node:fs';
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

it('documents name many tests', () => {
  expect(references.length).toBeGreaterThan(40);
});

it.each(references)('$document: $file $title', ({ file, title }) => {
  const text = readFileSync(`${ROOT}${file}`, 'utf8');
  if (title !== undefined) expect(text).toContain(title);
});

it.each(['README.md', 'CONTRIBUTING.md', ...DOCUMENTS])('%s names only paths that are there', (document) => {
  for (const [, path = ''] of readFileSync(`${ROOT}${document}`, 'utf8').matchAll(PATH)) {
    expect(() => readFileSync(`${ROOT}${path}`), path).not.toThrow(/ENOENT/);
  }
});
