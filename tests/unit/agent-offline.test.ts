import type { InterruptRequest } from '@pagehand/contracts/interrupts';
import { afterEach, describe, expect, it } from 'vitest';
import { resolveModel } from '../../backend/models/resolve-model.ts';
import { AgentHarness, customs, outcome, page, results, text } from './agent-support.ts';

let harness: AgentHarness;
afterEach(() => harness.close());
const start = async (): Promise<AgentHarness> => {
  harness = await AgentHarness.start([], { resolveModel: () => resolveModel(harness.store, {}) });
  return harness;
};

describe('the offline model behind the same graph', () => {
  it('answers a question with what the page says', async () => {
    const agent = await start();
    const events = await agent.run({ ask: 'How much are the apples?', page: page() });
    expect(text(events)).toContain('3 EUR');
    expect(customs(events, 'pagehand.sent').at(-1)).toMatchObject({ model: 'offline' });
    expect(outcome(events)).toEqual({ type: 'success' });
  });

  it('clicks by name: a plan, its receipt, an answer', async () => {
    const agent = await start();
    const first = await agent.run({ ask: 'click Refresh', page: page() });
    const [open] = (outcome(first)?.['interrupts'] ?? []) as { id: string; metadata: InterruptRequest }[]; // our own event
    expect(open?.metadata).toMatchObject({ kind: 'plan', plan: { steps: [{ kind: 'click', ref: 'e2' }] } });
    const events = await agent.resume('t1', [
      {
        interruptId: open?.id ?? '',
        payload: {
          kind: 'plan',
          status: 'ran',
          receipts: [
            { stepId: 's1', kind: 'click', outcome: 'changed', evidence: { summary: 'the list was refreshed' }, ms: 3 },
          ],
          snapshot: page('snap-2'),
        },
      },
    ]);
    expect(results(events)[0]).toContain('Done');
    expect(text(events)).not.toBe('');
    expect(outcome(events)).toEqual({ type: 'success' });
  });
});
