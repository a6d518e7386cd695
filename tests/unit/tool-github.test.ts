import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { githubTarget, githubWeb } from '../../backend/tools/github-target.ts';
import { startGithub } from '../fakes/github-service.ts';
import type { FakeService } from '../fakes/http-service.ts';
import { ToolHarness } from './tool-harness.ts';

const TOKEN = 'ghp_canary_token';
let github: FakeService;
let tools: ToolHarness;
let signedIn: ToolHarness;
beforeAll(async () => {
  github = await startGithub(TOKEN);
  const endpoints = { github: github.origin };
  tools = await ToolHarness.start({ endpoints, timeMs: 2_000 });
  signedIn = await ToolHarness.start({ endpoints, connections: { github: { token: TOKEN } } });
});
afterAll(async () => {
  await tools.close();
  await signedIn.close();
  await github.close();
});
const ask = (url: string, question: string) => tools.call('github', { url, question });

describe('github', () => {
  it('gives a digest of a repository: facts, README, tree, and the file that the question is about', async () => {
    const run = await ask('ada/kettle', 'How does boil compute its energy?');
    for (const part of ['# ada/kettle', '42 stars', 'heats water', '- src/pour-over.ts', '### src/boil.ts', '335_000'])
      expect(run.content).toContain(part);
    expect(run.content).not.toContain('### logo.png');
    expect(run.sources).toEqual([{ n: 1, title: 'ada/kettle', url: `${github.origin}/ada/kettle` }]);
    expect(run.content.length).toBeLessThan(12_000);
  });

  it('reads an issue with its comments, as marked data', async () => {
    const run = await ask('https://github.com/ada/kettle/issues/7', 'What helps?');
    expect(run.content).toContain('Boils over at altitude (#7)');
    expect(run.content).toContain('A pressure valve helps');
    expect(run.content.match(/<\/untrusted>/gu)).toHaveLength(1);
  });

  it('reads a pull request with what it changes', async () => {
    const run = await ask('https://github.com/ada/kettle/pull/8', 'What changed?');
    expect(run.content).toContain('merged');
    expect(run.content).toContain('src/whistle.ts (added, +10 -2)');
  });

  it('finds issues about the question, else lists the newest open ones', async () => {
    expect((await ask('https://github.com/ada/kettle/issues', 'altitude')).content).toContain('about the question');
    const newest = await ask('https://github.com/ada/kettle/issues', 'teapots');
    expect(newest.content).toContain('Newest open issues');
    expect(newest.content).not.toContain('Add a whistle');
  });

  it('reads files, also with spaces in their names, and releases', async () => {
    expect((await ask('https://github.com/ada/kettle/blob/main/src/boil.ts', 'joules')).content).toContain(
      'litres * 335_000',
    );
    const notes = await ask('https://github.com/ada/kettle/blob/main/docs/Safety%20Notes.md', 'dry');
    expect(notes.content).toContain('Never boil dry.');
    expect((await ask('https://github.com/ada/kettle/releases', 'speed')).content).toContain('Heats twice as fast.');
    expect((await ask('https://github.com/ada/kettle/releases/tag/v2.0.0', 'speed')).content).toContain('v2.0.0');
  });

  it('sees private repositories and searches code only with a token, which stays hidden', async () => {
    const closed = await ask('ada/secret', 'What is it?');
    expect(closed.error).toMatchObject({ code: 'service-error', message: expect.stringContaining('connect GitHub') });
    const open = await signedIn.call('github', { url: 'ada/secret', question: 'boil litres' });
    expect(open.content).toContain('# ada/secret');
    expect(open.content).toContain('Code that has these words');
    expect(JSON.stringify(open.events)).not.toContain(TOKEN);
    expect(JSON.stringify(signedIn.agent.store.threads.messages(open.threadId))).not.toContain(TOKEN);
  });

  it('searches code by whole words, and a search that fails leaves the digest', async () => {
    const queries: (string | null)[] = [];
    github.instead = ({ url }) => {
      if (url.pathname !== '/search/code') return 'usual';
      queries.push(url.searchParams.get('q'));
      return { status: 403, json: { message: 'API rate limit exceeded' } };
    };
    const run = await signedIn.call('github', { url: 'ada/kettle', question: 'How does memory caching work?' });
    github.instead = undefined;
    expect(queries[0]).toContain('memory caching');
    expect(run.error).toBeUndefined();
    expect(run.content).toContain('# ada/kettle');
    expect(run.content).toContain('(The search of code failed.)');
  });

  it('says when a rate limit ends', async () => {
    const reset = 1_790_000_000;
    github.instead = () => ({
      status: 403,
      headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(reset) },
      json: { message: 'API rate limit exceeded' },
    });
    const run = await ask('ada/kettle', 'x');
    github.instead = undefined;
    expect(run.error).toMatchObject({ code: 'service-limited', retryable: true });
    expect(run.error?.message).toContain(new Date(reset * 1_000).toISOString().slice(0, 10));
  });

  it.each([
    ['a wrong token', 401, 'connection-refused'],
    ['a secondary limit', 429, 'service-limited'],
    ['a missing repository', 404, 'service-error'],
    ['a broken server', 502, 'service-unreachable'],
  ])('%s is an error', async (_what, status, code) => {
    github.instead = () => ({ status, json: { message: 'SECRET OF THE SERVER' } });
    const run = await ask('ada/kettle', 'x');
    github.instead = undefined;
    expect(run.error?.code).toBe(code);
    expect(run.content).not.toContain('SECRET OF THE SERVER');
  });

  it('garbage and silence are errors', async () => {
    github.instead = () => ({ text: '<html>', headers: { 'content-type': 'application/json' } });
    expect((await ask('ada/kettle', 'x')).error?.code).toMatch(/^service-/u);
    github.instead = () => undefined;
    expect((await ask('ada/kettle', 'x')).error?.code).toBe('timeout');
    github.instead = undefined;
  });

  it('is asked on without a question about what GitHub itself said', async () => {
    const threadId = 'goes-on';
    for (const url of ['https://github.com/ada/kettle/pull/8', 'https://github.com/ada/kettle/issues/7']) {
      const command = {
        tool: 'github',
        args: { url, question: 'A pressure valve helps: what does it say of the lid?' },
      };
      await tools.agent.run({ threadId, command });
    }
    expect(tools.agent.store.interrupts.listOpen(threadId)).toEqual([]);
  });

  it.each(['kettle', 'https://gitlab.com/ada/kettle', 'https://github.com/ada', 'javascript:alert(1)', '../../etc'])(
    'refuses %j',
    async (url) => {
      expect((await ask(url, 'x')).error?.code).toBe('invalid-arguments');
    },
  );
});

describe('addresses on GitHub', () => {
  it.each([
    ['ada/kettle', { kind: 'repository' }],
    ['ada/kettle#7', { kind: 'thread', number: 7 }],
    ['github.com/ada/kettle', { kind: 'repository' }],
    ['https://github.com/ada/kettle.git', { kind: 'repository' }],
    ['https://www.github.com/ada/kettle/pull/8/files', { kind: 'thread', number: 8 }],
    ['https://github.com/ada/kettle/pulls', { kind: 'pulls' }],
    ['https://github.com/ada/kettle/tree/main/src', { kind: 'repository' }],
    ['https://git.corp.example/ada/kettle/issues/3', { kind: 'thread', number: 3 }],
  ])('%s', (given, wanted) => {
    const target = githubTarget(given, 'https://git.corp.example/api/v3');
    const web = given.includes('github.com') ? 'https://github.com' : 'https://git.corp.example';
    expect(target).toEqual({ web, owner: 'ada', repo: 'kettle', ...wanted });
  });

  it.each([
    ['https://api.github.com', 'https://github.com'],
    ['https://git.corp.example/api/v3', 'https://git.corp.example'],
    ['https://api.git.corp.example:8443/api/v3', 'https://api.git.corp.example:8443'],
    ['https://api.acme.ghe.com', 'https://acme.ghe.com'],
  ])('sources of the API at %s are on %s', (endpoint, web) => {
    expect(githubWeb(endpoint)).toBe(web);
    expect(githubTarget(`${web}/ada/kettle/pull/8`, endpoint)).toMatchObject({ web, number: 8 });
    expect(githubTarget('https://evil.example/ada/kettle', endpoint)).toBeUndefined();
  });
});
