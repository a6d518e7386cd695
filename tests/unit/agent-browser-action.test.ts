import type { InterruptAnswer, InterruptRequest } from '@pagehand/contracts/interrupts';
import type { Receipt } from '@pagehand/contracts/receipt';
import { afterEach, describe, expect, it } from 'vitest';
import type { RecordedRequest, ScriptStep } from '../fakes/openai-server.ts';
import { AgentHarness, customs, type Event, outcome, page, results, text } from './agent-support.ts';

let harness: AgentHarness;
afterEach(() => harness.close());

/** The planner's calls carry its own functions: it is scripted apart from the conversation. */
const isPlanner = (request: RecordedRequest): boolean =>
  (request.body.tools ?? []).some((tool) => tool.function.name === 'propose_plan');
const start = async (conversation: ScriptStep[], planner: ScriptStep[]): Promise<AgentHarness> => {
  const queues = { conversation: [...conversation], planner: [...planner] };
  harness = await AgentHarness.start(
    (request) => queues[isPlanner(request) ? 'planner' : 'conversation'].shift() ?? { status: 418 },
  );
  return harness;
};
const act = (args: Record<string, unknown> = { goal: 'refresh the cart' }): ScriptStep => ({
  toolCalls: [{ name: 'browser_action', args }],
});
const plan = (...steps: unknown[]): ScriptStep => ({ toolCalls: [{ name: 'propose_plan', args: { steps } }] });
const done: ScriptStep = { toolCalls: [{ name: 'done', args: { summary: 'The cart is fresh.' } }] };
const click = { kind: 'click', ref: 'e2' };

type PlanRequest = Extract<InterruptRequest, { kind: 'plan' }>;
const openPlan = (events: Event[]): { id: string; request: PlanRequest } => {
  const [first] = (outcome(events)?.['interrupts'] ?? []) as { id: string; metadata: InterruptRequest }[]; // our own events
  if (first?.metadata.kind !== 'plan') throw new Error(`no plan: ${JSON.stringify(events.slice(-4))}`);
  return { id: first.id, request: first.metadata };
};
const receipt = (stepId: string, over: Partial<Receipt> = {}): Receipt => ({
  stepId,
  kind: 'click',
  outcome: 'changed',
  evidence: { summary: 'list was refreshed' },
  ms: 5,
  ...over,
});
const ran = (over: Partial<Extract<InterruptAnswer, { kind: 'plan' }>> = {}): InterruptAnswer => ({
  kind: 'plan',
  status: 'ran',
  receipts: [receipt('s1')],
  snapshot: page('snap-2', { title: 'Cart, refreshed' }),
  ...over,
});
const plannerText = (agent: AgentHarness, index: number): string =>
  String(agent.server.requests.filter(isPlanner)[index]?.body.messages.at(-1)?.content);

describe('browser_action', () => {
  it('plans, pauses with the plan and its risks, takes receipts, plans again, and keeps a summary', async () => {
    const agent = await start([act(), { text: 'It is fresh.' }], [plan(click), done]);
    const first = await agent.run({ ask: 'refresh', page: page() });
    const { id, request } = openPlan(first);
    expect(request).toMatchObject({
      tabId: 1,
      round: 1,
      taint: ['https://shop.example'],
      plan: {
        snapshotId: 'snap-1',
        steps: [{ kind: 'click', ref: 'e2', stepId: 's1', origin: 'https://shop.example', documentId: 'd1' }],
      },
    });
    expect(request.risks).toHaveLength(1);
    expect(request.targets?.map((target) => target.name)).toEqual(['Refresh']);

    const events = await agent.resume('t1', [{ interruptId: id, payload: ran() }]);
    expect(text(events)).toBe('It is fresh.');
    expect(results(events)[0]).toMatch(/^Done\.\n<untrusted [^\n]*>\nThe cart is fresh\./);
    expect(results(events)[0]).toContain('list was refreshed');
    expect(plannerText(agent, 1)).toContain('Cart, refreshed');
    expect(plannerText(agent, 1)).toContain('s1 click: changed');
    const conversation = agent.server.requests.filter((sent) => !isPlanner(sent)).at(-1);
    expect(JSON.stringify(conversation?.body.messages)).not.toContain('snap-2');
    const seen = customs(first, 'pagehand.sent').map((sent) => JSON.stringify(sent['parts']));
    expect(seen[1]).toContain('page outline');
    expect(customs(events, 'pagehand.usage').at(-1)).toMatchObject({ inputTokens: 40, outputTokens: 20 });
    const message = agent.store.threads.messages('t1').find((stored) => stored.role === 'tool');
    expect(message?.artifact).toMatchObject({ kind: 'plans', plans: [{ interruptId: id, answer: { status: 'ran' } }] });
    expect(JSON.stringify(message?.artifact)).not.toContain('outline');
  });

  it('gives a refused plan back to the planner with its problems, and the refusal is seen', async () => {
    const agent = await start([act(), { text: 'ok' }], [plan({ kind: 'click', ref: 'e99' }), plan(click), done]);
    const first = await agent.run({ ask: 'x', page: page() });
    expect(openPlan(first).request.plan.steps).toHaveLength(1);
    expect(customs(first, 'pagehand.notice')).toMatchObject([{ code: 'plan-refused' }]);
    expect(plannerText(agent, 1)).toContain('Your last plan was refused');
  });

  it('ends as refused with the codes after the third refused plan', async () => {
    const bad = plan({ kind: 'navigate', url: 'javascript:alert(1)' });
    const agent = await start([act(), { text: 'I could not.' }], [bad, bad, bad, bad]);
    const events = await agent.run({ ask: 'x', page: page() });
    expect(results(events)[0]).toContain('plan-refused');
    expect(agent.server.requests.filter(isPlanner)).toHaveLength(3);
    expect(text(events)).toBe('I could not.');
    expect(agent.store.interrupts.listOpen('t1')).toEqual([]);
  });

  it('opens another target_url by a first navigate step without the planner', async () => {
    const agent = await start([act({ goal: 'look', target_url: 'https://docs.example/' }), { text: 'ok' }], [done]);
    const { id, request } = openPlan(await agent.run({ ask: 'x', page: page() }));
    expect(request.plan.steps).toMatchObject([{ kind: 'navigate', url: 'https://docs.example/' }]);
    expect(agent.server.requests.filter(isPlanner)).toHaveLength(0);
    const events = await agent.resume('t1', [
      { interruptId: id, payload: ran({ receipts: [receipt('s1', { kind: 'navigate' })] }) },
    ]);
    expect(results(events)[0]).toMatch(/^Done\./);
  });

  it('gives the reason of a rejected plan to the model and does not plan again', async () => {
    const agent = await start([act(), { text: 'ok' }], [plan(click)]);
    const { id } = openPlan(await agent.run({ ask: 'x', page: page() }));
    const events = await agent.resume('t1', [
      { interruptId: id, payload: { kind: 'plan', status: 'rejected', reason: 'Use the other button.', receipts: [] } },
    ]);
    expect(results(events)[0]).toContain('plan-rejected');
    expect(results(events)[0]).toContain('Use the other button.');
  });

  it('sanitizes and assesses an edited plan again and tells planner and model', async () => {
    const agent = await start([act(), { text: 'ok' }], [plan(click, { kind: 'type', ref: 'e1', text: 'Ada' }), done]);
    const { id, request } = openPlan(await agent.run({ ask: 'x', page: page() }));
    const [, second] = request.plan.steps;
    if (second === undefined) throw new Error('no second step');
    const editedPlan = { ...request.plan, steps: [{ ...second, stepId: 's1', text: 'Grace' }] };
    const events = await agent.resume('t1', [
      { interruptId: id, payload: ran({ editedPlan, receipts: [receipt('s1', { kind: 'type' })] }) },
    ]);
    expect(plannerText(agent, 1)).toContain('edited the plan before it ran');
    expect(results(events)[0]).toContain('edited the plan before it ran');
    const artifact = agent.store.threads.messages('t1').find((stored) => stored.role === 'tool')?.artifact;
    expect(artifact).toMatchObject({
      plans: [{ request: { plan: { steps: [{ kind: 'type', text: 'Grace' }] }, risks: [{}] } }],
    });
  });

  it('tells the model when an edited plan would have been refused', async () => {
    const agent = await start([act(), { text: 'ok' }], [plan(click), done]);
    const { id, request } = openPlan(await agent.run({ ask: 'x', page: page() }));
    const editedPlan = { ...request.plan, steps: [{ kind: 'navigate' as const, url: 'file:///etc/passwd' }] };
    const events = await agent.resume('t1', [{ interruptId: id, payload: ran({ editedPlan }) }]);
    expect(results(events)[0]).toContain('would be refused');
  });

  it('asks the person when the planner needs one, and goes on with the answer', async () => {
    const ask: ScriptStep = {
      toolCalls: [{ name: 'needs_person', args: { question: 'Which Refresh?', options: ['top', 'bottom'] } }],
    };
    const agent = await start([act(), { text: 'ok' }], [ask, plan(click)]);
    const first = await agent.run({ ask: 'x', page: page() });
    const [interrupt] = agent.store.interrupts.listOpen('t1');
    expect(interrupt?.request).toMatchObject({ kind: 'question', question: 'Which Refresh?' });
    expect(outcome(first)).toMatchObject({ interrupts: [{ reason: 'question' }] });
    const second = await agent.resume('t1', [
      { interruptId: interrupt?.interruptId ?? '', payload: { kind: 'question', answer: 'top' } },
    ]);
    expect(plannerText(agent, 1)).toContain('the person said: top');
    expect(openPlan(second).request.round).toBe(2);
  });

  it('keeps receipts that were posted before Stop, and says so', async () => {
    const agent = await start([act(), { text: 'unused' }], [plan(click, click)]);
    const { id } = openPlan(await agent.run({ ask: 'x', page: page() }));
    expect(agent.store.interrupts.claim(id, 'panel-1', 30_000)).toBe(true);
    expect(agent.store.interrupts.addReceipt(id, 'panel-1', receipt('s1'))).toBe(true);
    await agent.service.stop('t1');
    const message = agent.store.threads.messages('t1').find((stored) => stored.role === 'tool');
    expect(message?.content).toContain('cancelled');
    expect(message?.content).toContain('list was refreshed');
    expect(message?.artifact).toMatchObject({
      plans: [{ answer: { status: 'cancelled', receipts: [{ stepId: 's1' }] } }],
    });
    expect(agent.store.turns.open('t1')).toBeUndefined();
    expect(agent.store.interrupts.listOpen('t1')).toEqual([]);
  });

  it('runs two loops at once without mixing them up', async () => {
    const both: ScriptStep = {
      toolCalls: [
        { name: 'browser_action', args: { goal: 'goal ONE' } },
        { name: 'browser_action', args: { goal: 'goal TWO' } },
      ],
    };
    const rounds = { ONE: 0, TWO: 0 };
    harness = await AgentHarness.start((request) => {
      if (!isPlanner(request))
        return request.body.messages.some((message) => message.role === 'tool') ? { text: 'Both.' } : both;
      const which = String(request.body.messages.at(-1)?.content).includes('goal ONE') ? 'ONE' : 'TWO';
      rounds[which] += 1;
      if (rounds[which] > 3) return { toolCalls: [{ name: 'done', args: { summary: `finished ${which}` } }] };
      return plan({ ...click, why: `${which} ${rounds[which]}` });
    });
    let events = await harness.run({ ask: 'x', page: page() });
    for (let round = 1; round <= 3; round += 1) {
      const open = harness.store.interrupts.listOpen('t1');
      expect(open.map(({ request }) => (request.kind === 'plan' ? request.plan.steps[0]?.why : '')).sort()).toEqual([
        `ONE ${round}`,
        `TWO ${round}`,
      ]);
      for (const [index, { interruptId }] of open.entries())
        events = await harness.resume('t1', [
          { interruptId, payload: ran({ snapshot: page(`snap-${round}-${index}`) }) },
        ]);
    }
    expect(
      results(events)
        .map((result) => result.split('\n')[2])
        .sort(),
    ).toEqual(['finished ONE', 'finished TWO']);
    expect(rounds).toEqual({ ONE: 4, TWO: 4 });
  });

  it('is not offered without a page', async () => {
    const agent = await start([{ text: 'no page' }], []);
    await agent.run({ ask: 'x' });
    const names = (agent.server.requests[0]?.body.tools ?? []).map((tool) => tool.function.name);
    expect(names).not.toContain('browser_action');
    expect(names).toContain('ask_user');
  });

  it('is run by a slash command as the first tool call of the turn', async () => {
    const agent = await start([{ text: 'Fresh.' }], [plan(click), done]);
    const first = await agent.run({
      command: { tool: 'browser_action', args: { goal: 'refresh the cart' } },
      page: page(),
    });
    const { id } = openPlan(first);
    expect(agent.server.requests.every(isPlanner)).toBe(true);
    const events = await agent.resume('t1', [{ interruptId: id, payload: ran() }]);
    expect(text(events)).toBe('Fresh.');
    expect(agent.store.threads.messages('t1')[0]?.content).toBe('/browser-action goal: refresh the cart');
  });

  it('answers a command with bad arguments by every problem', async () => {
    const agent = await start([{ text: 'Sorry.' }], []);
    const events = await agent.run({ command: { tool: 'browser_action', args: { goal: '', extra: 1 } }, page: page() });
    const error = JSON.parse(results(events)[0] ?? '{}') as { error: { code: string; problems: unknown[] } }; // our own text
    expect(error.error.code).toBe('invalid-arguments');
    expect(error.error.problems).toHaveLength(2);
  });

  it('makes a script without running it', async () => {
    const agent = await start([], [plan({ kind: 'click', ref: 'e77' }), plan(click)]);
    const response = await agent.service.generateScript(
      { goal: 'refresh', snapshot: page() },
      new AbortController().signal,
    );
    expect(response).toMatchObject({ ok: true, plan: { goal: 'refresh', steps: [{ kind: 'click', stepId: 's1' }] } });
    expect(agent.store.interrupts.listOpen('t1')).toEqual([]);
  });
});

describe('what was read elsewhere', () => {
  const secretPage = page('snap-bank', {
    url: 'https://bank.example/statement',
    frames: [{ frameId: 0, documentId: 'd-bank', origin: 'https://bank.example', readable: true }],
    text: '<main><p>Your reference is QX7731-PLUM-84420 of the winter account.</p></main>',
  });
  const typeIt = plan({ kind: 'type', ref: 'e1', text: 'QX7731-PLUM-84420' });

  it('is remembered over the rounds of a call, each of which is a run of its own', async () => {
    const agent = await start([act({ goal: 'copy it' }), { text: 'ok' }], [plan(click), plan(click), typeIt]);
    const first = openPlan(await agent.run({ ask: 'x', page: page('snap-a') }));
    const second = openPlan(
      await agent.resume('t1', [{ interruptId: first.id, payload: ran({ snapshot: secretPage }) }]),
    );
    const third = openPlan(
      await agent.resume('t1', [{ interruptId: second.id, payload: ran({ snapshot: page('snap-b') }) }]),
    );
    expect(third.request.taint).toEqual(expect.arrayContaining(['https://bank.example', 'https://shop.example']));
    expect(third.request.risks[0]).toMatchObject({
      risk: 'critical',
      reasons: expect.arrayContaining([expect.objectContaining({ code: 'carries-read-text' })]),
    });
  });

  it('counts also when a step read it in a tab that no snapshot is of', async () => {
    const agent = await start([act({ goal: 'copy it' }), { text: 'ok' }], [plan(click), typeIt]);
    const first = openPlan(await agent.run({ ask: 'x', page: page('snap-a') }));
    const read = receipt('s2', {
      kind: 'read',
      outcome: 'ok',
      evidence: { summary: 'read', text: 'Your reference is QX7731-PLUM-84420.', origin: 'https://bank.example' },
    });
    const payload = ran({ receipts: [receipt('s1'), read], snapshot: page('snap-b') });
    const second = openPlan(await agent.resume('t1', [{ interruptId: first.id, payload }]));
    expect(second.request.taint).toContain('https://bank.example');
    expect(second.request.risks[0]?.risk).toBe('critical');
  });

  it('is remembered in the next turn', async () => {
    const agent = await start([{ text: 'Read.' }, act({ goal: 'copy it' }), { text: 'ok' }], [typeIt]);
    await agent.run({ ask: 'what is my reference?', page: secretPage });
    const { request } = openPlan(await agent.run({ ask: 'type it here', page: page('snap-b') }));
    expect(request.risks[0]?.risk).toBe('critical');
  });
});
