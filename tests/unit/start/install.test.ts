import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isInstalled, nodeProblem } from '../../../backend/bin/install.mjs';

describe('the Node version', () => {
  it.each(['20.19.0', '20.20.2', '22.0.0', '24.1.0'])('%s is fine', (version) => {
    expect(nodeProblem(version)).toBeUndefined();
  });

  it.each(['18.20.0', '20.18.9', '4.0.0'])('%s is too old, and the message says which is needed', (version) => {
    expect(nodeProblem(version)).toMatch(new RegExp(`20\\.19 or newer; this is ${version}`));
  });
});

describe('whether the dependencies are installed', () => {
  let root: string;
  const write = (file: string, packages: Record<string, unknown>): void => {
    mkdirSync(join(root, 'node_modules'), { recursive: true });
    writeFileSync(join(root, file), JSON.stringify({ packages }));
  };
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'pagehand-install-'));
    write('package-lock.json', {
      '': { name: 'root' },
      'backend': { version: '0.1.0' },
      'node_modules/@pagehand/backend': { link: true },
      'node_modules/zod': { version: '4.6.7' },
      'node_modules/fsevents': { version: '2.0.0', optional: true },
    });
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('is no without node_modules', () => {
    expect(isInstalled(root)).toBe(false);
  });

  it('is yes when all that is not optional is there', () => {
    write('node_modules/.package-lock.json', { 'node_modules/zod': { version: '4.6.7' } });
    expect(isInstalled(root)).toBe(true);
  });

  it('is no when the lock names another version', () => {
    write('node_modules/.package-lock.json', { 'node_modules/zod': { version: '4.6.6' } });
    expect(isInstalled(root)).toBe(false);
  });
});
