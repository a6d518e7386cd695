import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@pagehand/contracts/errors';
import { redactSecrets } from '@pagehand/contracts/redact-secrets';
import { afterEach, describe, expect, it } from 'vitest';
import { exportThread } from '../../backend/api/export-thread.ts';
import { createLogger } from '../../backend/log.ts';
import { saveModelChoice } from '../../backend/models/model-settings.ts';
import { AgentHarness } from '../unit/agent-support.ts';

const CANARY = {
  provider: 'sk-canary-0PROVIDER7f3a9b2c4d5e6f',
  google: 'ya29.canary0GOOGLE7f3a9b2c4d5e6f7a8b',
  session: 'canary0PYJIIT7f3a9b2c4d5e6f',
};
let harness: AgentHarness | undefined;
afterEach(async () => {
  await harness?.close();
  harness = undefined;
});

describe('secrets stay where they belong (D01, D02, D04)', () => {
  it('keys and tokens of a run are in no file of the data folder, no event, no log and no body that a model gets', async () => {
    const lines: string[] = [];
    const log = createLogger('trace', { write: (line: string) => void lines.push(line) });
    const agent = await AgentHarness.start(
      (_request, count) =>
        count === 0 ? { toolCalls: [{ name: 'read_page', args: { view: 'text' } }] } : { status: 401 },
      { log },
    );
    harness = agent;
    saveModelChoice(
      agent.store,
      { kind: 'openai-compatible', baseUrl: agent.server.baseUrl, model: 'scripted' },
      CANARY.provider,
    );
    log.error({ err: new Error(`bad\n  at ${CANARY.provider}`), provider: { apiKey: CANARY.provider } }, 'it failed');
    log.error({ err: Object.assign(new Error('x'), { code: CANARY.provider }) }, `with ${CANARY.provider}`);
    const events = await agent.run({
      ask: 'read it',
      credentials: { googleAccessToken: CANARY.google, pyjiitSession: { token: CANARY.session } },
    });
    expect(agent.store.secrets.get('model-key')).toBe(CANARY.provider);
    const places: Record<string, string> = {
      events: JSON.stringify(events),
      log: lines.join(''),
      bodies: JSON.stringify(agent.server.requests.map((request) => request.body)),
    };
    for (const file of readdirSync(agent.folder)) places[file] = readFileSync(join(agent.folder, file), 'latin1');
    expect(places['log']).toContain('it failed');
    expect(Object.keys(places)).toContain('pagehand.sqlite');
    for (const [place, content] of Object.entries(places))
      for (const [name, canary] of Object.entries(CANARY))
        expect(content.includes(canary), `the ${name} canary is in: ${place}`).toBe(false);
  });

  it.each(['markdown', 'json'] as const)(
    'an export (%s) masks what was pasted, answered, called with and received',
    (format) => {
      const thread = {
        threadId: 't',
        title: `key ${CANARY.provider}`,
        pinned: false,
        createdAt: 1,
        updatedAt: 1,
        waiting: false,
      };
      const base = { turnId: 'r', createdAt: 1 };
      const { content, filename } = exportThread(
        thread,
        [
          { ...base, id: 'm1', role: 'user', content: `my key is ${CANARY.provider}` },
          {
            ...base,
            id: 'm2',
            role: 'assistant',
            content: 'card 4111 1111 1111 1111',
            toolCalls: [{ id: 'c1', name: 'read_page', args: { list: [{ query: CANARY.google }] } }],
          },
          {
            ...base,
            id: 'm3',
            role: 'tool',
            toolCallId: 'c1',
            content: 'ok',
            artifact: { kind: 'x', said: CANARY.provider },
          },
        ],
        format,
      );
      const plain = 'correct horse battery';
      const shapeless = { ...base, id: 'm4', role: 'user', content: `the key is ${plain}` } as const;
      expect(exportThread(thread, [shapeless], format, [plain]).content).not.toContain(plain);
      for (const secret of [CANARY.provider, CANARY.google, '4111 1111 1111 1111']) {
        expect(content).not.toContain(secret);
        expect(filename).not.toContain('PROVIDER');
      }
      expect(content).toContain('read_page');
      expect(content).toContain('[api-key]');
    },
  );

  it.each([
    'aws_secret_access_key = wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY',
    'sessionToken: "9f8e7d6c5b4a39281706"',
    'dbPassword=Tr0ub4dor3x9',
    'Passwort: Gehe1m4711x',
    'postgres://ada:s3cr3t99@db.example:5432/app',
    'private_key: "a1b2c3d4e5f6a7b8"',
  ])('%s is masked, once and for all', (text) => {
    const once = redactSecrets(text).text;
    expect(once).toMatch(/\[(?:assigned-secret|url-token)\]/);
    expect(redactSecrets(once).text).toBe(once);
  });
  it.each([
    'https://a.example:8080/x',
    'Meet at 10:30@noon',
    'mail ada:bob@x.example',
    'token: required',
    'see https://a.example/@ada',
  ])('%s is no secret', (text) => expect(redactSecrets(text).text).toBe(text));
  it('a log keeps an error of ours readable', () => {
    const lines: string[] = [];
    const log = createLogger('info', { write: (line: string) => void lines.push(line) });
    log.warn({ err: new AppError('store-unavailable', 'The disk is full.') }, 'it failed');
    expect(lines[0]).toContain('store-unavailable');
    expect(lines[0]).toContain('The disk is full.');
    expect(lines[0]).toContain('secrets.test.ts');
  });
});
