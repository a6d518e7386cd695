import type { ToolSchema } from '../core/schema-types.ts';
import type { ToolDefinition, ToolHandler } from '../core/tool-types.ts';
import { useToolScope } from './use-tool-scope.ts';

/**
 * Declares a tool for as long as this component is on screen (a `global` one until `removeTool`). The handler always is
 * the one of the last commit, so it sees current props and state; only another name, description, schema, risk or
 * `global` registers the tool anew. What cannot be registered is told to `onError`, rendering goes on.
 */
export function useAgentTool<S extends ToolSchema>(
  definition: ToolDefinition<S> & {
    /** Registers nothing while true: a hook cannot be left out. */
    readonly disabled?: boolean | undefined;
  },
  handler: ToolHandler<S>,
): void {
  useToolScope('react', definition.disabled ? [] : [{ definition, handler }]);
}
