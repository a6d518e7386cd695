import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { LOCK_FILES } from '../../backend/kits/dependency-problems.ts';
import { offerKit } from '../../backend/kits/install-kit.ts';
import { readKitFiles } from '../../backend/kits/kit-files.ts';
import { KitLibrary } from '../../backend/kits/kit-library.ts';
import { KitReader } from '../../backend/kits/kit-reader.ts';
import type { ImageSpec } from '../../backend/kits/kit-runtime.ts';
import { runKitTests } from '../../backend/kits/run-kit-tests.ts';
import { never, quiet, startKits } from './engine-support.ts';

const KITS = fileURLToPath(new URL('../../kits', import.meta.url));
const names = readdirSync(KITS).filter((name) => existsSync(join(KITS, name, 'kit.yaml')));

const { kits } = startKits();
const reader = new KitReader();
const data = realpathSync(mkdtempSync(join(tmpdir(), 'pagehand-ready-')));
afterAll(async () => {
  await reader.close();
  rmSync(data, { recursive: true, force: true });
});

describe('the kits that come with Pagehand', () => {
  it('are tables, pdf, notes and calc', () => {
    expect(names.sort()).toEqual(['calc', 'notes', 'pdf', 'tables']);
  });

  for (const name of names)
    it(`${name} is installed, built, and does what its sample calls say, in containers`, async () => {
      const library = new KitLibrary(data);
      const offer = await offerKit(join(KITS, name), { library, reader, resolveBase: kits.resolveBase }, never);
      const { folder, lock } = await offer.take(quiet, never);
      const files = await readKitFiles(folder, false, never);
      const text = (path: string): string => new TextDecoder().decode(files.get(path));
      const file = LOCK_FILES[lock.manifest.runtime];
      const dependencies: ImageSpec['dependencies'] = !files.has(file)
        ? undefined
        : file === 'requirements.txt'
          ? { file, content: text(file) }
          : { file, content: text(file), packageJson: text('package.json') };
      const spec = { runtime: lock.manifest.runtime, base: lock.image.pinned, ...(dependencies && { dependencies }) };
      const { image } = await kits.prepareImage(spec, quiet, never);
      const called = new Set<string>();
      const failed: string[] = [];
      const what = { kit: { ...lock }, files, toolsDir: join(folder, 'tools'), image };
      for await (const { call, problem } of runKitTests(what, kits, never)) {
        called.add(call.tool);
        if (problem !== undefined) failed.push(`${call.tool} ${JSON.stringify(call.args)}: ${problem}`);
      }
      expect(failed).toEqual([]);
      // Every tool of the main profile has a sample call, and README says what the kit does.
      expect(lock.tools.profiles['default']?.map((tool) => tool.name).filter((tool) => !called.has(tool))).toEqual([]);
      expect(text('README.md')).toContain(`kits test kits/${name}`);
    });
});
