import type { ToolArguments, ToolSchema } from './schema-types.ts';
import type { AnyToolHandler, ToolCallContext, ToolRisk, ToolToRegister } from './tool-types.ts';

/**
 * The schemas of a resolver's tools, by group and tool: what the argument types are inferred from. A tool without a
 * schema is `unknown` here; a bound of ToolSchema would make the inference of all others fail with it.
 */
export type ResolverSchemas = { [group: string]: { [tool: string]: unknown } };

export type ResolverTool<S = unknown> = {
  description: string;
  schema?: S & ToolSchema;
  risk?: ToolRisk;
  global?: boolean;
  handler: (args: ToolArguments<S>, context: ToolCallContext) => unknown;
  /** Before the handler; a throw (or a rejected promise) here stops the call. */
  onBeforeCall?(args: ToolArguments<S>): unknown;
  onAfterCall?(args: ToolArguments<S>, result: unknown): unknown;
  onError?(args: ToolArguments<S>, error: Error): unknown;
};

/** Groups of tools; a group's prefix stands before the names of its tools. */
export type ResolverGroups<G extends ResolverSchemas> = {
  [Group in keyof G]: { prefix?: string; tools: { [Tool in keyof G[Group]]: ResolverTool<G[Group][Tool]> } };
};

export type ResolverOptions = {
  /** Before every name, ahead of the group's own prefix. */
  prefix?: string | undefined;
  /** Registers nothing while true. */
  disabled?: boolean | undefined;
  /** All tools are global, but for those that say otherwise. */
  global?: boolean | undefined;
  onBeforeAnyCall?: ((name: string, args: unknown) => unknown) | undefined;
  onAfterAnyCall?: ((name: string, args: unknown, result: unknown) => unknown) | undefined;
  onErrorAnyCall?: ((name: string, args: unknown, error: Error) => unknown) | undefined;
};

/** The same groups with the types of their arguments forgotten. */
export type AnyResolverGroups = {
  readonly [group: string]: {
    prefix?: string;
    tools: {
      readonly [tool: string]: {
        description: string;
        schema?: ToolSchema;
        risk?: ToolRisk;
        global?: boolean;
        handler: AnyToolHandler;
        onBeforeCall?(args: never): unknown;
        onAfterCall?(args: never, result: unknown): unknown;
        onError?(args: never, error: Error): unknown;
      };
    };
  };
};

/**
 * A resolver's tools with their full names, and the hooks around each handler: the tool's before, the shared before, the
 * handler, the tool's after, the shared after; on a throw the tool's error, the shared error, and the throw goes on.
 */
export function resolveTools(groups: AnyResolverGroups, options: ResolverOptions = {}): ToolToRegister[] {
  if (options.disabled) return [];
  return Object.values(groups).flatMap((group) =>
    Object.entries(group.tools).map(([tool, { handler, onBeforeCall, onAfterCall, onError, ...said }]) => {
      const name = `${options.prefix ?? ''}${group.prefix ?? ''}${tool}`;
      return {
        definition: { global: options.global, ...said, name },
        handler: async (args: never, context: ToolCallContext) => {
          try {
            await onBeforeCall?.(args);
            await options.onBeforeAnyCall?.(name, args);
            const result: unknown = await handler(args, context);
            await onAfterCall?.(args, result);
            await options.onAfterAnyCall?.(name, args, result);
            return result;
          } catch (thrown) {
            const error = thrown instanceof Error ? thrown : new Error(String(thrown));
            await onError?.(args, error);
            await options.onErrorAnyCall?.(name, args, error);
            throw error;
          }
        },
      };
    }),
  );
}
