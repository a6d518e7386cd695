import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  approvals,
  callTool,
  createToolScope,
  registerTool,
  type ToolCallContext,
} from '../../shared/page-tools/core/index.ts';
import { freshPage, listen, pagePort, readAnswer, readList } from './page-tools-support.ts';

beforeEach(freshPage);

let calls = 0;
const call = async (name: string, args: unknown = {}, expected?: string): Promise<Record<string, unknown>> => {
  calls += 1;
  return readAnswer(await pagePort().call(`c${calls}`, name, JSON.stringify(args), expected));
};
const validate = async (name: string, args: unknown): Promise<Record<string, unknown>> =>
  readAnswer(await pagePort().validate(name, JSON.stringify(args)));

describe('a call', () => {
  it('of an unknown tool returns an error that says what is there', async () => {
    registerTool({ name: 'view', description: 'x', risk: 'none' }, () => 1);
    expect(await call('gone')).toMatchObject({
      ok: false,
      code: 'unknown-tool',
      message: expect.stringContaining('view.'),
    });
    expect(await validate('gone', {})).toMatchObject({ ok: false, code: 'unknown-tool', issues: [] });
  });

  it('with invalid arguments gives all issues back, and nothing runs or asks', async () => {
    let ran = 0;
    approvals.subscribe(() => undefined);
    registerTool(
      {
        name: 'delete_account',
        description: 'x',
        risk: 'critical',
        schema: z.object({ reason: z.string(), days: z.number().min(1) }),
      },
      () => {
        ran += 1;
      },
    );
    const answer = await call('delete_account', { days: 0 });
    expect(answer).toMatchObject({
      ok: false,
      code: 'invalid-arguments',
      issues: [{ path: '/reason' }, { path: '/days' }],
    });
    expect(answer['message']).toMatch(/^Validation args "delete_account": \/reason: .*; \/days: /);
    await expect(callTool('delete_account', { days: 0 })).rejects.toMatchObject({ code: 'invalid-arguments' });
    expect([ran, approvals.pending()]).toEqual([0, []]);
  });

  it('is checked with defaults applied and transforms not yet; the handler gets them once', async () => {
    const got: unknown[] = [];
    registerTool(
      {
        name: 'pay',
        description: 'x',
        risk: 'none',
        schema: z.object({
          amount: z.number().transform((euros) => euros * 100),
          currency: z.string().default('EUR'),
          to: z.object({ iban: z.string(), note: z.string().default('-') }),
        }),
      },
      (args) => {
        got.push(args);
      },
    );
    const given = { amount: 2, to: { iban: 'DE1' } };
    const filled = { amount: 2, currency: 'EUR', to: { iban: 'DE1', note: '-' } };
    expect(await validate('pay', given)).toEqual({ ok: true, args: filled });
    expect(await call('pay', filled)).toMatchObject({ ok: true, result: null });
    expect(got).toEqual([{ ...filled, amount: 200 }]);
  });

  it('runs the checks that JSON Schema cannot express before anybody is asked', async () => {
    const schema = z.object({ from: z.number(), to: z.number() }).refine(({ from, to }) => from < to, {
      message: 'from must be before to',
      path: ['from'],
    });
    registerTool({ name: 'book', description: 'x', schema, risk: 'high' }, () => 1);
    expect(await validate('book', { from: 3, to: 1 })).toMatchObject({
      ok: false,
      issues: [{ path: '/from', message: 'from must be before to' }],
    });
  });

  it('waits only for the promise that the handler returns', async () => {
    let late = false;
    registerTool({ name: 'fire', description: 'x', risk: 'none' }, () => {
      setTimeout(() => {
        late = true;
      }, 1_500);
      return 'started';
    });
    expect([await call('fire'), late]).toMatchObject([{ result: 'started' }, false]);
  });

  it.each([
    ['a throw', () => Promise.reject(new Error('sold out')), '"buy" failed: sold out'],
    ['a result that is no JSON', () => 1n, /BigInt/],
  ])('%s is an error for the model', async (_what, handler, message) => {
    registerTool({ name: 'buy', description: 'x', risk: 'none' }, handler);
    expect(await call('buy')).toMatchObject({
      ok: false,
      code: 'handler-error',
      message: expect.stringMatching(message),
    });
  });

  it('that never settles ends when it is aborted, and its signal fires', async () => {
    let seen: ToolCallContext | undefined;
    registerTool({ name: 'hang', description: 'x', risk: 'none' }, (_args, context) => {
      seen = context;
      return new Promise(() => undefined);
    });
    const answer = pagePort().call('hanging', 'hang', '{}');
    while (!seen) await new Promise((resolve) => setTimeout(resolve, 5));
    pagePort().abort('hanging');
    expect(readAnswer(await answer)).toMatchObject({ ok: false, code: 'cancelled' });
    expect([seen.signal.aborted, seen.callId]).toEqual([true, 'hanging']);
  });

  it('with an id that was there before runs nothing and gets the same answer', async () => {
    let ran = 0;
    registerTool({ name: 'buy', description: 'x', risk: 'none' }, () => {
      ran += 1;
      return ran;
    });
    const twice = await Promise.all([pagePort().call('once', 'buy', '{}'), pagePort().call('once', 'buy', '{}')]);
    expect([...twice, await pagePort().call('once', 'buy', '{}')].map((text) => readAnswer(text)['result'])).toEqual([
      1, 1, 1,
    ]);
  });

  it('planned against another declaration or owner is refused', async () => {
    const scope = createToolScope();
    scope.registerTool({ name: 'pay', description: 'Pays', risk: 'low' }, () => 'paid');
    const planned = JSON.stringify(readList(pagePort().list()).tools[0]);
    expect(await call('pay', {}, planned)).toMatchObject({ ok: true, result: 'paid' });
    scope.registerTool({ name: 'pay', description: 'Pays more', risk: 'low' }, () => 'paid more');
    expect(await call('pay', {}, planned)).toMatchObject({ ok: false, code: 'surface-changed' });
    scope.dispose();
    createToolScope().registerTool({ name: 'pay', description: 'Pays', risk: 'low' }, () => 'another account');
    expect(await call('pay', {}, planned)).toMatchObject({ ok: false, code: 'surface-changed' });
  });

  it('from the page’s own code obeys the risk: none and low run, low is told, high and critical need a person', async () => {
    for (const risk of ['none', 'low', 'high', 'critical'] as const)
      registerTool({ name: risk, description: 'x', risk }, () => risk);
    const { events } = listen();
    expect([await callTool('none'), await callTool('low')]).toEqual(['none', 'low']);
    expect(events.filter(({ type }) => type === 'tool.call')).toMatchObject([
      { toolName: 'none', risk: 'none', status: 'started' },
      { toolName: 'none', status: 'succeeded' },
      { toolName: 'low', risk: 'low', status: 'started', caller: 'app' },
      { toolName: 'low', status: 'succeeded' },
    ]);
    await expect(callTool('high')).rejects.toMatchObject({ code: 'approval-required' });
    await expect(callTool('critical')).rejects.toMatchObject({ code: 'approval-required' });
  });

  it('an approval shows exactly what will run, which nobody can change any more, and can be aborted', async () => {
    const stop = approvals.subscribe(() => undefined);
    const schema = z.object({ to: z.string(), copy: z.boolean().default(true) });
    registerTool({ name: 'send', description: 'x', risk: 'high', schema }, (args) => args);
    const sent = callTool('send', { to: 'ann' });
    while (approvals.pending().length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const [pending] = approvals.pending();
    expect(pending).toMatchObject({ args: { to: 'ann', copy: true }, step: 1, steps: 1 });
    expect(Object.isFrozen(pending?.args)).toBe(true);
    approvals.approve(pending?.id ?? '');
    expect(await sent).toEqual({ to: 'ann', copy: true });
    const controller = new AbortController();
    const given = callTool('send', { to: 'bob' }, { signal: controller.signal });
    while (approvals.pending().length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    controller.abort();
    await expect(given).rejects.toMatchObject({ code: 'cancelled' });
    expect(approvals.pending()).toEqual([]);
    stop();
  });

  it('checks plain JSON Schema by itself', async () => {
    const schema = {
      type: 'object',
      properties: {
        size: { enum: ['s', 'm'] },
        count: { type: 'integer', minimum: 1, default: 1 },
        tags: { type: 'array', items: { type: 'string', maxLength: 3 } },
      },
      required: ['size'],
      additionalProperties: false,
    };
    registerTool({ name: 'order', description: 'x', risk: 'none', schema }, (args) => args);
    expect(await call('order', { size: 's' })).toMatchObject({ ok: true, result: { size: 's', count: 1 } });
    const wrong = await call('order', { size: 'xl', count: 0, tags: ['long one'], more: 1 });
    expect(wrong).toMatchObject({
      issues: [
        { path: '/size' },
        { path: '/count' },
        { path: '/tags/0' },
        { path: '/more', message: 'is not allowed' },
      ],
    });
    expect(await call('order', [])).toMatchObject({ code: 'invalid-arguments' });
  });
});
