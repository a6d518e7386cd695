import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Script } from '../fakes/openai-server.ts';
import { AgentHarness, customs, outcome, page, results, text } from './agent-support.ts';
import { testTools } from './agent-test-tools.ts';

let folder: string;
let harness: AgentHarness;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pagehand-effects-'));
});
afterEach(async () => {
  await harness.close();
  rmSync(folder, { recursive: true, force: true });
});
const start = async (script: Script, options = {}): Promise<AgentHarness> => {
  harness = await AgentHarness.start(script, { tools: testTools(join(folder, 'effects')), ...options });
  return harness;
};
const call = (name: string, args: Record<string, unknown>) => ({ toolCalls: [{ name, args }] });

describe('budgets', () => {
  it('end a run whose same call failed three times, with an honest answer', async () => {
    const agent = await start(() => call('fails', { how: 'error' }));
    const events = await agent.run({ ask: 'x' });
    expect(agent.server.requests).toHaveLength(3);
    expect(readFileSync(join(folder, 'effects'), 'utf8').trim().split('\n')).toHaveLength(3);
    expect(text(events)).toContain('failed 3 times');
    expect(text(events)).toContain('0 tool calls worked, 3 failed');
    expect(customs(events, 'pagehand.notice')).toMatchObject([{ code: 'repeated-failure' }]);
    expect(outcome(events)).toEqual({ type: 'success' });
    expect(agent.store.threads.messages('t1').at(-1)).toMatchObject({ role: 'assistant', content: text(events) });
  });

  it('end a run that calls the model too often', async () => {
    const agent = await start((_request, count) => call('slow_read', { ms: count }), { budgets: { modelCalls: 4 } });
    const events = await agent.run({ ask: 'x' });
    expect(agent.server.requests).toHaveLength(4);
    expect(text(events)).toContain('4 model calls');
    expect(text(events)).toContain('4 tool calls worked');
  });

  it('end a run that used up its tokens', async () => {
    const agent = await start(
      (_request, count) => ({
        ...call('slow_read', { ms: count }),
        usage: { prompt_tokens: 600, completion_tokens: 1 },
      }),
      { budgets: { tokens: 1_000 } },
    );
    expect(text(await agent.run({ ask: 'x' }))).toContain('1000 tokens');
    expect(agent.server.requests).toHaveLength(2);
  });

  it('end a run that takes too long, with an answer for its open call', async () => {
    const agent = await start([call('slow_write', { note: 'n', ms: 60_000 })], { budgets: { runMs: 1_500 } });
    const events = await agent.run({ ask: 'x' });
    expect(results(events)[0]).toContain('outcome-unknown');
    expect(customs(events, 'pagehand.notice')).toMatchObject([{ code: 'budget-exhausted' }]);
    expect(outcome(events)).toEqual({ type: 'success' });
  });

  it('refuse the calls past the limit of one message, and run the others', async () => {
    const many = { toolCalls: Array.from({ length: 5 }, () => ({ name: 'slow_read', args: { ms: 1 } })) };
    const agent = await start([many, { text: 'ok' }], { budgets: { parallelCalls: 3 } });
    const got = results(await agent.run({ ask: 'x' }));
    expect(got.filter((result) => result === 'read it')).toHaveLength(3);
    expect(got.filter((result) => result.includes('budget-exhausted'))).toHaveLength(2);
  });

  it('refuse a run past the cap of parallel ones', async () => {
    const agent = await start(() => ({ hang: true }), { maxRuns: 2 });
    const runs = [await agent.begin({ threadId: 'a', ask: 'x' }), await agent.begin({ threadId: 'b', ask: 'x' })];
    await expect(agent.begin({ threadId: 'c', ask: 'x' })).rejects.toMatchObject({ code: 'too-many-requests' });
    await agent.service.stop('a');
    const third = await agent.begin({ threadId: 'c', ask: 'x' });
    await Promise.all([agent.service.stop('b'), agent.service.stop('c')]);
    await Promise.all([...runs, third].map((run) => run.events));
  });
});

describe('one process', () => {
  it('compiles the graph once for 100 runs with differing contexts', { timeout: 60_000 }, async () => {
    const agent = await start(() => ({ text: 'ok' }));
    for (let index = 0; index < 100; index += 1) {
      await agent.run({
        threadId: `t${index % 7}`,
        ask: `ask ${index}`,
        credentials: index % 2 === 0 ? { googleAccessToken: `token-${index}` } : {},
        ...(index % 3 === 0 ? { page: page(`snap-${index}`) } : {}),
      });
    }
    expect(agent.server.requests).toHaveLength(100);
    expect(agent.service.compilations).toBe(1);
  });

  it('sends no traces, whatever the shell says', async () => {
    process.env['LANGSMITH_TRACING'] = 'true';
    process.env['LANGCHAIN_TRACING_V2'] = 'true';
    await start([]);
    expect(process.env['LANGSMITH_TRACING']).toBeUndefined();
    expect(process.env['LANGCHAIN_TRACING_V2']).toBeUndefined();
  });

  it('leaves no checkpoint behind when a turn has ended, and never a credential', async () => {
    const agent = await start([call('write_note', { note: 'n' }), { text: 'ok' }]);
    await agent.run({
      ask: 'x',
      credentials: { googleAccessToken: 'ya29.very-secret', pyjiitSession: { cookie: 'also-secret' } },
    });
    const dump = (): string =>
      ['checkpoints', 'writes', 'turns', 'events']
        .flatMap((table) => agent.store.database.prepare(`SELECT * FROM ${table}`).all())
        .map((row) =>
          JSON.stringify(row, (_key, value: unknown) => (Buffer.isBuffer(value) ? value.toString('utf8') : value)),
        )
        .map((row) => row + decodeBuffers(row))
        .join('\n');
    expect(dump()).toContain('write_note');
    expect(dump()).not.toMatch(/very-secret|also-secret|sk-test-secret/u);
    await agent.service.stop('t1');
    expect(agent.store.database.prepare('SELECT COUNT(*) AS count FROM checkpoints').get()).toEqual({ count: 0 });
    expect(agent.store.database.prepare('SELECT COUNT(*) AS count FROM writes').get()).toEqual({ count: 0 });
  });
});

/** `Buffer.toJSON` runs before the replacer: bytes come as `{type: 'Buffer', data}`. */
function decodeBuffers(row: string): string {
  const found = row.match(/"data":\[[\d,]+\]/gu) ?? [];
  return found.map((data) => Buffer.from(data.slice(8, -1).split(',').map(Number)).toString('utf8')).join(' ');
}

describe('Stop', () => {
  it('does not wait for a tool that does not listen to it', async () => {
    const agent = await start([call('slow_read', { ms: 60_000 })]);
    const run = await agent.begin({ ask: 'x' });
    await new Promise<void>((resolve) => {
      const stopListening = agent.store.events.listen('t1', ({ event }) => {
        if (event['type'] !== 'TOOL_CALL_END') return;
        stopListening();
        resolve();
      });
    });
    await agent.service.stop('t1');
    const events = await run.events;
    expect(results(events)[0]).toContain('"cancelled"');
    expect(outcome(events)).toEqual({ type: 'cancelled' });
  });
});

describe('tool results', () => {
  it('are capped for the model, and the rest can be read on, as data', async () => {
    let callId = '';
    const agent = await start((request, count) => {
      if (count === 0) return call('long_text', {});
      const last = String(request.body.messages.at(-1)?.content);
      const rest = /"call_id":"([^"]+)","offset":(\d+)/u.exec(last) ?? /offset (\d+)\]$/u.exec(last);
      if (rest === null) return { text: /(.{7})\n<\/untrusted>$/u.exec(last)?.[1] ?? last };
      if (rest.length === 3) callId = rest[1] ?? '';
      return call('read_result', { call_id: callId, offset: Number(rest.at(-1)) });
    });
    const events = await agent.run({ ask: 'x' });
    expect(results(events)[0]?.length).toBe(12_000);
    expect(text(events)).toBe('THE END');
  });

  it('of a tool that throws say nothing of what was thrown', async () => {
    const agent = await start([call('fails', { how: 'throw' }), { text: 'ok' }]);
    const [result] = results(await agent.run({ ask: 'x' }));
    expect(result).toContain('"internal"');
    expect(result).not.toContain('/home/ada');
  });
});
