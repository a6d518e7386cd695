import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { showKits } from '../../backend/api/show-kits.ts';
import { wireName } from '../../backend/tools/kit-tools.ts';
import { ModulesHarness, never, PLAIN_KIT, ROWS_KIT } from './kits-modules-support.ts';

let harness: ModulesHarness;
beforeEach(async () => {
  harness = await ModulesHarness.start(() => ({ text: 'done' }));
});
afterEach(() => harness.close());

const listed = (name: string) => harness.agent.service.listTools().tools.find((tool) => tool.declaration.name === name);
const workspace = (moduleId: string, ...parts: string[]) =>
  join(harness.agent.folder, 'modules', moduleId, 'repo', ...parts);

describe('a module', () => {
  it('is a kit with a workspace of its own: what the kit brings is its first commit', async () => {
    await harness.ready('my-rows', ROWS_KIT);
    expect(readFileSync(workspace('my-rows', 'readme.md'), 'utf8')).toBe('# Rows\n');
    expect(readdirSync(join(harness.agent.folder, 'modules', 'my-rows')).toSorted()).toEqual(['history.git', 'repo']);
    expect((await harness.modules.get('my-rows').workspace.log(5, never)).map(({ kind }) => kind)).toEqual(['start']);
  });

  it('runs one profile, offers its tools by name, and its risk is at least what it may lead to', async () => {
    await harness.ready('one', ROWS_KIT);
    await harness.ready('two', ROWS_KIT, 'careful');
    await harness.ready('plain', PLAIN_KIT);
    // A secret is in reach: the kit's own "low" is not believed.
    expect(listed('kit_one_count_rows')?.declaration).toMatchObject({ risk: 'high', source: 'kit', owner: 'one' });
    expect(listed('kit_two_count_rows')?.declaration.risk).toBe('critical');
    expect(listed('kit_plain_say')?.declaration.risk).toBe('low');
    expect(listed('kit_one_count_rows')?.declaration.parameters).toMatchObject({
      properties: { path: { type: 'string' }, header: { type: 'boolean' } },
    });
    await expect(
      harness.modules.add({ moduleId: 'one', kit: 'rows', version: '1.0.0', profile: 'default' }, never),
    ).rejects.toMatchObject({ code: 'conflict' });
    await expect(
      harness.modules.add({ moduleId: 'x', kit: 'rows', version: '1.0.0', profile: 'none' }, never),
    ).rejects.toMatchObject({ code: 'bad-request' });
    await expect(
      harness.modules.add({ moduleId: 'x', kit: '../rows', version: '1.0.0', profile: 'default' }, never),
    ).rejects.toMatchObject({ code: 'not-found' });
  });

  it('has names on the wire that no two tools share and every model takes', () => {
    expect(wireName('a-b', 'c')).not.toBe(wireName('a', 'b_c'));
    const long = [wireName('m'.repeat(24), `${'t'.repeat(47)}a`), wireName('m'.repeat(24), `${'t'.repeat(47)}b`)];
    expect(new Set(long).size).toBe(2);
    for (const name of long) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
  });

  it('says why its tools cannot be called: no engine, no image, switched off, changed kit', async () => {
    harness.runtime.engine = false;
    await harness.install(PLAIN_KIT);
    await harness.modules.add({ moduleId: 'plain', kit: 'plain', version: '1.0.0', profile: 'default' }, never);
    expect(listed('kit_plain_say')).toMatchObject({ available: false, unavailable: { code: 'kit-engine-missing' } });
    harness.runtime.engine = true;
    const { image } = harness.modules.get('plain');
    while (image.state.state === 'building') await new Promise((done) => setTimeout(done, 1));
    harness.runtime.built = false;
    image.forget();
    await harness.modules.refresh();
    expect(listed('kit_plain_say')).toMatchObject({ unavailable: { code: 'kit-image-missing' } });
    harness.runtime.built = true;
    image.forget();
    await harness.modules.refresh();
    expect(listed('kit_plain_say')).toMatchObject({ available: true });
    await harness.modules.enable('plain', false);
    expect(listed('kit_plain_say')).toMatchObject({ unavailable: { code: 'tool-unavailable' } });
    await harness.modules.enable('plain', true);
    appendFileSync(join(harness.agent.folder, 'kits/plain/1.0.0/tools/say.ts'), '// changed\n');
    await harness.modules.refresh();
    expect(listed('kit_plain_say')).toMatchObject({ unavailable: { code: 'kit-changed' } });
  });

  it('shows how its image is being made, and what went wrong', async () => {
    await harness.install(PLAIN_KIT);
    const fail = new Error('npm says no');
    harness.runtime.build = () => Promise.reject(fail);
    await harness.modules.add({ moduleId: 'plain', kit: 'plain', version: '1.0.0', profile: 'default' }, never);
    const { image } = harness.modules.get('plain');
    expect(image.state).toEqual({ state: 'building', lines: expect.any(Array) });
    while (image.state.state === 'building') await new Promise((done) => setTimeout(done, 1));
    expect(image.state).toMatchObject({ state: 'failed', error: { code: 'kit-build-failed' } });
    expect(JSON.stringify(image.state)).not.toContain('npm says no');
  });

  it('keeps its secrets encrypted: no list, no record and no file tells them, and they go with it', async () => {
    await harness.ready('one', ROWS_KIT);
    await harness.modules.setEnvironment('one', { TOKEN: 'tok-5ecret', UNIT: 'lines' });
    const shown = await showKits(harness.modules, harness.agent.store.secrets, never);
    expect(shown.modules[0]?.environment).toEqual([
      { name: 'UNIT', description: 'What is counted', required: false, secret: false, set: true, value: 'lines' },
      { name: 'TOKEN', description: 'A key', required: false, secret: true, set: true },
    ]);
    expect(JSON.stringify([shown, harness.agent.store.kitModules.list()])).not.toContain('5ecret');
    // What waits was started with the old values.
    expect(harness.runtime.dropped).toContain('one');
    await expect(harness.modules.setEnvironment('one', { PATH: '/evil' })).rejects.toMatchObject({
      code: 'bad-request',
    });
    await harness.modules.remove('one');
    expect(existsSync(workspace('one'))).toBe(false);
    expect(harness.agent.store.secrets.get('kit one TOKEN')).toBeUndefined();
    expect(harness.agent.store.kitModules.list()).toEqual([]);
  });

  it('whose kit was replaced on disk runs in the image of the new one, and what waited for the old one is ended', async () => {
    await harness.ready('plain', PLAIN_KIT);
    const before = harness.modules.get('plain').lock?.digest;
    await harness.library.remove('plain', '1.0.0');
    await harness.install({ ...PLAIN_KIT, 'tools/say.ts': `${PLAIN_KIT['tools/say.ts']}// another one\n` });
    harness.runtime.built = false;
    harness.runtime.dropped.length = 0;
    await harness.modules.refresh();
    expect(harness.modules.get('plain').lock?.digest).not.toBe(before);
    expect(harness.runtime.dropped).toEqual(['plain']);
    expect(listed('kit_plain_say')).toMatchObject({ unavailable: { code: 'kit-image-missing' } });
  });

  it('says nothing of this machine to the panel', async () => {
    await harness.ready('one', ROWS_KIT);
    const shown = JSON.stringify(await showKits(harness.modules, harness.agent.store.secrets, never));
    expect(shown).not.toContain(harness.agent.folder);
    expect(shown).not.toMatch(/"location":"[^"]*[/\\]/);
  });

  it('is there again after a restart, with its workspace and settings', async () => {
    await harness.ready('one', ROWS_KIT);
    await harness.modules.setEnvironment('one', { UNIT: 'lines' });
    await harness.modules.enable('one', false);
    await harness.modules.close();
    const again = harness.newModules();
    await again.refresh();
    expect(again.get('one').record).toMatchObject({ enabled: false, values: { UNIT: 'lines' } });
    expect((await again.files('one', never)).map(({ path }) => path)).toEqual(['readme.md']);
  });
});
