import type { ToolDeclaration } from '@pagehand/contracts/snapshot';
import { type RegistryChange, type ToolRefusal, ToolRegistry } from '@pagehand/contracts/tool-registry';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const tool = (name: string, owner: string, change: Partial<ToolDeclaration> = {}): ToolDeclaration => ({
  name,
  owner,
  description: `${name} of ${owner}`,
  parameters: { type: 'object' },
  risk: 'low',
  source: 'page',
  global: false,
  ...change,
});
const names = (registry: ToolRegistry): string[] => registry.list().map(({ name }) => name);

describe('the tool registry', () => {
  it('keeps one tool per name: the newest owner wins, and the earlier one comes back', () => {
    const registry = new ToolRegistry<string>();
    registry.add(tool('cart', 'a'), 'first');
    registry.add(tool('cart', 'b'), 'second');
    registry.add(tool('cart', 'c'), 'third');
    expect([registry.size, registry.get('cart')?.owner, registry.handler('cart')]).toEqual([1, 'c', 'third']);
    registry.removeOwner('b');
    expect(registry.handler('cart')).toBe('third');
    registry.removeOwner('c');
    expect([registry.get('cart')?.owner, registry.handler('cart')]).toEqual(['a', 'first']);
    registry.removeOwner('a');
    expect(registry.has('cart')).toBe(false);
  });

  it('an owner that leaves takes its own tools only, never those of another under the same name', () => {
    const registry = new ToolRegistry();
    registry.add(tool('save', 'old page'));
    registry.add(tool('save', 'new page'));
    registry.removeOwner('old page');
    expect(registry.get('save')?.owner).toBe('new page');
  });

  it('the same owner replaces its tool in place: a handler quietly, a schema, description or risk as a change', async () => {
    const registry = new ToolRegistry<number>();
    const changes: RegistryChange[] = [];
    registry.onChange((change) => changes.push(change));
    registry.add(tool('save', 'a'), 1);
    registry.flush();
    registry.add(tool('save', 'a'), 2);
    expect([registry.revision, registry.handler('save')]).toEqual([1, 2]);
    for (const change of [
      { description: 'x' },
      { risk: 'high' as const },
      { parameters: { type: 'object', required: ['a'] } },
    ])
      registry.add(tool('save', 'a', change), 3);
    registry.flush();
    expect(registry.revision).toBe(4);
    expect(changes.map(({ added, changed }) => [added, changed])).toEqual([
      [['save'], []],
      [[], ['save']],
    ]);
  });

  it('a hidden owner that replaces its tool does not come to the front', () => {
    const registry = new ToolRegistry();
    registry.add(tool('save', 'a'));
    registry.add(tool('save', 'b'));
    const before = registry.revision;
    registry.add(tool('save', 'a', { description: 'newer' }));
    expect([registry.get('save')?.owner, registry.revision]).toEqual(['b', before]);
    registry.removeOwner('b');
    expect(registry.get('save')?.description).toBe('newer');
  });

  it('global tools outlive their owner and go by name', () => {
    const registry = new ToolRegistry();
    registry.add(tool('open_cart', 'a', { global: true }));
    registry.add(tool('view', 'a'));
    expect(registry.removeOwner('a')).toEqual(['view']);
    expect(names(registry)).toEqual(['open_cart']);
    expect(registry.remove('open_cart')).toBe(true);
    expect(registry.remove('open_cart')).toBe(false);
    expect(registry.size).toBe(0);
  });

  it('past the limit a new name is refused loudly; a known name is not', () => {
    const registry = new ToolRegistry({ maxTools: 2 });
    const refused: ToolRefusal[] = [];
    registry.onLimit((refusal) => refused.push(refusal));
    registry.add(tool('a', 'x'));
    registry.add(tool('b', 'x'));
    expect(registry.add(tool('c', 'x'))).toEqual({
      ok: false,
      refusal: { code: 'tool-limit', toolName: 'c', owner: 'x', limit: 2, count: 2 },
    });
    expect(registry.add(tool('a', 'y')).ok).toBe(true);
    expect(refused).toHaveLength(1);
    expect(names(registry)).toEqual(['a', 'b']);
    registry.removeOwner('x');
    expect(registry.add(tool('c', 'x')).ok).toBe(true);
  });

  it('starts without a limit and applies one that is announced: the first ones stay, the rest is returned and reported', () => {
    const registry = new ToolRegistry();
    const refused: string[] = [];
    registry.onLimit(({ toolName }) => refused.push(toolName));
    for (let index = 0; index < 40; index += 1) registry.add(tool(`t${index}`, 'x'));
    const out = registry.setMaxTools(30);
    expect([registry.size, out.length, out[0]?.toolName, registry.maxTools]).toEqual([30, 10, 't30', 30]);
    expect(refused).toEqual(out.map(({ toolName }) => toolName));
    expect(registry.setMaxTools(30)).toEqual([]);
    expect(() => registry.setMaxTools(Number.NaN)).toThrow(RangeError);
  });

  it('30 tools added and removed in one tick make one notification, with the full list and a revision', async () => {
    const registry = new ToolRegistry();
    const changes: RegistryChange[] = [];
    const stop = registry.onChange((change) => changes.push(change));
    for (let index = 0; index < 30; index += 1) registry.add(tool(`t${index}`, 'a'));
    registry.remove('t3');
    await Promise.resolve();
    expect(changes).toHaveLength(1);
    expect(changes[0]).toMatchObject({ revision: 31, removed: [] });
    expect(changes[0]?.tools).toHaveLength(29);
    registry.removeOwner('a');
    await Promise.resolve();
    expect(changes[1]?.removed).toHaveLength(29);
    stop();
    registry.add(tool('x', 'a'));
    await Promise.resolve();
    expect(changes).toHaveLength(2);
  });

  it('what came and went within one tick is not told; flush sends before its time and only once', async () => {
    const registry = new ToolRegistry();
    const changes: RegistryChange[] = [];
    registry.onChange((change) => changes.push(change));
    registry.add(tool('flash', 'a'));
    registry.removeOwner('a');
    await Promise.resolve();
    expect(changes).toEqual([]);
    registry.add(tool('stay', 'a'));
    registry.flush();
    await Promise.resolve();
    expect(changes.map(({ added }) => added)).toEqual([['stay']]);
  });

  it('an unmount and mount in one tick (StrictMode) tells nothing new', async () => {
    const registry = new ToolRegistry();
    registry.add(tool('save', 'a'));
    await Promise.resolve();
    let told = 0;
    registry.onChange(() => {
      told += 1;
    });
    registry.removeOwner('a');
    registry.add(tool('save', 'a'));
    await Promise.resolve();
    expect(told).toBe(0);
  });

  it('replaceOwner takes a page’s full list', () => {
    const registry = new ToolRegistry({ maxTools: 2 });
    registry.add(tool('mine', 'other'));
    registry.replaceOwner('page', [tool('a', 'page')]);
    expect(
      registry.replaceOwner('page', [tool('b', 'page'), tool('c', 'page')]).map(({ toolName }) => toolName),
    ).toEqual(['c']);
    expect(names(registry)).toEqual(['mine', 'b']);
  });

  it('obeys its laws under any sequence of calls', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd', 'e');
    const owner = fc.constantFrom('x', 'y', 'z');
    const call = fc.oneof(
      fc.record({ op: fc.constant('add' as const), name, owner, global: fc.boolean() }),
      fc.record({ op: fc.constant('remove' as const), name, owner }),
      fc.record({ op: fc.constant('leave' as const), owner }),
      fc.record({ op: fc.constant('max' as const), max: fc.nat({ max: 6 }) }),
    );
    fc.assert(
      fc.property(fc.array(call, { maxLength: 40 }), (calls) => {
        const registry = new ToolRegistry({ maxTools: 4, schedule: () => undefined });
        let known = new Map<string, ToolDeclaration>();
        registry.onChange(({ added, removed, changed, tools }) => {
          for (const gone of removed) expect(known.delete(gone)).toBe(true);
          for (const fresh of added) expect(known.has(fresh)).toBe(false);
          for (const other of changed) expect(known.has(other)).toBe(true);
          known = new Map(tools.map((declaration) => [declaration.name, declaration]));
        });
        let revision = 0;
        for (const step of calls) {
          const before = names(registry);
          if (step.op === 'add') {
            const result = registry.add(tool(step.name, step.owner, { global: step.global }));
            expect(result.ok).toBe(before.includes(step.name) || before.length < registry.maxTools);
          } else if (step.op === 'remove') registry.remove(step.name, step.owner);
          else if (step.op === 'leave') {
            registry.removeOwner(step.owner);
            for (const declaration of registry.list())
              expect(declaration.owner !== step.owner || declaration.global).toBe(true);
          } else registry.setMaxTools(step.max);
          const after = names(registry);
          expect(new Set(after).size).toBe(after.length);
          expect(after.length).toBeLessThanOrEqual(registry.maxTools);
          expect(registry.revision).toBeGreaterThanOrEqual(revision);
          if (after.join() !== before.join()) expect(registry.revision).toBeGreaterThan(revision);
          revision = registry.revision;
          registry.flush();
          expect([...known.keys()]).toEqual(after);
        }
      }),
      { numRuns: 500 },
    );
  });
});
