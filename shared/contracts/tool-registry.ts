import type { ToolDeclaration } from './snapshot.ts';

/** A tool was refused: too many are active. Also given to `onLimit`. */
export type ToolRefusal = { code: 'tool-limit'; toolName: string; owner: string; limit: number; count: number };
export type AddResult = { ok: true; revision: number } | { ok: false; refusal: ToolRefusal };

/** All changes since the last notification, by name; `tools` is the full list after them. */
export type RegistryChange = {
  revision: number;
  added: string[];
  removed: string[];
  changed: string[];
  tools: ToolDeclaration[];
};

export type RegistryOptions = {
  /** Active tools at most; absent: no limit, until `setMaxTools` (the backend announces it). */
  maxTools?: number;
  /** How changes are gathered into one notification. Default: one microtask. */
  schedule?: (flush: () => void) => void;
};

type Entry<H> = { declaration: ToolDeclaration; handler: H | undefined };
type Listener<E> = (event: E) => void;

/**
 * The live registry of tools, the same class on both sides.
 *
 * One name, one active tool: a newer owner's tool hides the earlier one, which comes back when the newer leaves. An
 * owner has one tool of a name; adding it again replaces it in its place. `global` tools stay when their owner leaves
 * and go only by `remove`. Past the limit a tool with a new name is refused, loudly. Every change of what is active
 * raises `revision`; all changes of one tick go out as one notification.
 */
export class ToolRegistry<H = unknown> {
  /** Per name the entries of all its owners; the last one is active. Insertion order of names is kept. */
  readonly #stacks = new Map<string, Entry<H>[]>();
  readonly #changeListeners = new Set<Listener<RegistryChange>>();
  readonly #limitListeners = new Set<Listener<ToolRefusal>>();
  readonly #schedule: (flush: () => void) => void;
  #max: number;
  #revision = 0;
  /** What was active when the last notification went out, for its difference. */
  #announced = new Map<string, ToolDeclaration>();
  #scheduled = false;

  constructor(options: RegistryOptions = {}) {
    this.#max = options.maxTools ?? Number.POSITIVE_INFINITY;
    this.#schedule = options.schedule ?? ((flush) => void Promise.resolve().then(flush));
  }

  /** Grows by one with every change of what is active. */
  get revision(): number {
    return this.#revision;
  }
  /** Active tools: one per name. */
  get size(): number {
    return this.#stacks.size;
  }
  get maxTools(): number {
    return this.#max;
  }

  /** Adds or replaces the tool that `declaration.owner` has under this name, and makes it the active one if it is new. */
  add(declaration: ToolDeclaration, handler?: H): AddResult {
    const { name, owner } = declaration;
    const stack = this.#stacks.get(name);
    if (!stack && this.#stacks.size >= this.#max) return { ok: false, refusal: this.#refuse(declaration) };
    const entry: Entry<H> = { declaration, handler };
    if (!stack) {
      this.#stacks.set(name, [entry]);
      this.#touch();
      return { ok: true, revision: this.#revision };
    }
    const place = stack.findIndex((other) => other.declaration.owner === owner);
    const before = stack.at(-1)?.declaration;
    if (place >= 0) stack[place] = entry;
    else stack.push(entry);
    const after = stack.at(-1)?.declaration;
    // A new handler alone changes nothing that anybody has been told.
    if (before === undefined || after === undefined || !sameDeclaration(before, after)) this.#touch();
    return { ok: true, revision: this.#revision };
  }

  /** Takes out the owner's tool of this name, or with no owner everybody's. @returns whether there was one. */
  remove(name: string, owner?: string): boolean {
    return this.#removeWhere(name, (entry) => owner === undefined || entry.declaration.owner === owner);
  }

  /** The owner has gone: its tools leave, but for the global ones. @returns the names that are no longer its. */
  removeOwner(owner: string): string[] {
    return [...this.#stacks.keys()].filter((name) =>
      this.#removeWhere(name, ({ declaration }) => declaration.owner === owner && !declaration.global),
    );
  }

  /** Replaces everything that one owner has (a page's full list). @returns what was refused. */
  replaceOwner(
    owner: string,
    declarations: readonly ToolDeclaration[],
    handlers?: ReadonlyMap<string, H>,
  ): ToolRefusal[] {
    const names = new Set(declarations.map(({ name }) => name));
    for (const name of [...this.#stacks.keys()]) if (!names.has(name)) this.remove(name, owner);
    return declarations.flatMap((declaration) => {
      const result = this.add({ ...declaration, owner }, handlers?.get(declaration.name));
      return result.ok ? [] : [result.refusal];
    });
  }

  clear(): void {
    if (this.#stacks.size === 0) return;
    this.#stacks.clear();
    this.#touch();
  }

  /** Sets the limit; the names that came first stay. @returns what no longer fits and was taken out, each also reported. */
  setMaxTools(max: number): ToolRefusal[] {
    if (!(max >= 0)) throw new RangeError('maxTools must be a number from 0 on.');
    this.#max = max;
    const over = [...this.#stacks].slice(max);
    const refusals = over.flatMap(([name, stack]) => {
      this.#stacks.delete(name);
      const active = stack.at(-1)?.declaration;
      return active ? [this.#refuse(active)] : [];
    });
    if (over.length > 0) this.#touch();
    return refusals;
  }

  get(name: string): ToolDeclaration | undefined {
    return this.#stacks.get(name)?.at(-1)?.declaration;
  }
  /** The newest handler of the active tool. */
  handler(name: string): H | undefined {
    return this.#stacks.get(name)?.at(-1)?.handler;
  }
  has(name: string): boolean {
    return this.#stacks.has(name);
  }

  /** The active tools, in the order in which their names came; a new array each time. */
  list(): ToolDeclaration[] {
    return [...this.#stacks.values()].flatMap((stack) => stack.at(-1)?.declaration ?? []);
  }

  /** @returns a function that ends the subscription. */
  onChange(listener: Listener<RegistryChange>): () => void {
    this.#changeListeners.add(listener);
    return () => void this.#changeListeners.delete(listener);
  }
  /** Each refusal, at once. @returns a function that ends the subscription. */
  onLimit(listener: Listener<ToolRefusal>): () => void {
    this.#limitListeners.add(listener);
    return () => void this.#limitListeners.delete(listener);
  }

  /** Sends what has gathered now (before a tool's result, so that its reader knows the new tools). */
  flush(): void {
    this.#scheduled = false;
    const active = new Map(this.list().map((declaration) => [declaration.name, declaration]));
    const added = [...active.keys()].filter((name) => !this.#announced.has(name));
    const removed = [...this.#announced.keys()].filter((name) => !active.has(name));
    const changed = [...active].flatMap(([name, declaration]) => {
      const before = this.#announced.get(name);
      return before && !sameDeclaration(before, declaration) ? [name] : [];
    });
    this.#announced = active;
    if (added.length + removed.length + changed.length === 0) return;
    const change: RegistryChange = { revision: this.#revision, added, removed, changed, tools: [...active.values()] };
    for (const listener of [...this.#changeListeners]) listener(change);
  }

  #removeWhere(name: string, gone: (entry: Entry<H>) => boolean): boolean {
    const stack = this.#stacks.get(name);
    if (!stack) return false;
    const before = stack.at(-1);
    const kept = stack.filter((entry) => !gone(entry));
    if (kept.length === stack.length) return false;
    if (kept.length === 0) this.#stacks.delete(name);
    else this.#stacks.set(name, kept);
    if (kept.at(-1) !== before) this.#touch();
    return true;
  }

  #refuse({ name, owner }: ToolDeclaration): ToolRefusal {
    const refusal: ToolRefusal = {
      code: 'tool-limit',
      toolName: name,
      owner,
      limit: this.#max,
      count: this.#stacks.size,
    };
    for (const listener of [...this.#limitListeners]) listener(refusal);
    return refusal;
  }

  #touch(): void {
    this.#revision += 1;
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#schedule(() => {
      if (this.#scheduled) this.flush();
    });
  }
}

function sameDeclaration(a: ToolDeclaration, b: ToolDeclaration): boolean {
  if (a === b) return true;
  return (
    a.name === b.name &&
    a.description === b.description &&
    a.risk === b.risk &&
    a.source === b.source &&
    a.owner === b.owner &&
    a.global === b.global &&
    JSON.stringify(a.parameters) === JSON.stringify(b.parameters)
  );
}
