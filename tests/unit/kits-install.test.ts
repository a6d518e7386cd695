import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { offerKit } from '../../backend/kits/install-kit.ts';
import { KitLibrary } from '../../backend/kits/kit-library.ts';
import { KitReader } from '../../backend/kits/kit-reader.ts';
import { changeOf } from '../../backend/kits/lock.ts';
import { MANIFEST, never, refusal, SAMPLE, temporaryFolder, writeFiles } from './kits-support.ts';

const reader = new KitReader();
afterAll(() => reader.close());

const PINNED = `sha256:${'b'.repeat(64)}`;

/** An empty library, and installing into it; what was asked of the engine is noted. */
function setUp() {
  const data = temporaryFolder();
  const library = new KitLibrary(data);
  const asked: (string | undefined)[] = [];
  const resolveBase = async (image: string | undefined) => {
    asked.push(image);
    return { image: PINNED };
  };
  const offer = (source: string) => offerKit(source, { library, reader, resolveBase }, never());
  const add = async (source: string) => (await offer(source)).take(() => {}, never());
  return { data, library, asked, offer, add, between: () => readdirSync(join(data, 'kits', '.moving')) };
}
const folder = (files: Readonly<Record<string, string>> = SAMPLE) => writeFiles(temporaryFolder(), files);
const version = (text: string) => ({ ...SAMPLE, 'kit.yaml': MANIFEST.replace('1.0.0', text) });

describe('adding a kit', () => {
  it('shows what it may do, changes nothing until it is taken, and can be forgotten', async () => {
    const { library, offer, between } = setUp();
    const found = await offer(
      folder({
        ...SAMPLE,
        'kit.yaml': `${MANIFEST}network: [api.example.com]\nports: [{ name: web, port: 8080 }]\nenvironment: [{ name: KEY, description: The key., required: true, secret: true }]\n`,
      }),
    );
    expect(found.mayDo).toEqual([
      'Network: reaches api.example.com:443, and nothing else.',
      'Ports: opens 8080 (web) on this machine (127.0.0.1) while a call runs.',
      'Asks for: KEY (secret).',
      'Packages: none.',
      `Image: runs in sha256:${'a'.repeat(64)}, which the kit chose.`,
      'Files: reads and writes its own workspace only.',
      'Risk none: add.',
    ]);
    expect(await library.list(never())).toEqual([]);
    await found.drop();
    expect(between()).toEqual([]);
  });

  it('locks every file by its hash, with tools and where it came from', async () => {
    const { library, add, between } = setUp();
    const from = folder();
    const kit = await add(from);
    expect(kit.lock).toMatchObject({
      id: 'sample',
      version: '1.0.0',
      source: { kind: 'folder', location: from },
      image: { pinned: `sha256:${'a'.repeat(64)}` },
      tools: { profiles: { default: [{ name: 'add', function: 'add' }] } },
    });
    expect(Object.keys(kit.lock.files)).toEqual(['kit.yaml', 'tools/add.ts']);
    expect((await library.load('sample', '1.0.0', never())).lock).toEqual(kit.lock);
    expect(between()).toEqual([]);
    // What was copied is what runs: the folder it came from does not matter any more.
    rmSync(from, { recursive: true });
    expect((await library.load('sample', undefined, never())).version).toBe('1.0.0');
  });

  it('resolves and pins a tag, or the base of the runtime; a digest stays itself', async () => {
    const { asked, add } = setUp();
    const tagged = await add(folder({ ...SAMPLE, 'kit.yaml': MANIFEST.replace(/sha256:a+/, 'node:20-slim') }));
    expect(tagged.lock.image).toEqual({ asked: 'node:20-slim', pinned: PINNED });
    const none = await add(
      folder({ ...SAMPLE, 'kit.yaml': MANIFEST.replace(/image: .*\n/, '').replace('1.0.0', '1.0.1') }),
    );
    expect(none.lock.image).toEqual({ pinned: PINNED });
    await add(folder(version('1.0.2')));
    expect(asked).toEqual(['node:20-slim', undefined]);
  });

  it('keeps versions side by side and writes none over', async () => {
    const { library, offer, add } = setUp();
    await add(folder());
    await add(folder(version('1.10.0')));
    await add(folder(version('1.9.0')));
    expect((await library.list(never())).map((kit) => kit.version)).toEqual(['1.10.0', '1.9.0', '1.0.0']);
    expect(await refusal(add(folder()))).toBe(
      'kit-exists: The kit sample 1.0.0 is installed already, exactly as it is here.',
    );
    const other = folder({ ...SAMPLE, 'tools/add.ts': `${SAMPLE['tools/add.ts']}// other` });
    expect(await refusal(add(other))).toBe('kit-exists: A kit sample 1.0.0 with other files is installed.');
    expect((await library.load('sample', '1.0.0', never())).version).toBe('1.0.0');
    const next = await offer(
      folder({
        ...version('2.0.0'),
        'kit.yaml': `${MANIFEST.replace('1.0.0', '2.0.0')}network: [example.com]\n`,
        'tools/new.ts': '',
      }),
    );
    expect(next.before).toEqual({
      version: '1.10.0',
      change: { added: ['tools/new.ts'], removed: [], changed: ['kit.yaml'] },
      mayDo: ['- Network: none.', '+ Network: reaches example.com:443, and nothing else.'],
    });
    await next.drop();
  });

  it('says every problem of a kit that is not right, and leaves nothing behind', async () => {
    const { library, offer, between } = setUp();
    const said = await refusal(
      offer(folder({ ...SAMPLE, 'tools/add.ts': '/** Adds. */\nexport const add = (a: any) => a;' })),
    );
    expect(said).toMatch(/^kit-invalid: The kit is not right: tools\/add.ts:2: The parameter a of add/);
    expect(await refusal(offer(join(temporaryFolder(), 'missing')))).toMatch(
      /^not-found: There is no folder or archive/,
    );
    expect([await library.list(never()), between()]).toEqual([[], []]);
  });

  it('reads the code in a thread that types without end do not keep busy for ever', async () => {
    const { offer } = setUp();
    const endless =
      '/** Adds. */\nexport const add = (a: T<[]>) => a;\ntype T<A extends unknown[]> = A["length"] extends 999999 ? A : T<[...A, 1]>;';
    expect(await refusal(offer(folder({ ...SAMPLE, 'tools/add.ts': endless })))).toMatch(/^kit-invalid|^timeout/);
  });

  it('stops when it is told to', async () => {
    const { library } = setUp();
    const parts = { library, reader, resolveBase: async () => ({ image: PINNED }) };
    expect(await refusal(offerKit(folder(), parts, AbortSignal.abort()))).toMatch(/^cancelled/);
  });
});

describe('an installed kit that was changed', () => {
  it('is refused until its difference is accepted, and the difference that was seen is the one that is accepted', async () => {
    const { library, add } = setUp();
    const kit = await add(folder());
    writeFileSync(
      join(kit.folder, 'tools/add.ts'),
      '/** Subtracts. */\nexport const add = (a: number, c: string) => a;\n',
    );
    mkdirSync(join(kit.folder, 'node_modules'));
    writeFileSync(join(kit.folder, 'node_modules', 'hidden.js'), '');
    expect(await refusal(library.load('sample', '1.0.0', never()))).toBe(
      'kit-changed: The kit sample 1.0.0 is not what was accepted. node_modules/hidden.js was added. tools/add.ts was changed.',
    );
    const change = await library.changeOf(kit, never());
    expect(change).toEqual({ added: ['node_modules/hidden.js'], removed: [], changed: ['tools/add.ts'] });
    if (change === undefined) return;
    rmSync(join(kit.folder, 'node_modules'), { recursive: true });
    expect(await refusal(library.accept(kit, change, reader, never()))).toMatch(
      /^conflict: The kit sample has changed again/,
    );
    const now = await library.changeOf(kit, never());
    const accepted = await library.accept(kit, now ?? change, reader, never());
    expect(accepted.lock.tools.profiles['default']?.[0]).toMatchObject({
      description: 'Subtracts.',
      parameters: { required: ['a', 'c'] },
    });
    expect((await library.load('sample', '1.0.0', never())).lock).toEqual(accepted.lock);
  });

  it('is refused with a link put in, a file gone, or its lock tampered with', async () => {
    const { library, add, data } = setUp();
    const kit = await add(folder());
    symlinkSync('/etc/passwd', join(kit.folder, 'tools', 'link.ts'));
    expect(await refusal(library.load('sample', '1.0.0', never()))).toMatch(
      /^kit-source-refused: tools\/link.ts is a link/,
    );
    rmSync(join(kit.folder, 'tools'), { recursive: true });
    expect(await refusal(library.load('sample', '1.0.0', never()))).toMatch(/tools\/add.ts was removed/);
    const lock = join(data, 'kits', 'sample', '1.0.0.lock.json');
    writeFileSync(lock, readFileSync(lock, 'utf8').replace('"lockVersion": 1', '"lockVersion": 1, "lockVersion": 1'));
    expect(await refusal(library.load('sample', '1.0.0', never()))).toMatch(
      /^kit-changed: The lock of the kit cannot be read/,
    );
  });

  it('can be removed, also when half of it is gone; a name never leads out of the library', async () => {
    const { library, add, data } = setUp();
    const kit = await add(folder());
    rmSync(kit.folder, { recursive: true });
    expect(await library.remove('sample', '1.0.0')).toBe(true);
    expect(await library.remove('sample', '1.0.0')).toBe(false);
    for (const [id, text] of [
      ['..', '1.0.0'],
      ['sample', '../..'],
      ['sample', '1.0.0/../..'],
      ['.moving', '1.0.0'],
      ['a/b', '1.0.0'],
    ])
      expect(await refusal(library.remove(id ?? '', text ?? ''))).toMatch(/^not-found/);
    expect(existsSync(data)).toBe(true);
  });

  it('is the same only when every path and hash is', () => {
    const tree = fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }), fc.constantFrom('a', 'b'), { maxKeys: 6 });
    fc.assert(
      fc.property(tree, tree, (before, after) => {
        const change = changeOf(before, after);
        const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
        const differing = [...keys].filter(
          (key) =>
            (Object.hasOwn(before, key) ? before[key] : undefined) !==
            (Object.hasOwn(after, key) ? after[key] : undefined),
        );
        expect([...(change?.added ?? []), ...(change?.removed ?? []), ...(change?.changed ?? [])].sort()).toEqual(
          differing.sort(),
        );
      }),
    );
  });
});
