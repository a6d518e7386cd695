import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite';
import type { ThreadMessage } from '@pagehand/contracts/api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../backend/store/sqlite-store.ts';
import type { Store } from '../../backend/store/store.ts';
import { errorOf, QUESTION, snapshot } from './store-samples.ts';

let folder = '';
let store: Store;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pagehand-store-'));
  store = openSqliteStore(folder);
});
afterEach(() => {
  if (store.database.open) store.close();
  rmSync(folder, { recursive: true, force: true });
});

const message = (id: string, content: string, more: Partial<ThreadMessage> = {}): ThreadMessage => ({
  id,
  turnId: 'turn',
  role: 'user',
  content,
  createdAt: 1,
  ...more,
});

const ATTACHED = { name: 'a.txt', type: 'text/plain' as const, bytes: 1, chars: 1, text: 'A' };

describe('threads', () => {
  it('are listed pinned first, then newest first, and say when an interrupt waits', () => {
    for (const threadId of ['a', 'b', 'c']) store.threads.ensure(threadId, `title ${threadId}`);
    store.threads.addMessage('a', message('m1', 'hello'));
    store.database
      .prepare('UPDATE threads SET updated_at = CASE thread_id WHEN ? THEN 3 WHEN ? THEN 2 ELSE 1 END')
      .run('a', 'c');
    store.threads.pin('b', true);
    store.interrupts.open({ interruptId: 'i', threadId: 'c', turnId: 't', request: QUESTION });
    expect(
      store.threads.list(undefined, 10).map(({ threadId, pinned, waiting }) => [threadId, pinned, waiting]),
    ).toEqual([
      ['b', true, false],
      ['a', false, false],
      ['c', false, true],
    ]);
    expect(store.threads.list(undefined, 1)).toHaveLength(1);
    // A panel works on it: it does not wait for the person.
    store.interrupts.claim('i', 'panel', 30_000);
    expect(store.threads.get('c')?.waiting).toBe(false);
    store.interrupts.release('i', 'panel');
    expect(store.threads.get('c')?.waiting).toBe(true);
    store.interrupts.claim('i', 'panel', -1);
    expect(store.threads.get('c')?.waiting).toBe(true);
    store.interrupts.answer('i', { kind: 'question', answer: 'yes' });
    expect(store.threads.get('c')?.waiting).toBe(false);
  });

  it('are found by any words of titles and messages, without accents, by the beginning of a word', () => {
    store.threads.ensure('a', 'Café in Zürich');
    store.threads.ensure('b', 'Other');
    store.threads.addMessage('b', message('m1', 'The invoice of March is overdue'));
    store.threads.addMessage('b', message('m2', 'page text with needle', { role: 'tool', toolCallId: 'c1' }));
    const found = (query: string) => store.threads.list(query, 10).map((thread) => thread.threadId);
    expect(found('cafe zur')).toEqual(['a']);
    expect(found('INVOI other')).toEqual(['b']);
    expect(found('invoice zurich')).toEqual([]);
    expect(found('needle')).toEqual([]);
    store.threads.addMessage('b', message('m1', 'The receipt of April'));
    expect(found('invoice')).toEqual([]);
    expect(found('april')).toEqual(['b']);
    store.threads.rename('a', 'Tea');
    expect(found('cafe')).toEqual([]);
    expect(found('tea')).toEqual(['a']);
  });

  it.each(['"', '*', 'a OR b', 'NEAR(', 'title:x', '-', "' OR 1=1 --", '^a', '( )', '\u0000', '😀'])(
    'take %j as words, never as search syntax',
    (query) => {
      store.threads.ensure('t', 'nothing');
      expect(store.threads.list(query, 10)).toEqual([]);
    },
  );

  it('keep messages in order, replace one of the same id in its place, and give back all fields', () => {
    store.threads.ensure('t', 'x');
    const call = message('m2', '', {
      role: 'assistant',
      toolCalls: [{ id: 'c1', name: 'read_page', args: { view: 'text' } }],
    });
    const result = message('m3', 'text', { role: 'tool', toolCallId: 'c1', artifact: { kind: 'page' } });
    store.threads.addMessage('t', message('m1', 'one'));
    store.threads.addMessage('t', call);
    store.threads.addMessage('t', result);
    store.threads.addMessage('t', message('m1', 'one, again'));
    expect(store.threads.messages('t')).toEqual([message('m1', 'one, again'), call, result]);
  });

  it('are hidden by delete, come back by restore, and by being written to again', () => {
    store.threads.ensure('t', 'x');
    store.threads.delete('t');
    expect(store.threads.get('t')).toBeUndefined();
    expect(store.threads.list('x', 10)).toEqual([]);
    store.threads.restore('t');
    expect(store.threads.get('t')?.title).toBe('x');
    store.threads.delete('t');
    store.threads.ensure('t', 'other');
    expect(store.threads.get('t')?.title).toBe('x');
  });

  it('refuse a change of one that is not there', () => {
    for (const change of [
      () => store.threads.rename('no', 'x'),
      () => store.threads.pin('no', true),
      () => store.threads.delete('no'),
      () => store.threads.restore('no'),
    ])
      expect(errorOf(change)?.code).toBe('not-found');
  });

  it('leave nothing behind in any table when they are purged, the graph tables included, and others stay', async () => {
    const saver = new SqliteSaver(store.database);
    for (const threadId of ['gone', 'kept']) {
      const turnId = `turn-${threadId}`;
      store.threads.ensure(threadId, threadId);
      store.turns.start({ turnId, threadId, input: {} });
      store.threads.addMessage(threadId, message('m', threadId, { turnId }));
      store.interrupts.open({ interruptId: `i-${threadId}`, threadId, turnId, request: QUESTION });
      store.interrupts.claim(`i-${threadId}`, 'p', 1_000);
      store.interrupts.addReceipt(`i-${threadId}`, 'p', {
        stepId: 's1',
        kind: 'click',
        outcome: 'ok',
        evidence: { summary: threadId },
        ms: 1,
      });
      store.journal.begin(`call-${threadId}`, turnId);
      store.snapshots.put(turnId, snapshot(`snap-${threadId}`));
      store.snapshots.putResult(`call-${threadId}`, threadId, turnId);
      store.events.append(threadId, turnId, { type: 'CUSTOM', name: threadId });
      store.attachments.add({ ...ATTACHED, attachmentId: threadId, threadId }, new Uint8Array([65]));
      store.notes.add(threadId, 'note');
      store.taskLists.set(threadId, [{ text: threadId, state: 'open' }]);
      const checkpoint = { v: 4, id: '1', ts: '', channel_values: {}, channel_versions: {}, versions_seen: {} };
      const config = await saver.put({ configurable: { thread_id: turnId, checkpoint_ns: '' } }, checkpoint, {
        source: 'input',
        step: 0,
        parents: {},
      });
      await saver.putWrites(config, [['channel', 'value']], 'task');
    }
    const rows = () => {
      const tables = store.database
        .prepare<[], { name: string }>(
          "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '%search%' AND name NOT LIKE 'sqlite%'",
        )
        .all();
      return tables.map(
        ({ name }) => [name, JSON.stringify(store.database.prepare(`SELECT * FROM ${name}`).all())] as const,
      );
    };
    for (const [name, text] of rows().filter(
      ([table]) => !['settings', 'secrets', 'pairings', 'kit_modules'].includes(table),
    ))
      expect(text, name).toContain('gone');
    store.threads.delete('gone');
    store.threads.purge(Date.now() + 1);
    for (const [name, text] of rows()) expect(text, name).not.toContain('gone');
    expect(store.threads.list('gone', 10)).toEqual([]);
    expect(store.threads.messages('kept')).toHaveLength(1);
    expect(store.snapshots.getResult('call-kept')).toBe('kept');
    expect(await saver.getTuple({ configurable: { thread_id: 'turn-kept' } })).toBeDefined();
  });

  it('are not purged before their time', () => {
    store.threads.ensure('t', 'x');
    store.threads.delete('t');
    store.threads.purge(Date.now() - 60_000);
    store.threads.restore('t');
    expect(store.threads.get('t')).toBeDefined();
  });
});

describe('turns', () => {
  it('are one at a time per thread, and a run id is used once', () => {
    store.threads.ensure('t', 'x');
    store.turns.start({ turnId: '1', threadId: 't', input: { ask: 'a' } });
    expect(errorOf(() => store.turns.start({ turnId: '2', threadId: 't', input: {} }))?.code).toBe('conflict');
    store.turns.setState('1', 'waiting');
    expect(errorOf(() => store.turns.start({ turnId: '2', threadId: 't', input: {} }))?.code).toBe('conflict');
    expect(store.turns.open('t')).toEqual({ turnId: '1', state: 'waiting', input: { ask: 'a' } });
    store.turns.setState('1', 'ended');
    expect(store.turns.open('t')).toBeUndefined();
    expect(errorOf(() => store.turns.start({ turnId: '1', threadId: 't', input: {} }))?.code).toBe('conflict');
    store.turns.start({ turnId: '2', threadId: 't', input: {} });
    expect(store.turns.unfinished().map((turn) => [turn.turnId, turn.state])).toEqual([['2', 'running']]);
  });
});

describe('interrupts', () => {
  beforeEach(() => store.interrupts.open({ interruptId: 'i', threadId: 't', turnId: '1', request: QUESTION }));

  it('take one answer, keep it until they are closed, and take none afterwards', () => {
    expect(store.interrupts.answer('i', { kind: 'question', answer: 'first' })).toBe(true);
    expect(store.interrupts.answer('i', { kind: 'question', answer: 'second' })).toBe(false);
    expect(store.interrupts.answers('1')).toEqual([
      { interruptId: 'i', answer: { kind: 'question', answer: 'first' } },
    ]);
    expect(store.interrupts.listOpen('t')).toEqual([]);
    store.interrupts.close('i');
    expect(store.interrupts.answers('1')).toEqual([]);
    expect(store.interrupts.get('i')).toMatchObject({ closed: true, threadId: 't', answer: { answer: 'first' } });
    expect(store.interrupts.answer('nowhere', { kind: 'question', answer: 'x' })).toBe(false);
  });

  it('that are raised again by a node that starts anew keep their answer and receipts', () => {
    store.interrupts.answer('i', { kind: 'question', answer: 'first' });
    store.interrupts.open({ interruptId: 'i', threadId: 't', turnId: '1', request: QUESTION });
    expect(store.interrupts.get('i')?.answer).toEqual({ kind: 'question', answer: 'first' });
  });

  it('are claimed by one panel until it lets go or its time runs out', () => {
    expect(store.interrupts.claim('i', 'one', 60_000)).toBe(true);
    expect(store.interrupts.claim('i', 'one', 60_000)).toBe(true);
    expect(store.interrupts.claim('i', 'two', 60_000)).toBe(false);
    expect(store.interrupts.listOpen('t')[0]?.claimedBy).toBe('one');
    store.interrupts.release('i', 'two');
    expect(store.interrupts.claim('i', 'two', 60_000)).toBe(false);
    store.interrupts.release('i', 'one');
    expect(store.interrupts.claim('i', 'two', -1)).toBe(true);
    expect(store.interrupts.listOpen('t')[0]?.claimedBy).toBeUndefined();
    expect(store.interrupts.claim('i', 'one', 60_000)).toBe(true);
  });

  it('take receipts from the holder of the claim only, and the first one of a step stays', () => {
    const receipt = (stepId: string, summary: string) => ({
      stepId,
      kind: 'click',
      outcome: 'changed' as const,
      evidence: { summary },
      ms: 1,
    });
    expect(store.interrupts.addReceipt('i', 'one', receipt('s1', 'unclaimed'))).toBe(false);
    store.interrupts.claim('i', 'one', 60_000);
    expect(store.interrupts.addReceipt('i', 'one', receipt('s2', 'a'))).toBe(true);
    expect(store.interrupts.addReceipt('i', 'one', receipt('s1', 'b'))).toBe(true);
    expect(store.interrupts.addReceipt('i', 'one', receipt('s2', 'again'))).toBe(true);
    expect(store.interrupts.addReceipt('i', 'two', receipt('s3', 'c'))).toBe(false);
    expect(store.interrupts.get('i')?.receipts.map((found) => found.evidence.summary)).toEqual(['a', 'b']);
    for (let step = 3; step <= 40; step += 1) store.interrupts.addReceipt('i', 'one', receipt(`s${step}`, 'more'));
    expect(store.interrupts.get('i')?.receipts).toHaveLength(30);
  });
});

describe('journal', () => {
  it('lets a call begin once, gives back its result, and forgets only what has none', () => {
    expect(store.journal.begin('c', 't')).toEqual({ state: 'new' });
    expect(store.journal.begin('c', 't')).toEqual({ state: 'started' });
    store.journal.forget('c');
    expect(store.journal.begin('c', 't')).toEqual({ state: 'new' });
    store.journal.done('c', 'result');
    store.journal.done('c', 'second');
    store.journal.forget('c');
    expect(store.journal.begin('c', 't')).toEqual({ state: 'done', result: 'result' });
  });
});
