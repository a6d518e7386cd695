/** `@pagehand/page-tools/svelte` */
import type { ActionReturn } from 'svelte/action';
import type { Readable } from 'svelte/store';
import type { PendingApproval } from '../core/approval-queue.ts';
import { approvals } from '../core/index.ts';
import {
  type ResolverGroups,
  type ResolverOptions,
  type ResolverSchemas,
  resolveTools,
} from '../core/resolve-tools.ts';
import type { ToolSchema } from '../core/schema-types.ts';
import { createToolScope } from '../core/tool-scope.ts';
import type { ToolDefinition, ToolHandler, ToolToRegister } from '../core/tool-types.ts';

export type AgentTool<S extends ToolSchema> = ToolDefinition<S> & { readonly handler: ToolHandler<S> };

const toRegister = <S extends ToolSchema>({ handler, ...definition }: AgentTool<S>): ToolToRegister => ({
  definition,
  handler,
});

/** Action: a tool for as long as the element is on the page. `<button use:agentTool={{ name, description, handler }}>` */
export function agentTool<S extends ToolSchema>(_element: Element, tool: AgentTool<S>): ActionReturn<AgentTool<S>> {
  const scope = createToolScope('svelte');
  scope.setTools([toRegister(tool)]);
  return { update: (now) => scope.setTools([toRegister(now)]), destroy: () => scope.dispose() };
}

/**
 * For runes: `const declare = createAgentTool(); $effect(() => declare({ name, description, schema, handler }));`
 * The effect runs again when what it reads changes, and the tool keeps its owner; it goes with the component.
 */
export function createAgentTool(): <S extends ToolSchema>(tool: AgentTool<S>) => () => void {
  const declare = declaring();
  return (tool) => declare([toRegister(tool)]);
}

/** The same for several tools: `const declare = createAgentToolResolver(); $effect(() => declare(groups, options));` */
export function createAgentToolResolver(): <G extends ResolverSchemas>(
  groups: ResolverGroups<G>,
  options?: ResolverOptions,
) => () => void {
  const declare = declaring();
  return (groups, options) => declare(resolveTools(groups, options));
}

/** Declares for an effect. One that runs again cleans up first: what it declares again keeps its place meanwhile. */
function declaring(): (tools: ToolToRegister[]) => () => void {
  const scope = createToolScope('svelte');
  let last = 0;
  return (tools) => {
    last += 1;
    const mine = last;
    scope.setTools(tools);
    return () => queueMicrotask(() => mine === last && scope.dispose());
  };
}

/** Store: the calls of this page that wait for the person. Who subscribes must show them; decide with `approvals`. */
export const pendingApprovals: Readable<readonly PendingApproval[]> = {
  subscribe: (run) => {
    run(approvals.pending());
    return approvals.subscribe(() => run(approvals.pending()));
  },
};
