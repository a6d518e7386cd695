import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InterruptRequest } from '@pagehand/contracts/interrupts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../backend/store/sqlite-store.ts';
import type { Store } from '../../backend/store/store.ts';
import { FakeOpenAiServer, type ScriptStep } from '../fakes/openai-server.ts';
import { Child, type Line } from './agent-child-process.ts';
import { newRunId, page } from './agent-support.ts';

let folder: string;
let server: FakeOpenAiServer;
const children: Child[] = [];
const opened: Store[] = [];
const effectsFile = (): string => join(folder, 'effects');
const effects = (): string[] =>
  existsSync(effectsFile()) ? readFileSync(effectsFile(), 'utf8').trim().split('\n') : [];
const spawnChild = async (): Promise<Child> => {
  const child = new Child(join(folder, 'data'), server.baseUrl, effectsFile());
  children.push(child);
  await child.until((line) => line['ready'] === true);
  return child;
};
const openStore = (): Store => {
  const store = openSqliteStore(join(folder, 'data'));
  opened.push(store);
  return store;
};
const startRun = (child: Child, run: Record<string, unknown>): void =>
  child.send({ do: 'start', run: { threadId: 't1', runId: newRunId(), credentials: {}, ...run } });
const interrupts = (line: Line): { id: string; metadata: InterruptRequest }[] =>
  // our own event
  ((line.event?.['outcome'] as Record<string, unknown> | undefined)?.['interrupts'] ?? []) as {
    id: string;
    metadata: InterruptRequest;
  }[]; // our own event
const approval = ({ id, metadata }: { id: string; metadata: InterruptRequest }) => ({
  interruptId: id,
  status: 'resolved',
  payload: {
    kind: 'approval',
    approved: true,
    hash: metadata.kind === 'approval' ? metadata.hash : '',
    decidedAt: Date.now(),
  },
});
const finished = (child: Child): Promise<Line> =>
  child.until(
    // our own event
    (line) => line.event?.['type'] === 'RUN_FINISHED' && (line.event['outcome'] as { type: string }).type === 'success',
  );

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pagehand-kill-'));
  server = await FakeOpenAiServer.start();
});
afterEach(async () => {
  for (const child of children.splice(0)) await child.kill();
  for (const store of opened.splice(0)) store.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('a backend that is killed', () => {
  it('while it waits for approval: the interrupt is still open, and the effect happens once', {
    timeout: 60_000,
  }, async () => {
    server.script([{ toolCalls: [{ name: 'write_note', args: { note: 'a' } }] }, { text: 'Done.' }]);
    const first = await spawnChild();
    startRun(first, { ask: 'x' });
    const [open] = interrupts(await first.event('RUN_FINISHED'));
    if (open === undefined) throw new Error('no interrupt');
    await first.kill();

    const second = await spawnChild();
    expect(second.lines.filter((line) => line.event !== undefined)).toEqual([]);
    startRun(second, { resume: [approval(open)] });
    await finished(second);
    expect(effects()).toEqual(['write a']);
    expect(server.requests).toHaveLength(2);
  });

  it('while a server tool writes: it is not repeated, and the model is told that the outcome is unknown', {
    timeout: 60_000,
  }, async () => {
    server.script([
      {
        toolCalls: [
          { name: 'slow_write', args: { note: 'a', ms: 60_000 } },
          { name: 'slow_read', args: { ms: 1 } },
        ],
      },
      { text: 'I do not know whether a was written.' },
    ]);
    const first = await spawnChild();
    startRun(first, { ask: 'x' });
    await first.event('TOOL_CALL_RESULT');
    await waitFor(() => effects().includes('begin a'));
    await first.kill();

    const second = await spawnChild();
    await finished(second);
    expect(effects().sort()).toEqual(['begin a', 'read']);
    const tools = server.requests[1]?.body.messages.filter((message) => message.role === 'tool') ?? [];
    expect(tools).toHaveLength(2);
    expect(String(tools[0]?.content)).toContain('outcome-unknown');
    expect(tools[1]?.content).toBe('read it');
    await second.kill();
    const log = openStore()
      .events.after('t1', 0, 1_000)
      .map(({ event }) => event);
    for (const type of ['TOOL_CALL_START', 'TOOL_CALL_RESULT']) {
      const ids = log.filter((event) => event['type'] === type).map((event) => event['toolCallId']);
      expect(ids).toHaveLength(2);
      expect(new Set(ids).size).toBe(2);
    }
  });

  it('right after a server tool has written: the stored result is used, nothing runs again', {
    timeout: 60_000,
  }, async () => {
    // The sibling keeps the step of the graph open, so that the write is done and not yet behind a checkpoint.
    server.script([
      {
        toolCalls: [
          { name: 'slow_write', args: { note: 'a', ms: 1 } },
          { name: 'slow_read', args: { ms: 1_500 } },
        ],
      },
      { text: 'Done.' },
    ]);
    const first = await spawnChild();
    startRun(first, { ask: 'x' });
    await waitFor(() => effects().includes('end a'));
    await first.kill();

    const second = await spawnChild();
    await finished(second);
    expect(effects().filter((line) => line.endsWith(' a'))).toEqual(['begin a', 'end a']);
    const tools = server.requests[1]?.body.messages.filter((message) => message.role === 'tool') ?? [];
    expect(tools).toHaveLength(2);
    expect(['wrote a', expect.stringContaining('outcome-unknown')]).toContainEqual(tools[0]?.content);
    await second.kill();
    const stored = openStore()
      .threads.messages('t1')
      .filter((message) => message.role === 'tool');
    expect(stored).toHaveLength(2);
  });

  it('while the extension runs a plan: the receipts stay, the plan waits, and no planner round runs again', {
    timeout: 60_000,
  }, async () => {
    const click: ScriptStep = {
      toolCalls: [
        {
          name: 'propose_plan',
          args: {
            steps: [
              { kind: 'click', ref: 'e2' },
              { kind: 'click', ref: 'e2' },
            ],
          },
        },
      ],
    };
    server.script([
      { toolCalls: [{ name: 'browser_action', args: { goal: 'g' } }] },
      click,
      { toolCalls: [{ name: 'done', args: { summary: 'Enough.' } }] },
      { text: 'Done.' },
    ]);
    const first = await spawnChild();
    startRun(first, { ask: 'x', page: page() });
    const [open] = interrupts(await first.event('RUN_FINISHED'));
    if (open === undefined) throw new Error('no interrupt');
    const receipt = { stepId: 's1', kind: 'click', outcome: 'changed', evidence: { summary: 'first click' }, ms: 1 };
    first.send({ do: 'claim', interruptId: open.id });
    first.send({ do: 'receipt', interruptId: open.id, receipt });
    await first.until((line) => line['did'] === 'receipt');
    await first.kill();

    const second = await spawnChild();
    // The panel comes back: it knows that step 2 was begun, not how it ended.
    const unsure = {
      ...receipt,
      stepId: 's2',
      outcome: 'unsure',
      code: 'interrupted',
      evidence: { summary: 'its end was not seen' },
    };
    startRun(second, {
      panelId: 'panel-1',
      resume: [
        {
          interruptId: open.id,
          status: 'resolved',
          payload: { kind: 'plan', status: 'stopped', receipts: [unsure], snapshot: page('snap-2') },
        },
      ],
    });
    await finished(second);
    expect(server.requests).toHaveLength(4);
    const planner = String(server.requests[2]?.body.messages.at(-1)?.content);
    expect(planner).toContain('s1 click: changed; first click');
    expect(planner).toContain('s2 click: unsure (interrupted)');
  });

  it('while the model answers: the run goes on in the same run, and the cut text is ended', {
    timeout: 60_000,
  }, async () => {
    server.script([{ text: Array.from({ length: 400 }, () => 'word '), delayMs: 20 }, { text: 'A whole answer.' }]);
    const first = await spawnChild();
    startRun(first, { ask: 'x' });
    const begun = await first.event('TEXT_MESSAGE_CONTENT');
    await first.kill();

    const second = await spawnChild();
    const end = await finished(second);
    expect(end['runId']).toBe(begun['runId']);
    await second.kill();
    const store = openStore();
    expect(store.threads.messages('t1').map((message) => message.content)).toEqual(['x', 'A whole answer.']);
    const log = store.events.after('t1', 0, 1_000).map(({ event }) => event);
    const ids = (type: string): unknown[] =>
      log.filter((event) => event['type'] === type).map((event) => event['messageId']);
    expect(ids('TEXT_MESSAGE_START')).toHaveLength(2);
    expect(ids('TEXT_MESSAGE_END')).toEqual(ids('TEXT_MESSAGE_START'));
    expect(store.turns.open('t1')).toBeUndefined();
  });

  it('after an answer was stored and before it was used: the graph gets it after the restart', {
    timeout: 60_000,
  }, async () => {
    server.script([
      {
        toolCalls: [
          { name: 'write_note', args: { note: 'a' } },
          { name: 'write_note', args: { note: 'b' } },
        ],
      },
      { text: 'Done.' },
    ]);
    const first = await spawnChild();
    startRun(first, { ask: 'x' });
    const [a, b] = interrupts(await first.event('RUN_FINISHED'));
    if (a === undefined || b === undefined) throw new Error('no interrupts');
    startRun(first, { resume: [approval(a)] });
    await first.until(
      (line) => line['did'] === 'start' && first.lines.filter((other) => other['did'] === 'start').length === 2,
    );
    await first.kill();

    const second = await spawnChild();
    expect(effects()).toEqual([]);
    startRun(second, { resume: [approval(b)] });
    await finished(second);
    expect(effects().sort()).toEqual(['write a', 'write b']);
  });
});

async function waitFor(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 2));
}
