/** `@pagehand/page-tools`: declare tools from any code. The subpaths bind the same to React, Vue, Svelte and HTML. */
import type { PendingApproval } from './approval-queue.ts';
import { pageTools } from './page-tools.ts';
import type { ToolSchema } from './schema-types.ts';
import type { PageToolError } from './tool-error.ts';
import { createToolScope } from './tool-scope.ts';
import type { RegisteredTool, ToolDefinition, ToolEvent, ToolHandler, ToolInfo } from './tool-types.ts';

export type { PendingApproval } from './approval-queue.ts';
export type { ResolverGroups, ResolverOptions, ResolverSchemas, ResolverTool } from './resolve-tools.ts';
export type { ArgumentIssue, JsonSchema, StandardSchema, ToolArguments, ToolSchema } from './schema-types.ts';
export { PageToolError, type ToolErrorCode } from './tool-error.ts';
export { createToolScope, type RegisteredResolver, type ToolScope } from './tool-scope.ts';
export type {
  RegisteredTool,
  ToolCallContext,
  ToolCaller,
  ToolDefinition,
  ToolEvent,
  ToolHandler,
  ToolInfo,
  ToolRisk,
} from './tool-types.ts';

/**
 * Registers a tool that belongs to nobody else: it stays until `remove()`. A second tool of the same name hides the
 * first, which comes back when the second is removed. @throws PageToolError `invalid-declaration`.
 */
export function registerTool<S extends ToolSchema>(
  definition: ToolDefinition<S>,
  handler: ToolHandler<S>,
): RegisteredTool {
  return createToolScope('tool').registerTool(definition, handler);
}

/** Takes out global tools by name; other tools go with their owner. @returns whether there was one. */
export const removeTool = (name: string): boolean => pageTools().registry.removeGlobal(name);

/** The tools that an agent sees now. */
export const listTools = (): ToolInfo[] => pageTools().registry.list();

/**
 * Calls a tool from the page's own code, by the same rules as an agent: validation, risk (`high` and `critical` wait for
 * the page's approvals, see `approvals`), and the page settled before the result. @throws PageToolError.
 */
export async function callTool(
  name: string,
  args: Readonly<Record<string, unknown>> = {},
  options: { readonly signal?: AbortSignal } = {},
): Promise<unknown> {
  const { calls, nextId } = pageTools();
  const given: unknown = JSON.parse(JSON.stringify(args));
  return (await calls()).run({ callId: `app-${nextId()}`, name, given, caller: 'app', signal: options.signal });
}

/** Every change, refusal and call. @returns a function that ends the subscription. */
export const onToolEvent = (listener: (event: ToolEvent) => void): (() => void) =>
  pageTools().registry.events.add(listener);

/** What went wrong outside of a call of yours; without a listener it goes to the console. @returns the end of it. */
export const onError = (listener: (error: PageToolError) => void): (() => void) =>
  pageTools().registry.errors.add(listener);

/** How many active tools the page may have; 30 until the extension's backend says otherwise. */
export const setMaxTools = (limit: number): void => pageTools().registry.setMaxTools(limit);

/** The calls that wait for the person in the page itself. Who subscribes must show them. For React: `useApproval`. */
export const approvals = {
  pending: (): readonly PendingApproval[] => pageTools().approvals.pending(),
  subscribe: (listener: () => void): (() => void) => pageTools().approvals.subscribe(listener),
  approve: (id: string): void => pageTools().approvals.approve(id),
  deny: (id: string, reason?: string): void => pageTools().approvals.deny(id, reason),
};
