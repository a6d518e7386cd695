import { findModelContext, type ModelContext } from './find-model-context.ts';
import type { PageTools } from './page-tools.ts';
import { isRecord } from './schema-types.ts';
import { messageOf, PageToolError } from './tool-error.ts';
import type { ToolInfo } from './tool-types.ts';

type Registered = { said: string; controller: AbortController; handle: unknown };

/**
 * Keeps the page's tools registered in WebMCP where the browser or a polyfill has it, so that other agents see them.
 * `x-agent` inside the schema carries what WebMCP's annotations cannot say, and tells our own extension whose they are.
 */
export class ModelContextLink {
  readonly #page: PageTools;
  readonly #registered = new Map<string, Registered>();
  #context: ModelContext | undefined;

  constructor(page: PageTools) {
    this.#page = page;
  }

  sync(): void {
    const context = findModelContext();
    if (context !== this.#context) {
      for (const name of [...this.#registered.keys()]) this.#unregister(name);
      this.#context = context;
    }
    if (!context) return;
    // Forms that the browser itself registers (`toolname`) are not registered a second time.
    const tools = new Map(
      this.#page.registry
        .list()
        .filter(({ owner }) => !owner.startsWith('webmcp-form:'))
        .map((tool) => [tool.name, tool]),
    );
    for (const [name, { said }] of [...this.#registered]) {
      const tool = tools.get(name);
      if (!tool || JSON.stringify(tool) !== said) this.#unregister(name);
    }
    for (const tool of tools.values()) if (!this.#registered.has(tool.name)) this.#register(context, tool);
  }

  #register(context: ModelContext, tool: ToolInfo): void {
    const { name, description, parameters, risk, global } = tool;
    const controller = new AbortController();
    const registered: Registered = { said: JSON.stringify(tool), controller, handle: undefined };
    this.#registered.set(name, registered);
    const onRefused = (error: unknown): void => {
      if (controller.signal.aborted) return;
      const message = `WebMCP did not take "${name}", so other agents do not see it: ${messageOf(error)}`;
      this.#page.registry.report(new PageToolError('webmcp-refused', name, message, { cause: error }));
    };
    try {
      const descriptor = {
        name,
        description,
        inputSchema: { ...parameters, 'x-agent': { by: '@pagehand/page-tools', risk, global } },
        annotations: { readOnlyHint: risk === 'none', consequentialHint: risk === 'high' || risk === 'critical' },
        execute: (input: unknown, client: unknown) => this.#execute(name, input, client),
      };
      registered.handle = context.registerTool(descriptor, { signal: controller.signal });
      if (registered.handle instanceof Promise) registered.handle.catch(onRefused);
    } catch (error) {
      onRefused(error);
    }
  }

  #unregister(name: string): void {
    const registered = this.#registered.get(name);
    this.#registered.delete(name);
    registered?.controller.abort();
    const { handle } = registered ?? {};
    try {
      if (isRecord(handle) && typeof handle['unregister'] === 'function') handle['unregister']();
      else if (!(handle instanceof Promise)) this.#context?.unregisterTool?.(name);
    } catch {
      // It is gone already: the signal ended it.
    }
  }

  async #execute(name: string, input: unknown, client: unknown): Promise<unknown> {
    const signal = isRecord(client) && client['signal'] instanceof AbortSignal ? client['signal'] : undefined;
    const callId = `webmcp-${this.#page.nextId()}`;
    const given: unknown = typeof input === 'string' ? JSON.parse(input) : (input ?? {});
    const result = await (await this.#page.calls()).run({ callId, name, given, caller: 'webmcp', signal });
    return result === undefined ? null : result;
  }
}
