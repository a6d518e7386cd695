import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEgress } from '../../backend/egress/guarded-fetch.ts';
import { createKitRuntime } from '../../backend/kits/run-kits.ts';
import type { ScriptStep } from '../fakes/openai-server.ts';
import { customs, outcome, results } from '../unit/agent-support.ts';
import { ModulesHarness, never } from '../unit/kits-modules-support.ts';

const SECRET = 'k3y-with/odd+signs=';
const configured: string[] = [];
const egress = createEgress({
  ownHosts: [],
  configured: () => configured,
  lookup: (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
});
const server = createServer((_request, response) => response.end('reached'));
let named = '';
const dataFolder = realpathSync(mkdtempSync(join(tmpdir(), 'pagehand-engine-modules-')));
const engine = createKitRuntime({ dataFolder, connect: egress.connect });
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  named = `api.kit.example:${typeof address === 'object' ? address?.port : 0}`;
  configured.push(`http://${named}`);
});
afterAll(async () => {
  server.close();
  await engine.close();
  await egress.close();
  rmSync(dataFolder, { recursive: true, force: true });
});

let harness: ModulesHarness;
let steps: ScriptStep[] = [];
beforeEach(async () => {
  harness = await ModulesHarness.start(() => steps.shift() ?? { text: 'done' }, engine);
});
afterEach(() => harness.close());

const repo = (moduleId: string, ...parts: string[]) =>
  join(harness.agent.folder, 'modules', moduleId, 'repo', ...parts);
const kit = (id: string, more: string, code: string) => ({
  'kit.yaml': `docVersion: v1\nid: ${id}\nversion: 1.0.0\nname: ${id}\nowner: Tests\ndescription: For tests.\nruntime: node\n${more}`,
  'tools/t.ts': code,
});
const tool = (name: string, risk = 'low') =>
  `      - { name: ${name}, path: "t.ts:${name}", risk: ${risk}, timeout: 20 }\n`;
const profile = (name: string, ...tools: string[]) => `  ${name}:\n    tools:\n${tools.join('')}`;

/** One call by the model, with the person's yes where it is asked for. */
async function callTool(name: string, args: object = {}) {
  steps = [{ toolCalls: [{ name, args }] }];
  const events = await harness.agent.run({ ask: name });
  if (outcome(events)?.['type'] !== 'interrupt') return { events, asked: false, said: results(events)[0] ?? '' };
  const open = harness.agent.store.interrupts.listOpen('t1').at(-1);
  if (open?.request.kind !== 'approval') throw new Error('no approval');
  const payload = { kind: 'approval' as const, approved: true, hash: open.request.hash, decidedAt: Date.now() };
  const after = await harness.agent.resume('t1', [{ interruptId: open.interruptId, payload }]);
  return { events: [...events, ...after], asked: true, said: results(after)[0] ?? '' };
}

describe('a provided tool', () => {
  const READ = `
/** Tells. */
export async function tell(url: string): Promise<string> {
  const { existsSync, writeFileSync } = await import('node:fs');
  console.log('words of the giver');
  writeFileSync('/repo/of-the-giver.txt', 'x');
  const answer = await fetch(url).then((r) => r.text(), (e) => 'no ' + (e.cause?.code ?? e.code));
  return [answer, process.env.UNIT ?? 'no unit', existsSync('/repo/of-the-taker.txt')].join(' ');
}
/** Marks. */
export async function mark(): Promise<void> { (await import('node:fs')).writeFileSync('/repo/of-the-taker.txt', 'x'); }
`;
  const unit = 'environment: [{ name: UNIT, description: Unit, default: grams }]\n';
  const provide = `provide:\n  tools:\n${tool('tell')}`;

  it('has the network, the environment and the workspace of its own module, never those of the taker', async () => {
    const taking = `network: ["${named}"]\nprofiles:\n${profile('default', tool('mark'))}`;
    await harness.ready('taker', kit('taker', taking, READ));
    await harness.ready('offline', kit('offline', `${unit}${provide}`, READ));
    await harness.ready('online', kit('online', `network: ["${named}"]\n${provide}`, READ));
    await callTool('kit_taker_mark');
    await harness.modules.use('taker', ['offline']);
    const offline = await callTool('kit_taker_tell', { url: `http://${named}/` });
    expect(offline.said).toMatch(/no (ENOTFOUND|EAI_AGAIN) grams false/);
    expect(JSON.stringify(offline.events)).not.toContain('words of the giver');
    expect([existsSync(repo('offline', 'of-the-giver.txt')), existsSync(repo('taker', 'of-the-giver.txt'))]).toEqual([
      true,
      false,
    ]);
    await harness.modules.use('taker', ['online']);
    const online = await callTool('kit_taker_tell', { url: `http://${named}/` });
    expect(online.said).toContain('reached no unit false');
    expect(online.asked).toBe(true);
    const [told] = customs(online.events, 'pagehand.kit-result');
    expect(told?.['result']).toMatchObject({ connections: [{ host: 'api.kit.example' }], stdout: '', files: [] });
  });
});

describe('a module', () => {
  const SAY = '/** Says. */\nexport function say(): string { return "said"; }\n';

  it('runs the profile that it was made with, and asks where that says so', async () => {
    const profiles = `profiles:\n${profile('easy', tool('say'))}${profile('careful', tool('say', 'critical'))}`;
    await harness.ready('one', kit('two-ways', profiles, SAY), 'easy');
    await harness.ready('two', kit('two-ways', profiles, SAY), 'careful');
    expect(await callTool('kit_one_say')).toMatchObject({ asked: false, said: expect.stringContaining('said') });
    expect(await callTool('kit_two_say')).toMatchObject({ asked: true, said: expect.stringContaining('said') });
  });

  it('whose kit was changed on disk runs nothing, and runs again when it is as it was', async () => {
    await harness.ready('one', kit('changed', `profiles:\n${profile('default', tool('say'))}`, SAY));
    const file = join(harness.agent.folder, 'kits/changed/1.0.0/tools/t.ts');
    const before = readFileSync(file);
    harness.changeBeforeNextCall = () => appendFileSync(file, 'export const evil = 1;\n');
    expect((await callTool('kit_one_say')).said).toContain('kit-changed');
    harness.changeBeforeNextCall = undefined;
    writeFileSync(file, before);
    await harness.modules.refresh();
    expect((await callTool('kit_one_say')).said).toContain('said');
  });

  it('that closes its folders is read, goes on and is taken back all the same', async () => {
    const close = `
/** Closes. */
export async function say(): Promise<string> {
  const { mkdirSync, writeFileSync, chmodSync } = await import('node:fs');
  mkdirSync('/repo/a/b', { recursive: true });
  writeFileSync('/repo/a/b/c.txt', String(Math.random()));
  chmodSync('/repo/a/b', 0); chmodSync('/repo/a', 0);
  return 'closed';
}`;
    await harness.ready('one', kit('closing', `profiles:\n${profile('default', tool('say'))}`, close));
    for (let round = 0; round < 2; round += 1) expect((await callTool('kit_one_say')).said).toContain('a/b/c.txt');
    const { workspace } = harness.modules.get('one');
    await workspace.undo(undefined, never);
    await workspace.undo(undefined, never);
    expect(existsSync(repo('one', 'a'))).toBe(false);
  });
});

it('a secret of a module is masked wherever its kit puts it', async () => {
  const leak = `
/** Leaks. */
export async function leak(fail: boolean): Promise<unknown> {
  const s = process.env.TOKEN ?? '';
  const { writeFileSync } = await import('node:fs');
  process.stdout.write('out ' + s.slice(0, 5)); await new Promise((r) => setTimeout(r, 300));
  process.stdout.write(s.slice(5) + ' end\\n');
  console.error(encodeURIComponent(s), Buffer.from('user:' + s).toString('base64'));
  writeFileSync('/repo/kept.txt', 'token ' + s + '\\n');
  if (fail) throw Object.assign(new Error('bad ' + s), { name: 'E' + s });
  return { [s]: [s, Buffer.from(s).toString('hex')], deep: { url: 'https://x/?k=' + encodeURIComponent(s) }, number: Number(process.env.PIN) };
}`;
  const more = `environment:\n  - { name: TOKEN, description: Key, secret: true }\n  - { name: PIN, description: Pin, secret: true }\nprofiles:\n${profile('default', tool('leak'))}`;
  await harness.ready('one', kit('leaky', more, leak));
  await harness.modules.setEnvironment('one', { TOKEN: SECRET, PIN: '7305551234' });
  const spelt = [
    SECRET,
    encodeURIComponent(SECRET),
    Buffer.from(SECRET).toString('hex'),
    'dXNlcjprM3ktd2l0a',
    '7305551234',
  ];
  for (const fail of [false, true]) {
    const { events, said } = await callTool('kit_one_leak', { fail });
    expect(said).toContain('[masked]');
    for (const text of spelt) expect(JSON.stringify(events)).not.toContain(text);
    expect(JSON.stringify(customs(events, 'pagehand.kit-output'))).toContain('out [masked] end');
  }
  const { workspace } = harness.modules.get('one');
  const [entry] = await workspace.log(5, never);
  const last = (await workspace.log(5, never)).find(({ kind }) => kind === 'call') ?? entry;
  expect((await workspace.diff(last?.commit ?? '', never)).text).toContain('+token [masked]');
  // Its old value stays a secret: the history holds it.
  await harness.modules.setEnvironment('one', { TOKEN: 'another-value-now' });
  expect((await workspace.diff(last?.commit ?? '', never)).text).not.toContain(SECRET);
});

describe('a workspace that grows past its bounds', () => {
  const GROW = `
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
/** Fills. */
export function fill(folder: string): void {
  mkdirSync('/repo/' + folder, { recursive: true });
  const piece = Buffer.alloc(8_000_000);
  for (let n = 0; ; n += 1) appendFileSync('/repo/' + folder + '/' + (n % 20), piece);
}
/** Litters. */
export function litter(folder: string): void {
  for (let n = 0; n < 12_000; n += 1) mkdirSync('/repo/' + folder + '/' + n, { recursive: true });
  for (;;);
}
/** Keeps. */
export function keep(): void { mkdirSync('/repo/cache', { recursive: true }); writeFileSync('/repo/cache/mine', 'kept'); writeFileSync('/repo/a.txt', 'kept'); }
`;
  const more = () =>
    `workspace: { ignore: [cache] }\nprofiles:\n${profile('default', tool('fill'), tool('litter'), tool('keep'))}`;

  it.each([
    ['fill', ['data', '.git', 'cache']],
    ['litter', ['.git']],
  ])(
    'is ended while it runs and put back, wherever it grows, and nothing else is lost: %s into %s',
    async (name, folders) => {
      await harness.ready('one', kit('growing', more(), GROW));
      expect((await callTool('kit_one_keep')).said).toContain('a.txt');
      for (const folder of folders) {
        const { said } = await callTool(`kit_one_${name}`, { folder });
        expect([folder, said]).toEqual([folder, expect.stringContaining('too-large')]);
        expect([folder, existsSync(repo('one', folder, '0'))]).toEqual([folder, false]);
        expect(readFileSync(repo('one', 'a.txt'), 'utf8')).toBe('kept');
        expect(readFileSync(repo('one', 'cache/mine'), 'utf8')).toBe('kept');
      }
      mkdirSync(repo('one', 'later'));
    },
  );
});
