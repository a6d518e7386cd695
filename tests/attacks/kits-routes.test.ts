import { createHash, randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppErrorSchema } from '@pagehand/contracts/errors';
import { type KitFile, type KitRequests, KitResponses } from '@pagehand/contracts/kit-module';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ChangedKits } from '../../backend/kits/changed-kits.ts';
import { results } from '../unit/agent-support.ts';
import { ModulesHarness, PLAIN_KIT, ROWS_KIT } from '../unit/kits-modules-support.ts';
import { EXTENSION, type Loopback, OTHER_EXTENSION, send, startLoopback } from './loopback-harness.ts';

/** A body that fits, for each verb, about a module that is not there. */
const FITS: Readonly<Record<keyof typeof KitRequests, Record<string, unknown>>> = {
  list: {},
  add: { moduleId: 'nobody', kit: 'plain', version: '9.9.9', profile: 'default' },
  remove: { moduleId: 'nobody' },
  enable: { moduleId: 'nobody', enabled: false },
  environment: { moduleId: 'nobody', values: { UNIT: 'x' } },
  use: { moduleId: 'nobody', uses: [] },
  build: { moduleId: 'nobody' },
  difference: { moduleId: 'nobody' },
  accept: { moduleId: 'nobody', digest: 'a'.repeat(64) },
  log: { moduleId: 'nobody' },
  diff: { moduleId: 'nobody', commit: 'a'.repeat(40) },
  undo: { moduleId: 'nobody' },
  files: { moduleId: 'nobody' },
  download: { moduleId: 'nobody', fileId: 'a'.repeat(40) },
};
const VERBS = Object.entries(FITS);

let harness: ModulesHarness;
let door: Loopback;
let changed: ChangedKits;
let nextCall: { name: string; args: unknown } | undefined;

beforeEach(async () => {
  harness = await ModulesHarness.start(() => {
    const call = nextCall;
    nextCall = undefined;
    return call === undefined ? { text: 'done' } : { toolCalls: [call] };
  });
  changed = new ChangedKits(harness.library);
  const { store } = harness.agent;
  door = await startLoopback({ parts: { store, kits: harness.modules, changedKits: changed } });
});
afterEach(async () => {
  await door.close();
  await changed.close();
  await harness.close();
});

const post = (verb: string, body: unknown, signal: AbortSignal | null = null): Promise<Response> =>
  fetch(`http://127.0.0.1:${door.port}/api/kits/${verb}`, {
    method: 'POST',
    headers: { 'Origin': EXTENSION, 'Authorization': `Bearer ${door.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  });
async function refused(verb: string, body: unknown): Promise<string> {
  const answer = await post(verb, body);
  return `${answer.status} ${AppErrorSchema.parse(await answer.json()).code}`;
}
/** Lets the tool of the plain kit do something in its workspace. */
async function write(act: (repo: string) => void): Promise<void> {
  harness.runtime.handlers.set('say', (_args, { repo }) => act(repo));
  nextCall = { name: 'kit_plain_say', args: { text: 'x' } };
  const events = await harness.agent.run({ ask: 'say it' });
  expect(results(events)).toHaveLength(1);
}
const filesOf = async (moduleId: string): Promise<KitFile[]> =>
  KitResponses.files.parse(await (await post('files', { moduleId })).json()).files;

describe('who may call /api/kits', () => {
  it.each(VERBS)('%s needs the token, and the origin that it belongs to', async (verb, body) => {
    const request = { path: `/api/kits/${verb}`, body: JSON.stringify(body) };
    expect((await send(door, { ...request, headers: { Authorization: undefined } })).status).toBe(401);
    expect((await send(door, { ...request, headers: { Origin: OTHER_EXTENSION } })).status).toBeGreaterThanOrEqual(401);
    expect((await send(door, { ...request, headers: { Origin: 'https://shop.example' } })).status).toBe(403);
    expect((await send(door, { ...request, method: 'GET', body: undefined })).status).toBeGreaterThanOrEqual(400);
  });
});

describe('what does not fit is refused', () => {
  it.each(VERBS)('%s takes no field more, none less, and none of another kind', async (verb, body) => {
    const bad: unknown[] = [{ ...body, more: 1 }, [body], null, 'text'];
    for (const name of Object.keys(body)) {
      bad.push({ ...body, [name]: 5 });
      if (verb !== 'undo' || name !== 'target') {
        const { [name]: _left, ...rest } = body;
        bad.push(rest);
      }
    }
    for (const one of bad) expect([one, await refused(verb, one)]).toEqual([one, '400 bad-request']);
  });
  it.each(VERBS.filter(([, body]) => 'moduleId' in body))(
    '%s takes no path as the name of a module',
    async (verb, body) => {
      for (const moduleId of ['../plain', 'plain/..', '/etc', 'Plain', 'a_b', '', '__proto__', 'x'.repeat(25), 'a\0b'])
        expect([moduleId, await refused(verb, { ...body, moduleId })]).toEqual([moduleId, '400 bad-request']);
    },
  );
  it.each(VERBS.filter(([verb]) => verb !== 'list'))(
    '%s of a module or kit that is not there says so',
    async (verb, body) => {
      expect(await refused(verb, body)).toBe('404 not-found');
    },
  );
  it('a backend without kits says that it has none', async () => {
    const bare = await startLoopback();
    const answer = await send(bare, { path: '/api/kits/list', body: '{}' });
    expect(AppErrorSchema.parse(JSON.parse(answer.body)).code).toBe('tool-unavailable');
    await bare.close();
  });
  it('a kit is added by its id alone: what leads to another folder is not there', async () => {
    for (const [kit, version] of [
      ['../plain', '1.0.0'],
      ['plain', '../1.0.0'],
      ['plain', '1.0.0/../..'],
      ['.moving', '1.0.0'],
    ])
      expect(await refused('add', { moduleId: 'new', kit, version, profile: 'default' })).toBe('404 not-found');
    expect(existsSync(join(harness.agent.folder, 'modules', 'new'))).toBe(false);
  });
  it('a value that the kit does not ask for is refused, and a secret never comes back', async () => {
    await harness.ready('rows', ROWS_KIT);
    expect(await refused('environment', { moduleId: 'rows', values: { PATH: '/tmp' } })).toBe('400 bad-request');
    expect((await post('environment', { moduleId: 'rows', values: { TOKEN: 'canary-4711' } })).status).toBe(200);
    const list = await (await post('list', {})).text();
    expect(KitResponses.list.parse(JSON.parse(list)).modules[0]?.environment).toContainEqual(
      expect.objectContaining({ name: 'TOKEN', set: true }),
    );
    expect(list + door.log.join('')).not.toContain('canary-4711');
    expect(list).not.toContain(harness.agent.folder);
  });
});

describe('files', () => {
  beforeEach(() => harness.ready('plain', PLAIN_KIT));

  it('a name says nothing to the header but the name, and the bytes are for saving alone', async () => {
    const name = 'Prüfung (1) "a"; filename=evil.exe\'s.html';
    await write((repo) => writeFileSync(join(repo, name), '<script>1</script>'));
    const [file] = await filesOf('plain');
    const answer = await post('download', { moduleId: 'plain', fileId: file?.fileId });
    expect(await answer.text()).toBe('<script>1</script>');
    const { headers } = answer;
    expect(headers.get('content-type')).toBe('application/octet-stream');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain('sandbox');
    const disposition = headers.get('content-disposition') ?? '';
    expect(disposition).toMatch(/^attachment; filename\*=UTF-8''[A-Za-z0-9%._~!-]+$/);
    expect(decodeURIComponent(disposition.split("''")[1] ?? '')).toBe(name);
  });
  it('a link in the workspace is no file to save, wherever it leads', async () => {
    await write((repo) => {
      symlinkSync('/etc/hostname', join(repo, 'out.txt'));
      symlinkSync('inside.txt', join(repo, 'near.txt'));
      writeFileSync(join(repo, 'inside.txt'), 'inside');
    });
    const files = await filesOf('plain');
    expect(files.map(({ path }) => path).filter((path) => path !== 'inside.txt')).toEqual([]);
  });
  it('a path is no id, and the id of one module opens nothing of another', async () => {
    await write((repo) => writeFileSync(join(repo, 'a.txt'), 'a'));
    await harness.ready('other', PLAIN_KIT);
    for (const fileId of ['a.txt', '../../store.sqlite', '%2e%2e%2fkey'])
      expect(await refused('download', { moduleId: 'plain', fileId })).toBe('400 bad-request');
    const [file] = await filesOf('plain');
    expect(await refused('download', { moduleId: 'other', fileId: file?.fileId })).toBe('404 not-found');
    // The content of a commit is no file either.
    const { entries } = KitResponses.log.parse(await (await post('log', { moduleId: 'plain' })).json());
    expect(await refused('download', { moduleId: 'plain', fileId: entries[0]?.commit })).toBe('404 not-found');
  });
  it('a big file comes whole, also for ten at once', async () => {
    const bytes = randomBytes(8_000_000);
    await write((repo) => writeFileSync(join(repo, 'big.bin'), bytes));
    const [file] = await filesOf('plain');
    expect(file?.size).toBe(bytes.length);
    const hash = (data: Uint8Array): string => createHash('sha256').update(data).digest('hex');
    const got = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const answer = await post('download', { moduleId: 'plain', fileId: file?.fileId });
        return hash(new Uint8Array(await answer.arrayBuffer()));
      }),
    );
    expect(new Set(got)).toEqual(new Set([hash(bytes)]));
  });
  it('a diff or an undo of a commit that is not of this workspace is refused', async () => {
    expect(await refused('diff', { moduleId: 'plain', commit: 'f'.repeat(40) })).toBe('404 not-found');
    for (const target of ['f'.repeat(40), '--help', '../x', '; rm -rf /'])
      expect([target, await refused('undo', { moduleId: 'plain', target })]).toEqual([target, '404 not-found']);
  });
});

describe('many at once, and those who leave', () => {
  it('of ten that add the same module one makes it, and it is whole', async () => {
    await harness.install(PLAIN_KIT);
    const wanted = { moduleId: 'plain', kit: 'plain', version: '1.0.0', profile: 'default' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => post('add', wanted)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
    expect(await filesOf('plain')).toEqual([]);
  });
  it('of ten that take the same change back one does', async () => {
    await harness.ready('plain', PLAIN_KIT);
    await write((repo) => writeFileSync(join(repo, 'a.txt'), 'a'));
    const { entries } = KitResponses.log.parse(await (await post('log', { moduleId: 'plain' })).json());
    const target = entries[0]?.commit;
    const answers = await Promise.all(Array.from({ length: 10 }, () => post('undo', { moduleId: 'plain', target })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await filesOf('plain')).toEqual([]);
  });
  it('whoever leaves while a call holds the workspace leaves nothing waiting; what was begun is ended', async () => {
    await harness.ready('plain', PLAIN_KIT);
    let letGo = (): void => undefined;
    harness.runtime.handlers.set('say', () => new Promise<void>((done) => (letGo = done)));
    nextCall = { name: 'kit_plain_say', args: { text: 'x' } };
    const run = harness.agent.run({ ask: 'say it' });
    while (harness.runtime.calls.length === 0) await new Promise((done) => setTimeout(done, 5));
    for (const verb of ['log', 'files', 'undo', 'diff'] as const) {
      const leaving = new AbortController();
      const asked = post(verb, { ...FITS[verb], moduleId: 'plain' }, leaving.signal).catch(
        (error: Error) => error.name,
      );
      setTimeout(() => leaving.abort(), 50);
      expect(await asked).toBe('AbortError');
    }
    letGo();
    await run;
    expect((await post('log', { moduleId: 'plain' })).status).toBe(200);
  });
  it('a module whose asker left before the answer is there, or nothing of it is', async () => {
    await harness.install(PLAIN_KIT);
    const leaving = new AbortController();
    const wanted = { moduleId: 'plain', kit: 'plain', version: '1.0.0', profile: 'default' };
    const asked = post('add', wanted, leaving.signal).catch(() => undefined);
    setTimeout(() => leaving.abort(), 5);
    await asked;
    await expect
      .poll(async () => {
        const { modules } = KitResponses.list.parse(await (await post('list', {})).json());
        return [modules.length, existsSync(join(harness.agent.folder, 'modules', 'plain'))];
      })
      .toEqual([1, true]);
  });
});

describe('a kit that was changed', () => {
  const tool = (): string => join(harness.library.root, 'plain', '1.0.0', 'tools', 'say.ts');
  beforeEach(() => harness.ready('plain', PLAIN_KIT));
  const look = async () =>
    KitResponses.difference.parse(await (await post('difference', { moduleId: 'plain' })).json());

  it('shows what is different, and exactly that is accepted', async () => {
    expect(await refused('difference', { moduleId: 'plain' })).toBe('404 not-found');
    appendFileSync(tool(), '\n// more\n');
    const seen = await look();
    expect(seen.files).toEqual([{ path: 'tools/say.ts', change: 'changed', text: expect.stringContaining('// more') }]);
    expect(seen.now).toEqual(seen.before);
    appendFileSync(tool(), '// and more\n');
    expect(await refused('accept', { moduleId: 'plain', digest: seen.digest })).toBe('409 conflict');
    expect(await refused('accept', { moduleId: 'plain', digest: 'f'.repeat(64) })).toBe('409 conflict');
    expect((await post('accept', { moduleId: 'plain', digest: (await look()).digest })).status).toBe(200);
    expect(await refused('difference', { moduleId: 'plain' })).toBe('404 not-found');
  });
  it('names what it may do now where that is another thing', async () => {
    const manifest = join(harness.library.root, 'plain', '1.0.0', 'kit.yaml');
    writeFileSync(manifest, `${PLAIN_KIT['kit.yaml']}`.replace('risk: none', 'risk: critical'));
    const seen = await look();
    expect(seen.before.tools).toEqual([{ name: 'say', risk: 'none' }]);
    expect(seen.now.tools).toEqual([{ name: 'say', risk: 'critical' }]);
  });
  it('cannot be accepted while it is wrong, and says what is', async () => {
    writeFileSync(tool(), 'export function say(text) { return text; }\n');
    const answer = await post('difference', { moduleId: 'plain' });
    const error = AppErrorSchema.parse(await answer.json());
    expect([error.code, error.problems?.[0]?.path]).toEqual(['kit-invalid', expect.stringContaining('tools/say.ts')]);
    expect(await refused('accept', { moduleId: 'plain', digest: 'a'.repeat(64) })).toMatch(/kit-invalid$/);
  });
});
