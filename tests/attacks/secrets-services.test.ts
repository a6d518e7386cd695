import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FakeService, startService } from '../fakes/http-service.ts';
import { ToolHarness } from '../unit/tool-harness.ts';

const KEYS = { tavily: 'tvly-canary0TAVILY7f3a9b', github: 'ghp_canary0GITHUB7f3a9b2c4d' };

/** A service that says back whatever credential it got, wherever it can. */
let echo: FakeService;
let status = 200;
let tools: ToolHarness;
beforeAll(async () => {
  echo = await startService(({ headers, url }) => {
    const got = (headers.authorization ?? '').replace(/^\w+ /u, '');
    if (status !== 200) return { status, headers: { 'x-echo': got }, json: { message: got, detail: { error: got } } };
    if (url.pathname === '/search')
      return {
        json: { results: [{ title: got, url: `https://echo.example/?key=${got}`, content: `${got} `.repeat(30) }] },
      };
    if (url.pathname.endsWith('/comments')) return { json: [] };
    const body = `${got}\n\n`.repeat(600);
    return {
      json: {
        number: 1,
        title: got,
        body,
        state: 'open',
        labels: [],
        comments: 0,
        created_at: '2026-01-01',
        user: { login: got },
      },
    };
  });
  tools = await ToolHarness.start({
    endpoints: { tavily: echo.origin, github: echo.origin },
    connections: { tavily: { key: KEYS.tavily }, github: { token: KEYS.github } },
    script: (request, count) => {
      const last = request.body.messages.at(-1);
      return last?.role === 'tool' || count > 20 ? { text: 'Done.' } : { toolCalls: CALLS };
    },
  });
});
afterAll(async () => {
  await tools.close();
  await echo.close();
});

const CALLS = [
  { name: 'web_search', args: { query: 'x' } },
  { name: 'github', args: { url: 'ada/kettle#1', question: 'x' } },
];

it.each([200, 400, 401, 403, 404, 429, 500])(
  'a service that repeats a credential with status %i brings it nowhere but back to itself (D01, D04)',
  async (answered) => {
    status = answered;
    const events = await tools.agent.run({ threadId: `t${answered}`, ask: 'Look it up' });
    expect(echo.requests.map(({ headers }) => headers.authorization).join()).toContain(KEYS.github);
    const places: Record<string, string> = {
      events: JSON.stringify(events),
      bodies: JSON.stringify(tools.agent.server.requests.map(({ body }) => body)),
    };
    const { folder } = tools.agent;
    for (const file of readdirSync(folder)) places[file] = readFileSync(join(folder, file), 'latin1');
    expect(Object.keys(places)).toContain('pagehand.sqlite');
    for (const [place, content] of Object.entries(places))
      for (const [name, canary] of Object.entries(KEYS))
        expect(content.includes(canary), `the ${name} canary is in: ${place}`).toBe(false);
    if (answered === 200) expect(places['events']).toContain('[masked]');
  },
);
