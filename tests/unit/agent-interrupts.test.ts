import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InterruptAnswer, InterruptRequest } from '@pagehand/contracts/interrupts';
import { LIMITS } from '@pagehand/contracts/limits';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ScriptStep } from '../fakes/openai-server.ts';
import { AgentHarness, customs, type Event, outcome, results, silentLog, text } from './agent-support.ts';
import { testTools } from './agent-test-tools.ts';

let folder: string;
let harness: AgentHarness;
const effects = (): string[] =>
  existsSync(join(folder, 'effects'))
    ? readFileSync(join(folder, 'effects'), 'utf8').trim().split('\n').filter(Boolean)
    : [];
const start = async (script: ScriptStep[]): Promise<AgentHarness> => {
  harness = await AgentHarness.start(script, { tools: testTools(join(folder, 'effects')), log: silentLog });
  return harness;
};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pagehand-effects-'));
});
afterEach(async () => {
  await harness.close();
  rmSync(folder, { recursive: true, force: true });
});

type Interrupt = { id: string; reason: string; metadata: InterruptRequest };
const interruptsOf = (events: Event[]): Interrupt[] => (outcome(events)?.['interrupts'] ?? []) as Interrupt[]; // our own events
const approve = (
  interrupt: Interrupt,
  approved = true,
  reason?: string,
): { interruptId: string; payload: InterruptAnswer } => {
  if (interrupt.metadata.kind !== 'approval') throw new Error('not an approval');
  const { hash } = interrupt.metadata;
  return {
    interruptId: interrupt.id,
    payload: { kind: 'approval', approved, hash, decidedAt: Date.now(), ...(reason ? { reason } : {}) },
  };
};
const twoWrites: ScriptStep = {
  toolCalls: [
    { name: 'write_note', args: { note: 'a' }, id: 'x' },
    { name: 'write_note', args: { note: 'b' }, id: 'x' },
    { name: 'slow_read', args: { ms: 5 }, id: 'x' },
  ],
};

describe('a server tool that needs approval', () => {
  it('waits, runs once when approved, and the model goes on', async () => {
    const agent = await start([{ toolCalls: [{ name: 'write_note', args: { note: 'hello' } }] }, { text: 'Written.' }]);
    const first = await agent.run({ ask: 'write hello' });
    expect(outcome(first)).toMatchObject({ type: 'interrupt' });
    const [interrupt] = interruptsOf(first);
    if (interrupt === undefined) throw new Error('no interrupt');
    expect(interrupt.metadata).toMatchObject({
      kind: 'approval',
      tool: 'write_note',
      args: { note: 'hello' },
      risk: { risk: 'high' },
    });
    expect(customs(first, 'pagehand.interrupt')).toHaveLength(1);
    expect(effects()).toEqual([]);
    expect(agent.store.turns.open('t1')?.state).toBe('waiting');

    const second = await agent.resume('t1', [approve(interrupt)]);
    expect(effects()).toEqual(['write hello']);
    expect(customs(second, 'pagehand.interrupt-closed')).toEqual([{ interruptId: interrupt.id }]);
    expect(text(second)).toBe('Written.');
    expect(outcome(second)).toEqual({ type: 'success' });
    expect(agent.store.turns.open('t1')).toBeUndefined();
  });

  it('does not run on a yes that grew stale while the call waited for something else', async () => {
    const agent = await start([twoWrites, { text: 'One of them.' }]);
    const [a, b] = interruptsOf(await agent.run({ ask: 'write both' }));
    if (a === undefined || b === undefined) throw new Error('no interrupts');
    const first = approve(a);
    // Fresh when it arrives, and not any more when the other one is answered.
    if (first.payload.kind === 'approval') first.payload.decidedAt = Date.now() - LIMITS.approvalAgeMs + 500;
    agent.store.interrupts.answer(a.id, first.payload);
    await new Promise((resolve) => setTimeout(resolve, 700));
    const events = await agent.resume('t1', [approve(b)]);
    expect(effects().filter((effect) => effect.startsWith('write'))).toEqual(['write b']);
    expect(results(events).join('\n')).toContain('approval-stale');
  });

  it('gives the reason of a rejection to the model and does nothing', async () => {
    const agent = await start([{ toolCalls: [{ name: 'write_note', args: { note: 'no' } }] }, { text: 'Fine.' }]);
    const [interrupt] = interruptsOf(await agent.run({ ask: 'x' }));
    if (interrupt === undefined) throw new Error('no interrupt');
    const events = await agent.resume('t1', [approve(interrupt, false, 'Not on a Monday.')]);
    expect(effects()).toEqual([]);
    expect(results(events)[0]).toContain('Not on a Monday.');
    expect(JSON.stringify(agent.server.requests[1]?.body.messages)).toContain('Not on a Monday.');
  });

  it('refuses a stale approval, one of another hash, one of a wrong kind and an unknown id, and stays open', async () => {
    const agent = await start([{ toolCalls: [{ name: 'write_note', args: { note: 'n' } }] }, { text: 'ok' }]);
    const [interrupt] = interruptsOf(await agent.run({ ask: 'x' }));
    if (interrupt === undefined) throw new Error('no interrupt');
    const good = approve(interrupt);
    const entry = (payload: unknown, interruptId = interrupt.id) =>
      agent.run({ resume: [{ interruptId, status: 'resolved' as const, payload }] });
    await expect(entry({ ...good.payload, decidedAt: Date.now() - 121_000 })).rejects.toMatchObject({
      code: 'approval-stale',
    });
    await expect(entry({ ...good.payload, hash: '0'.repeat(64) })).rejects.toMatchObject({ code: 'approval-mismatch' });
    await expect(entry({ kind: 'question', answer: 'yes' })).rejects.toMatchObject({ code: 'bad-request' });
    await expect(entry({ approved: true })).rejects.toMatchObject({ code: 'bad-request' });
    await expect(entry(good.payload, 'nope')).rejects.toMatchObject({ code: 'conflict' });
    expect(agent.store.interrupts.listOpen('t1')).toHaveLength(1);
    await agent.resume('t1', [good]);
    await expect(entry(good.payload)).rejects.toMatchObject({ code: 'conflict' });
    expect(effects()).toEqual(['write n']);
  });

  it('ends a call that was cancelled with exactly one ToolMessage', async () => {
    const agent = await start([{ toolCalls: [{ name: 'write_note', args: { note: 'n' } }] }, { text: 'ok' }]);
    const [interrupt] = interruptsOf(await agent.run({ ask: 'x' }));
    const events = await agent.run({ resume: [{ interruptId: interrupt?.id ?? '', status: 'cancelled' }] });
    expect(results(events)).toHaveLength(1);
    expect(results(events)[0]).toContain('"cancelled"');
    expect(effects()).toEqual([]);
  });
});

describe('parallel calls', () => {
  it('are answered together: every effect happens once and the model is called once', async () => {
    const agent = await start([twoWrites, { text: 'Done.' }]);
    const interrupts = interruptsOf(await agent.run({ ask: 'x' }));
    expect(interrupts).toHaveLength(2);
    expect(new Set(interrupts.map((interrupt) => interrupt.id)).size).toBe(2);
    const events = await agent.resume(
      't1',
      interrupts.map((interrupt) => approve(interrupt)),
    );
    expect(text(events)).toBe('Done.');
    expect(effects().sort()).toEqual(['read', 'write a', 'write b']);
    expect(agent.server.requests).toHaveLength(2);
    const tools = (agent.server.requests[1]?.body.messages ?? []).filter((message) => message.role === 'tool');
    expect(tools.map((message) => message.content)).toEqual(['noted a', 'noted b', 'read it']);
    expect(new Set(tools.map((message) => message.tool_call_id)).size).toBe(3);
  });

  it('are answered one by one: the first answer ends its run with what is still open', async () => {
    const agent = await start([twoWrites, { text: 'Done.' }]);
    const [a, b] = interruptsOf(await agent.run({ ask: 'x' }));
    if (a === undefined || b === undefined) throw new Error('no interrupts');
    const middle = await agent.resume('t1', [approve(b)]);
    expect(interruptsOf(middle).map((interrupt) => interrupt.id)).toEqual([a.id]);
    expect(effects()).toEqual(['read']);
    const events = await agent.resume('t1', [approve(a, false, 'not a')]);
    expect(text(events)).toBe('Done.');
    expect(effects()).toEqual(['read', 'write b']);
    expect(agent.server.requests).toHaveLength(2);
  });

  it('show an interrupt at once, and take its answer while a sibling still works', async () => {
    const agent = await start([
      {
        toolCalls: [
          { name: 'write_note', args: { note: 'a' } },
          { name: 'slow_read', args: { ms: 400 } },
        ],
      },
      { text: 'Done.' },
    ]);
    const first = await agent.begin({ ask: 'x' });
    await waitFor(() => agent.store.interrupts.listOpen('t1').length === 1);
    expect(agent.store.turns.open('t1')?.state).toBe('running');
    const [open] = agent.store.interrupts.listOpen('t1');
    if (open === undefined) throw new Error('no interrupt');
    const answered = agent.resume('t1', [
      approve({ id: open.interruptId, reason: 'approval', metadata: open.request }),
    ]);
    await first.events;
    expect(text(await answered)).toBe('Done.');
    expect(effects().sort()).toEqual(['read', 'write a']);
  });
});

describe('a new message while something is open', () => {
  it('cancels what is open with a ToolMessage each, and the model sees them', async () => {
    const agent = await start([twoWrites, { text: 'Something else.' }]);
    const [a] = interruptsOf(await agent.run({ ask: 'first' }));
    const events = await agent.run({ ask: 'second' });
    expect(text(events)).toBe('Something else.');
    expect(agent.store.interrupts.listOpen('t1')).toEqual([]);
    const roles = (agent.server.requests[1]?.body.messages ?? []).map((message) => message.role);
    expect(roles).toEqual(['system', 'user', 'assistant', 'tool', 'tool', 'tool', 'user']);
    expect(effects()).toEqual(['read']);
    await expect(agent.run({ resume: [{ interruptId: a?.id ?? '', status: 'cancelled' }] })).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  it('stops a run that goes on, and its socket to the model closes', async () => {
    const agent = await start([{ hang: true }, { text: 'Second.' }]);
    const first = await agent.begin({ ask: 'first' });
    const request = await agent.server.received(1);
    const second = await agent.run({ ask: 'second' });
    expect(await request.closed).toEqual({ complete: false });
    expect(outcome(await first.events)).toEqual({ type: 'cancelled' });
    expect(text(second)).toBe('Second.');
  });
});

describe('ask_user', () => {
  it('gives the answer of the person to the model', async () => {
    const agent = await start([
      { toolCalls: [{ name: 'ask_user', args: { question: 'Which?', options: ['red', 'blue'] } }] },
      { text: 'Blue it is.' },
    ]);
    const [interrupt] = interruptsOf(await agent.run({ ask: 'pick' }));
    expect(interrupt?.metadata).toMatchObject({ kind: 'question', question: 'Which?', options: ['red', 'blue'] });
    const events = await agent.resume('t1', [
      { interruptId: interrupt?.id ?? '', payload: { kind: 'question', answer: 'blue' } },
    ]);
    expect(results(events)).toEqual(['blue']);
  });
});

async function waitFor(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe('Stop and what comes with it', () => {
  it('ends a run that an answer began a moment before', async () => {
    const agent = await start([
      { toolCalls: [{ name: 'write_note', args: { note: 'a' } }] },
      { toolCalls: [{ name: 'slow_write', args: { note: 'b', ms: 5_000 } }] },
      { text: 'never' },
    ]);
    const [interrupt] = interruptsOf(await agent.run({ ask: 'x' }));
    if (interrupt === undefined) throw new Error('no interrupt');
    const answered = agent.begin({ resume: [{ ...approve(interrupt), status: 'resolved' }] });
    const stopped = agent.service.stop('t1');
    const { events } = await answered;
    await stopped;
    expect(outcome(await events)).toEqual({ type: 'cancelled' });
    expect(agent.store.turns.open('t1')).toBeUndefined();
    expect(effects()).not.toContain('end b');
  });

  it('ends a message that was sent a moment before, and not one that is sent after', async () => {
    const agent = await start([
      { toolCalls: [{ name: 'slow_write', args: { note: 'a', ms: 5_000 } }] },
      { text: 'The answer to what came after.' },
    ]);
    const before = agent.begin({ ask: 'first' });
    const stopped = agent.service.stop('t1');
    const after = agent.begin({ ask: 'second' });
    expect(outcome(await (await before).events)).toEqual({ type: 'cancelled' });
    await stopped;
    expect(outcome(await (await after).events)).toEqual({ type: 'success' });
  });
});
