import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startGithub } from '../fakes/github-service.ts';
import type { FakeService } from '../fakes/http-service.ts';
import { GoogleBench } from '../unit/google-support.ts';
import { ToolHarness } from '../unit/tool-harness.ts';
import { startTarget, type Target } from './egress-harness.ts';

let proxy: Target;
let github: FakeService;
beforeAll(async () => {
  proxy = await startTarget();
  github = await startGithub('ghp_test');
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'])
    for (const spelling of [name, name.toLowerCase()])
      vi.stubEnv(spelling, name === 'NODE_USE_ENV_PROXY' ? '1' : proxy.origin);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await proxy.close();
  await github.close();
});

it('a proxy that the environment names gets nothing: neither what is fetched nor what the clients of services send', async () => {
  const google = await GoogleBench.start();
  google.google.mails.push({
    id: 'm1',
    labels: ['INBOX'],
    from: 'Ann <ann@mail.example>',
    subject: 'Lunch',
    text: 'At noon?',
  });
  expect((await google.call('gmail_agent', {})).result).toContain('Lunch');
  expect(google.google.server.requests.length).toBeGreaterThan(0);
  await google.close();
  const tools = await ToolHarness.start({
    endpoints: { github: github.origin },
    connections: { github: { token: 'ghp_test' } },
  });
  expect((await tools.call('github', { url: 'ada/kettle', question: 'What is it?' })).content).toContain('Heats water');
  expect(await (await tools.egress.fetch(`${github.origin}/repos/ada/kettle`)).text()).toContain('ada/kettle');
  await tools.close();
  expect(proxy.sockets()).toBe(0);
});
