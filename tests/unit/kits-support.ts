import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder of its own, removed after the test. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'pagehand-test-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export const MANIFEST = `docVersion: v1
id: sample
version: 1.0.0
name: Sample
owner: somebody
description: Adds.
image: sha256:${'a'.repeat(64)}
runtime: node
profiles:
  default:
    tools:
      - name: add
        path: add.ts:add
        risk: none
`;

export const SAMPLE: Readonly<Record<string, string>> = {
  'kit.yaml': MANIFEST,
  'tools/add.ts': '/** Adds two numbers. */\nexport const add = (a: number, b: number) => a + b;\n',
};

/** Writes files below a folder, which it makes. */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

export const never = (): AbortSignal => new AbortController().signal;

/** The code and message of what a promise rejects with. */
export async function refusal(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Error) return `${'code' in error ? String(error.code) : error.name}: ${error.message}`;
    return String(error);
  }
  return 'nothing was refused';
}
