import { type ToolRefusal, ToolRegistry } from '@pagehand/contracts/tool-registry';
import { Listeners } from './listeners.ts';
import { declare, type LiveTool, sameDefinition, toInfo } from './live-tool.ts';
import { PageToolError } from './tool-error.ts';
import type { ToolEvent, ToolInfo, ToolToRegister } from './tool-types.ts';

/** Active tools at most, until the backend announces its own limit through the extension. */
export const DEFAULT_MAX_TOOLS = 30;

/**
 * The page's tools: every registration by owner, the shared ToolRegistry that says which are active, and those that
 * wait because too many are. What waits comes in when there is room; nobody has to register again.
 */
export class PageRegistry {
  readonly events = new Listeners<ToolEvent>();
  readonly errors = new Listeners<PageToolError>();
  readonly #registry = new ToolRegistry<LiveTool>({ maxTools: DEFAULT_MAX_TOOLS });
  readonly #owners = new Map<string, Map<string, LiveTool>>();
  readonly #waiting = new Set<LiveTool>();
  #unreported: ToolRefusal[] = [];

  constructor() {
    this.#registry.onChange(({ tools, ...change }) =>
      this.events.emit({ type: 'tool.registry.change', ...change, tools: tools.map(toInfo) }),
    );
    this.#registry.onLimit((refusal) => {
      if (this.#unreported.push(refusal) === 1) queueMicrotask(() => this.#reportRefusals());
    });
  }

  get revision(): number {
    return this.#registry.revision;
  }
  get maxTools(): number {
    return this.#registry.maxTools;
  }
  /** Registrations of all owners, hidden and waiting ones too. */
  get registrations(): number {
    let count = 0;
    for (const tools of this.#owners.values()) count += tools.size;
    return count;
  }
  list(): ToolInfo[] {
    return this.#registry.list().map(toInfo);
  }
  active(name: string): LiveTool | undefined {
    return this.#registry.handler(name);
  }
  /** Names that are refused now because too many tools are active. */
  refusedNames(): string[] {
    return [...new Set([...this.#waiting].map(({ declaration }) => declaration.name))];
  }
  flush(): void {
    this.#registry.flush();
  }

  /**
   * Registers one tool of an owner, or replaces the one it has under that name, in its place.
   * @throws PageToolError `invalid-declaration`.
   */
  put(owner: string, { definition, handler }: ToolToRegister): LiveTool {
    const tools = this.#owners.get(owner) ?? new Map<string, LiveTool>();
    const known = tools.get(definition.name);
    const declaration =
      known && sameDefinition(known.definition, definition) ? known.declaration : declare(owner, definition);
    const live: LiveTool = { declaration, definition, handler, orphan: false };
    if (known) this.#waiting.delete(known);
    this.#owners.set(owner, tools.set(declaration.name, live));
    if (declaration.global) this.#replaceOrphans(live);
    this.#activate(live);
    return live;
  }

  /** The owner's full list from now on: others that it had go, also global ones. What cannot be declared is reported. */
  replaceOwner(owner: string, tools: readonly ToolToRegister[]): void {
    const names = new Set(tools.map(({ definition }) => definition.name));
    for (const [name, live] of [...(this.#owners.get(owner) ?? [])]) if (!names.has(name)) this.remove(live);
    for (const tool of tools) {
      try {
        this.put(owner, tool);
      } catch (error) {
        // Whoever renders must not fail because a tool's description is too long.
        if (error instanceof PageToolError) this.report(error);
        else throw error;
      }
    }
  }

  /** Takes out one registration; one that was replaced since is not touched. */
  remove(live: LiveTool): void {
    const { owner, name } = live.declaration;
    const tools = this.#owners.get(owner);
    if (tools?.get(name) !== live) return;
    tools.delete(name);
    if (tools.size === 0) this.#owners.delete(owner);
    this.#waiting.delete(live);
    this.#registry.remove(name, owner);
    this.#admitWaiting();
  }

  /** The owner has gone: its tools leave, but for the global ones. */
  leave(owner: string): void {
    for (const live of [...(this.#owners.get(owner)?.values() ?? [])])
      if (live.declaration.global) live.orphan = true;
      else this.remove(live);
  }

  /** Takes out the global tools of this name, whoever declared them. @returns whether there was one. */
  removeGlobal(name: string): boolean {
    const found = this.#named(name).filter(({ declaration }) => declaration.global);
    for (const live of found) this.remove(live);
    return found.length > 0;
  }

  setMaxTools(limit: number): void {
    this.#registry.setMaxTools(limit);
    for (const tools of this.#owners.values())
      for (const live of tools.values()) if (!this.#registry.has(live.declaration.name)) this.#waiting.add(live);
    this.#admitWaiting();
  }

  report(error: PageToolError): void {
    if (this.errors.size > 0) this.errors.emit(error);
    else console.error(error);
  }

  #named(name: string): LiveTool[] {
    return [...this.#owners.values()].flatMap((tools) => tools.get(name) ?? []);
  }

  /** A global tool that is declared again takes the place of those whose owner has gone, so that they never pile up. */
  #replaceOrphans(by: LiveTool): void {
    for (const live of this.#named(by.declaration.name)) if (live !== by && live.orphan) this.remove(live);
  }

  #activate(live: LiveTool): void {
    if (this.#registry.add(live.declaration, live).ok) this.#waiting.delete(live);
    else this.#waiting.add(live);
  }

  #admitWaiting(): void {
    for (const live of this.#waiting) {
      if (this.#registry.size >= this.#registry.maxTools && !this.#registry.has(live.declaration.name)) continue;
      this.#activate(live);
    }
  }

  /** All refusals of one render are one event and one error. */
  #reportRefusals(): void {
    const refused = [...new Set(this.#unreported.map(({ toolName }) => toolName))];
    this.#unreported = [];
    const [first] = refused;
    if (first === undefined) return;
    const { maxTools: limit } = this;
    this.events.emit({ type: 'tool.registry.limit', refused, limit, count: this.#registry.size });
    const names =
      refused.length > 5 ? `${refused.slice(0, 5).join(', ')} and ${refused.length - 5} more` : refused.join(', ');
    const message = `At most ${limit} tools can be active; refused: ${names}. Declare tools where they are used, or raise maxActiveTools.`;
    this.report(new PageToolError('tool-limit', first, message));
  }
}
