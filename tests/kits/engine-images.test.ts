import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImageSpec } from '../../backend/kits/kit-runtime.ts';
import { PackageIndexServer } from '../fakes/package-index.ts';
import { docker, never, quiet, returned, startKits } from './engine-support.ts';

const server = new PackageIndexServer();
const index: { registry?: string } = {};
const { kits, module, call } = startKits({ index });
const made = new Set<string>();

beforeAll(async () => {
  const { IPAM } = await docker.getNetwork('bridge').inspect();
  const { Gateway: gateway, Subnet: subnet = '' } = IPAM?.Config?.[0] ?? {};
  await server.start(gateway ?? subnet.replace(/\.0\/\d+$/, '.1'));
  Object.assign(index, { registry: server.url, trustedHost: new URL(server.url).hostname });
});
afterAll(async () => {
  await server.close();
  for (const image of made) await docker.getImage(image).remove({ force: true });
});

const base = async (runtime: 'node' | 'python') => (await kits.resolveBase(undefined, runtime, quiet, never)).image;

/** Builds and remembers the image, so that it goes when the tests are done. */
async function build(spec: ImageSpec, lines: string[] = []) {
  const result = await kits.prepareImage(spec, (line) => lines.push(line), never);
  made.add(result.image);
  return result;
}

const lockOf = (packages: Record<string, unknown>): ImageSpec['dependencies'] => {
  const dependencies = Object.fromEntries(
    Object.entries(packages).map(([name, entry]) => [name, String(Object(entry)['version'])]),
  );
  const entries = Object.entries(packages).map(([name, entry]) => [`node_modules/${name}`, entry]);
  const root = { name: 'kit', version: '1.0.0', dependencies };
  return {
    file: 'package-lock.json',
    packageJson: JSON.stringify({ ...root, scripts: { postinstall: 'touch /deps/ran-root' } }),
    content: JSON.stringify({ ...root, lockfileVersion: 3, packages: { '': root, ...Object.fromEntries(entries) } }),
  };
};

describe('an image with locked dependencies', () => {
  it('of Python has the wheels that the hashes name, and is found again by its content', async () => {
    const line = await server.addWheel('greeting', '1.2.0', 'def greet(name):\n    return "hello " + name\n');
    const spec: ImageSpec = {
      runtime: 'python',
      base: await base('python'),
      dependencies: {
        file: 'requirements.txt',
        content: `# made for the tests\n${line.replace(' --hash', ' \\\n    --hash')}\n`,
      },
    };
    expect(await kits.findImage(spec, never)).toBeUndefined();
    const lines: string[] = [];
    const { image, cached } = await build(spec, lines);
    expect(cached).toBe(false);
    expect(lines.join('\n')).toMatch(/Successfully installed greeting-1\.2\.0/);
    const kit = await module('python', { 'g.py': 'from greeting import greet\n' }, { image });
    expect(returned(await call(kit, 'g.py:greet', { name: 'ada' }))).toBe('hello ada');

    const asked = server.asked.length;
    expect(await build(spec)).toEqual({ image, cached: true });
    expect(await kits.findImage(spec, never)).toEqual({ image });
    expect(server.asked.length).toBe(asked);
    const other = { file: 'requirements.txt' as const, content: `${line}\n` };
    expect((await build({ ...spec, dependencies: other })).image).not.toBe(image);
  });

  it('of Node has the packages of the lock, and no script of theirs has run', async () => {
    const scripts = { preinstall: 'node -e 1 && touch /deps/ran', postinstall: 'node run.js' };
    const run = 'require("node:fs").writeFileSync("/deps/ran", "")';
    const greeting = await server.addNpm('greeting', '1.2.0', {
      'package.json': JSON.stringify({ name: 'greeting', version: '1.2.0', main: 'index.js', scripts }),
      'index.js': 'exports.greet = (name) => "hello " + name;',
      'run.js': run,
    });
    const spec: ImageSpec = {
      runtime: 'node',
      base: await base('node'),
      dependencies: lockOf({
        greeting: { ...greeting, hasInstallScript: true, resolved: 'https://elsewhere.example/greeting.tgz' },
      }),
    };
    const { image } = await build(spec);
    const tool =
      'import { readdirSync } from "node:fs";\nexport { greet } from "greeting";\nexport const files = () => readdirSync("/deps");\n';
    const kit = await module('node', { 'g.ts': tool }, { image });
    expect(returned(await call(kit, 'g.ts:greet', { name: 'ada' }))).toBe('hello ada');
    expect(returned(await call(kit, 'g.ts:files'))).toEqual(['node_modules', 'package-lock.json', 'package.json']);
    expect((await build(spec)).cached).toBe(true);
    // Neither the index nor anything else of this machine stays in the image.
    const told = JSON.stringify([await docker.getImage(image).inspect(), await docker.getImage(image).history()]);
    expect(told).not.toContain(new URL(server.url).host);
  });

  it('is not made from another content than the hash says', async () => {
    const line = await server.addWheel('swapped', '1.0.0', 'x = 1\n');
    await server.addWheel('swapped', '1.0.0', 'x = "something else"\n');
    const spec: ImageSpec = {
      runtime: 'python',
      base: await base('python'),
      dependencies: { file: 'requirements.txt', content: line },
    };
    await expect(build(spec)).rejects.toMatchObject({
      code: 'kit-build-failed',
      message: expect.stringMatching(/hash/i),
    });
    const entry = await server.addNpm('swapped', '1.0.0', { 'package.json': '{"name":"swapped","version":"1.0.0"}' });
    await server.addNpm('swapped', '1.0.0', { 'package.json': '{"name":"swapped","version":"1.0.0"}', 'more.js': '' });
    await expect(
      build({ runtime: 'node', base: await base('node'), dependencies: lockOf({ swapped: entry }) }),
    ).rejects.toMatchObject({ code: 'kit-build-failed', message: expect.stringMatching(/EINTEGRITY/) });
  });

  it('is not made from a source archive: its set-up would be code of the package', async () => {
    const content = await server.addSourceArchive('sourceonly', '1.0.0');
    const spec: ImageSpec = {
      runtime: 'python',
      base: await base('python'),
      dependencies: { file: 'requirements.txt', content },
    };
    await expect(build(spec)).rejects.toMatchObject({ code: 'kit-build-failed' });
  });

  it('stops when it is told to, and leaves no container', async () => {
    const line = await server.addWheel('stopped', '1.0.0', 'x = 1\n');
    const stop = new AbortController();
    const spec: ImageSpec = {
      runtime: 'python',
      base: await base('python'),
      dependencies: { file: 'requirements.txt', content: line },
    };
    const building = kits.prepareImage(spec, () => stop.abort(), stop.signal);
    await expect(building).rejects.toMatchObject({ code: 'cancelled' });
    expect(await kits.reap()).toBe(0);
  });
});

describe('dependencies are refused with the place and what to write', () => {
  const H = `--hash=sha256:${'a'.repeat(64)}`;
  it.each([
    ['greeting', 'line 1'],
    ['greeting==1.0', 'line 1'],
    [`# first\n\ngreeting>=1.0 ${H}`, 'line 3'],
    [`-e . ${H}`, 'line 1'],
    [`--index-url http://evil.example\ngreeting==1.0 ${H}`, 'line 1'],
    ['--extra-index-url=http://evil.example', 'line 1'],
    ['--find-links /etc', 'line 1'],
    ['-r other.txt', 'line 1'],
    [`greeting @ http://evil.example/g.whl ${H}`, 'line 1'],
    [`git+https://evil.example/g.git ${H}`, 'line 1'],
    [`greeting==1.0 ${H} --global-option=x`, 'line 1'],
    [`greeting==1.0 \\\n  ${H} \\\n  --config-settings=x`, 'line 1'],
    [`../folder ${H}`, 'line 1'],
  ])('requirements.txt %j', async (content, path) => {
    const spec: ImageSpec = {
      runtime: 'python',
      base: 'sha256:0',
      dependencies: { file: 'requirements.txt', content },
    };
    await expect(kits.prepareImage(spec, quiet, never)).rejects.toMatchObject({
      code: 'kit-dependencies-refused',
      problems: [{ path, message: expect.stringContaining('==') }],
    });
  });

  const integrity = `sha512-${'a'.repeat(86)}==`;
  it.each<[string, Record<string, unknown>]>([
    ['a folder', { version: '1.0.0', resolved: 'file:../secret', integrity }],
    ['a link', { resolved: 'packages/x', link: true }],
    ['a Git repository', { version: '1.0.0', resolved: 'git+ssh://git@evil.example/x.git#abc', integrity }],
    ['no hash', { version: '1.0.0', resolved: 'https://evil.example/x.tgz' }],
    ['no version', { integrity }],
  ])('package-lock.json with %s', async (_name, entry) => {
    const spec: ImageSpec = { runtime: 'node', base: 'sha256:0', dependencies: lockOf({ x: entry }) };
    await expect(kits.prepareImage(spec, quiet, never)).rejects.toMatchObject({
      code: 'kit-dependencies-refused',
      problems: [{ path: 'node_modules/x' }],
    });
  });
  it.each(['', 'not JSON', '{}', '{"lockfileVersion":1,"dependencies":{}}'])(
    'package-lock.json %j',
    async (content) => {
      const spec: ImageSpec = {
        runtime: 'node',
        base: 'sha256:0',
        dependencies: { file: 'package-lock.json', content, packageJson: '{}' },
      };
      await expect(kits.prepareImage(spec, quiet, never)).rejects.toMatchObject({ code: 'kit-dependencies-refused' });
    },
  );
});

describe('a base', () => {
  it('is pinned: a tag becomes the digest or the id that it has here', async () => {
    const id = await base('node');
    expect(id).toMatch(/^(\S+@)?sha256:[0-9a-f]{64}$/);
    await docker.getImage(id).tag({ repo: 'pagehand-test-base', tag: 'some' });
    try {
      expect(await kits.resolveBase('pagehand-test-base:some', 'node', quiet, never)).toEqual({ image: id });
    } finally {
      await docker.getImage('pagehand-test-base:some').remove();
    }
    expect(await kits.resolveBase(id, 'node', quiet, never)).toEqual({ image: id });
  });

  it('that is not pinned or not there builds nothing', async () => {
    for (const wrong of ['node:20', 'pagehand-base-node', `sha256:${'0'.repeat(64)}`])
      await expect(kits.prepareImage({ runtime: 'node', base: wrong }, quiet, never)).rejects.toMatchObject({
        code: 'kit-image-missing',
      });
    await expect(kits.resolveBase('no-such-image-anywhere.invalid/x:1', 'node', quiet, never)).rejects.toMatchObject({
      code: 'kit-image-missing',
    });
  });
});
