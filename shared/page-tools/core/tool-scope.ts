import { pageTools } from './page-tools.ts';
import { type ResolverGroups, type ResolverOptions, type ResolverSchemas, resolveTools } from './resolve-tools.ts';
import type { ToolSchema } from './schema-types.ts';
import type { RegisteredTool, ToolDefinition, ToolHandler, ToolToRegister } from './tool-types.ts';

/** The names that a resolver registered, prefixes included. */
export type RegisteredResolver = RegisteredTool & { readonly toolCount: number; readonly toolNames: readonly string[] };

/** An owner of tools: a component, a screen, a dialog. When it goes, its tools go, but for the global ones. */
export type ToolScope = {
  readonly owner: string;
  /**
   * Registers a tool, or replaces the one that this scope has under the name. An unchanged declaration only renews the
   * handler. @throws PageToolError `invalid-declaration`.
   */
  registerTool<S extends ToolSchema>(definition: ToolDefinition<S>, handler: ToolHandler<S>): RegisteredTool;
  /** Registers a resolver's tools. @throws PageToolError `invalid-declaration`. */
  registerResolver<G extends ResolverSchemas>(groups: ResolverGroups<G>, options?: ResolverOptions): RegisteredResolver;
  /** The full list of this scope from now on; what it had besides goes. For bindings of UI libraries: reports, never throws. */
  setTools(tools: readonly ToolToRegister[]): void;
  /** The owner has gone. Global tools stay until `removeTool`. The scope can be used again (a component that comes back). */
  dispose(): void;
};

/** @param name starts the owner's name, for people who debug; an owner is never shared. */
export function createToolScope(name = 'scope'): ToolScope {
  let id: string | undefined;
  // The number comes with the first use, so that a scope can be made while rendering (and thrown away) at no cost.
  const owner = (): string => {
    id ??= `${name}:${pageTools().nextId()}`;
    return id;
  };
  const put = (tool: ToolToRegister): RegisteredTool => {
    const { registry } = pageTools();
    const live = registry.put(owner(), tool);
    return { remove: () => registry.remove(live) };
  };
  return {
    get owner() {
      return owner();
    },
    registerTool: (definition, handler) => put({ definition, handler }),
    registerResolver: (groups, options) => {
      const tools = resolveTools(groups, options);
      const registered = tools.map(put);
      const toolNames = tools.map(({ definition }) => definition.name);
      return {
        toolNames,
        toolCount: toolNames.length,
        remove: () => {
          for (const tool of registered) tool.remove();
        },
      };
    },
    setTools: (tools) => pageTools().registry.replaceOwner(owner(), tools),
    dispose: () => {
      if (id !== undefined) pageTools().registry.leave(id);
    },
  };
}
