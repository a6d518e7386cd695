import { LIMITS } from '@pagehand/contracts/limits';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  createToolScope,
  listTools,
  PageToolError,
  registerTool,
  removeTool,
  setMaxTools,
} from '../../shared/page-tools/core/index.ts';
import { DEFAULT_MAX_TOOLS } from '../../shared/page-tools/core/page-registry.ts';
import { pageTools } from '../../shared/page-tools/core/page-tools.ts';
import { freshPage, listen, pagePort, readList, tick } from './page-tools-support.ts';

const tool = (name: string, more: { description?: string; global?: boolean; risk?: 'none' | 'high' } = {}) => ({
  name,
  description: `Does ${name}`,
  ...more,
});
const names = (): string[] => listTools().map(({ name }) => name);

beforeEach(freshPage);

describe('registering', () => {
  it('turns the zod schema into JSON Schema that a model can read', () => {
    registerTool(
      {
        name: 'delete_account',
        description: 'Permanently delete the current user account',
        schema: z.object({ reason: z.string().optional(), days: z.number().int().default(30) }),
        risk: 'critical',
      },
      async ({ reason, days }) => ({ status: 'deleted', reason: reason?.trim(), days: days.toFixed() }),
    );
    expect(listTools()).toMatchObject([
      {
        name: 'delete_account',
        risk: 'critical',
        global: false,
        parameters: {
          type: 'object',
          properties: { reason: { type: 'string' }, days: { type: 'integer', default: 30 } },
        },
      },
    ]);
    expect(listTools()[0]?.parameters).not.toHaveProperty('required');
    expect(listTools()[0]?.parameters).not.toHaveProperty('$schema');
  });

  it('registering the same name again replaces the tool instead of duplicating it', () => {
    const scope = createToolScope();
    scope.registerTool(tool('save'), () => 1);
    const second = scope.registerTool(tool('save', { description: 'Saves again' }), () => 2);
    expect(listTools().map(({ name, description }) => [name, description])).toEqual([['save', 'Saves again']]);
    second.remove();
    expect(names()).toEqual([]);
  });

  it('a registration that was replaced cannot remove what came after it', () => {
    const scope = createToolScope();
    const first = scope.registerTool(tool('save'), () => 1);
    scope.registerTool(tool('save'), () => 2);
    first.remove();
    expect(names()).toEqual(['save']);
  });

  it('a newer owner’s tool hides the earlier one, which comes back', () => {
    const [page, dialog] = [createToolScope('page'), createToolScope('dialog')];
    page.registerTool(tool('save', { description: 'Saves the page' }), () => 'page');
    dialog.registerTool(tool('save', { description: 'Saves the dialog' }), () => 'dialog');
    expect(listTools()[0]?.description).toBe('Saves the dialog');
    page.dispose();
    expect(listTools()[0]?.description).toBe('Saves the dialog');
    page.registerTool(tool('save', { description: 'Saves the page' }), () => 'page');
    dialog.dispose();
    expect(listTools()[0]?.description).toBe('Saves the page');
  });

  it('all the tools of a component that goes away are removed at once', async () => {
    const scope = createToolScope();
    for (const name of ['view', 'edit', 'drop']) scope.registerTool(tool(name), () => null);
    const { events } = listen();
    await tick();
    scope.dispose();
    await tick();
    expect(events.at(-1)).toMatchObject({ removed: ['view', 'edit', 'drop'], tools: [] });
  });

  it.each([
    [{ name: 'a b', description: 'x' }, /1 to 64/],
    [{ name: 'x'.repeat(65), description: 'x' }, /1 to 64/],
    [{ name: 'a.b', description: 'x' }, /1 to 64/],
    [{ name: 'аdmin', description: 'a Cyrillic letter' }, /1 to 64/],
    [{ name: 'ok', description: ' ' }, /description/],
    [{ name: 'ok', description: 'x'.repeat(2_001) }, /2,000/],
    [{ name: 'ok', description: 'x', schema: {} }, /empty/],
  ])('refuses the declaration %j and says why', (definition, why) => {
    expect(() => registerTool(definition, () => null)).toThrow(why);
    expect(names()).toEqual([]);
  });

  it('a risk that is missing or unknown is high', () => {
    registerTool(tool('plain'), () => null);
    registerTool({ ...tool('odd'), ...JSON.parse('{"risk":"harmless"}') }, () => null);
    expect(listTools().map(({ risk }) => risk)).toEqual(['high', 'high']);
  });
});

describe('global tools', () => {
  it('stay when their scope is disposed and go by removeTool', () => {
    const scope = createToolScope();
    scope.registerTool(tool('open_cart', { global: true }), () => null);
    scope.registerTool(tool('view'), () => null);
    scope.dispose();
    expect(names()).toEqual(['open_cart']);
    expect([removeTool('open_cart'), removeTool('open_cart'), names()]).toEqual([true, false, []]);
  });

  it('removeTool leaves tools alone that are not global', () => {
    registerTool(tool('view'), () => null);
    expect([removeTool('view'), names()]).toEqual([false, ['view']]);
  });

  it('a global tool that is declared by one component after the other is one registration, not many', () => {
    for (let mount = 0; mount < 100; mount += 1) {
      const scope = createToolScope();
      scope.registerTool(tool('open_cart', { global: true }), () => mount);
      scope.dispose();
    }
    expect(pageTools().registry.registrations).toBe(1);
  });

  it('a screen’s own tool hides a global one of the same name, which comes back', () => {
    const app = createToolScope('app');
    app.registerTool(tool('help', { global: true, description: 'General help' }), () => null);
    app.dispose();
    const screen = createToolScope('screen');
    screen.registerTool(tool('help', { description: 'Help for this screen' }), () => null);
    expect(listTools()[0]?.description).toBe('Help for this screen');
    screen.dispose();
    expect(listTools()[0]?.description).toBe('General help');
  });
});

describe('the limit', () => {
  it('is 30 by default, as in the backend', () => expect(DEFAULT_MAX_TOOLS).toBe(LIMITS.maxActiveTools));

  it('above it the tool is refused, and one event and one error say so', async () => {
    const { events, errors } = listen();
    for (let index = 0; index < 10_000; index += 1) registerTool(tool(`t${index}`), () => null);
    await tick();
    expect(names()).toHaveLength(30);
    const limits = events.filter(({ type }) => type === 'tool.registry.limit');
    expect(limits).toHaveLength(1);
    expect(limits[0]).toMatchObject({ limit: 30, count: 30 });
    expect(errors.map(({ code, toolName }) => [code, toolName])).toEqual([['tool-limit', 't30']]);
    const { refused, maxTools } = readList(pagePort().list());
    expect([refused.length, refused[0], maxTools]).toEqual([50, { toolName: 't30', limit: 30, count: 30 }, 30]);
  });

  it('what was refused comes in when there is room', () => {
    setMaxTools(2);
    const [a, , c] = ['a', 'b', 'c', 'd'].map((name) => registerTool(tool(name), () => null));
    expect(names()).toEqual(['a', 'b']);
    a?.remove();
    expect(names()).toEqual(['b', 'c']);
    c?.remove();
    expect(names()).toEqual(['b', 'd']);
  });

  it('a limit that the backend announces is applied at once, and raised again it lets all in', async () => {
    const { errors } = listen();
    for (let index = 0; index < 5; index += 1) registerTool(tool(`t${index}`), () => null);
    pagePort().setMaxTools(2);
    await tick();
    expect(names()).toEqual(['t0', 't1']);
    expect(errors[0]?.message).toContain('refused: t2, t3, t4');
    pagePort().setMaxTools(50);
    expect(names()).toHaveLength(5);
    expect(readList(pagePort().list()).refused).toEqual([]);
  });
});

describe('changes', () => {
  it('of one tick go out as one notification with a revision', async () => {
    const { events } = listen();
    for (let index = 0; index < 10; index += 1) registerTool(tool(`t${index}`), () => null);
    await tick();
    expect(events).toMatchObject([{ type: 'tool.registry.change', revision: 10, removed: [], changed: [] }]);
  });

  it('a changed handler tells nobody; a changed schema, description or risk does', async () => {
    const scope = createToolScope();
    scope.registerTool({ ...tool('save'), schema: z.object({ a: z.string() }) }, () => 1);
    await tick();
    const { events } = listen();
    scope.registerTool({ ...tool('save'), schema: z.object({ a: z.string() }) }, () => 2);
    await tick();
    expect(events).toEqual([]);
    for (const change of [
      { schema: z.object({ a: z.number() }) },
      { schema: z.object({ a: z.number() }), description: 'New' },
      { schema: z.object({ a: z.number() }), description: 'New', risk: 'low' as const },
    ]) {
      scope.registerTool({ ...tool('save'), ...change }, () => 3);
      await tick();
    }
    expect(events).toMatchObject([{ changed: ['save'] }, { changed: ['save'] }, { changed: ['save'] }]);
  });

  it('waitForChange answers at once when behind, else with the change, else after its time', async () => {
    registerTool(tool('a'), () => null);
    const port = pagePort();
    const first = readList(await port.waitForChange(0, 60_000));
    expect(first.tools.map(({ name }) => name)).toEqual(['a']);
    const waiting = port.waitForChange(first.revision, 60_000);
    registerTool(tool('b'), () => null);
    registerTool(tool('c'), () => null);
    const second = readList(await waiting);
    expect(second.tools.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    expect(readList(await port.waitForChange(second.revision, 1))).toEqual(second);
    expect(pageTools().registry.events.size).toBe(1);
  });
});

describe('scopes', () => {
  it('two copies of the package on one page share one registry', () => {
    registerTool(tool('a'), () => null);
    const before = pageTools();
    expect(pageTools()).toBe(before);
    expect(Object.isFrozen(pagePort())).toBe(true);
  });

  it('obey their laws under any sequence of calls', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd');
    const step = fc.oneof(
      fc.record({ op: fc.constant('register' as const), scope: fc.nat({ max: 2 }), name, global: fc.boolean() }),
      fc.record({ op: fc.constant('remove' as const), nth: fc.nat({ max: 30 }) }),
      fc.record({ op: fc.constant('dispose' as const), scope: fc.nat({ max: 2 }) }),
      fc.record({ op: fc.constant('removeTool' as const), name }),
      fc.record({ op: fc.constant('set' as const), scope: fc.nat({ max: 2 }), names: fc.uniqueArray(name) }),
      fc.record({ op: fc.constant('max' as const), max: fc.integer({ min: 1, max: 5 }) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        freshPage();
        listen();
        const scopes = [createToolScope('x'), createToolScope('y'), createToolScope('z')];
        const registered: { name: string; scope: number; remove(): void }[] = [];
        for (const each of steps) {
          const revision = pageTools().registry.revision;
          const before = JSON.stringify(listTools());
          if (each.op === 'register') {
            const { remove } =
              scopes[each.scope]?.registerTool(tool(each.name, { global: each.global }), () => null) ?? {};
            if (remove) registered.push({ name: each.name, scope: each.scope, remove });
          } else if (each.op === 'remove') registered[each.nth % (registered.length || 1)]?.remove();
          else if (each.op === 'dispose') {
            const owner = scopes[each.scope]?.owner;
            scopes[each.scope]?.dispose();
            for (const left of listTools()) expect(left.owner !== owner || left.global).toBe(true);
          } else if (each.op === 'removeTool') {
            removeTool(each.name);
            expect(listTools().some((left) => left.name === each.name && left.global)).toBe(false);
          } else if (each.op === 'set')
            scopes[each.scope]?.setTools(each.names.map((one) => ({ definition: tool(one), handler: () => null })));
          else setMaxTools(each.max);
          const { maxTools } = pageTools().registry;
          const after = listTools();
          expect(new Set(after.map((one) => one.name)).size).toBe(after.length);
          expect(after.length).toBeLessThanOrEqual(maxTools);
          if (JSON.stringify(after) !== before) expect(pageTools().registry.revision).toBeGreaterThan(revision);
          // Somebody is refused only while there is no room.
          if (pageTools().registry.refusedNames().length > 0) expect(after.length).toBe(maxTools);
        }
        for (const scope of scopes) scope.setTools([]);
        expect([listTools(), pageTools().registry.registrations]).toEqual([[], 0]);
      }),
      { numRuns: 300 },
    );
  });
});

it('errors are of one class with a code', () => {
  expect(() => registerTool({ name: '', description: 'x' }, () => null)).toThrow(PageToolError);
});
