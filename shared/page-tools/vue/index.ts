/** `@pagehand/page-tools/vue` */
import {
  type DeepReadonly,
  type MaybeRefOrGetter,
  onActivated,
  onBeforeUnmount,
  onDeactivated,
  onMounted,
  onScopeDispose,
  type Ref,
  readonly,
  shallowRef,
  toValue,
  watch,
} from 'vue';
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

/** Registers while the component is mounted and, under KeepAlive, active; again when what `tools` reads has changed. */
function useTools(tools: () => ToolToRegister[]): void {
  const scope = createToolScope('vue');
  let shown = false;
  const show = (): void => {
    shown = true;
    scope.setTools(tools());
  };
  const hide = (): void => {
    shown = false;
    scope.dispose();
  };
  onMounted(show);
  onActivated(show);
  onDeactivated(hide);
  onBeforeUnmount(hide);
  watch(tools, (now) => shown && scope.setTools(now), { flush: 'post' });
}

/** Declares a tool for as long as this component is on screen. `definition` may be a ref or a getter. */
export function useAgentTool<S extends ToolSchema>(
  definition: MaybeRefOrGetter<ToolDefinition<S>>,
  handler: ToolHandler<S>,
): void {
  useTools(() => [{ definition: toValue(definition), handler }]);
}

/** Several tools with one owner, prefixes and hooks. `groups` and `options` may be refs or getters. */
export function useAgentToolResolver<G extends ResolverSchemas>(
  groups: MaybeRefOrGetter<ResolverGroups<G>>,
  options: MaybeRefOrGetter<ResolverOptions> = {},
): void {
  useTools(() => resolveTools(toValue(groups), toValue(options)));
}

/** The calls of this page that wait for the person; a component that uses it must show them. */
export function useApproval(): {
  queue: DeepReadonly<Ref<readonly PendingApproval[]>>;
  approve: (id: string) => void;
  deny: (id: string, reason?: string) => void;
} {
  const queue = shallowRef(approvals.pending());
  onScopeDispose(
    approvals.subscribe(() => {
      queue.value = approvals.pending();
    }),
  );
  return { queue: readonly(queue), approve: approvals.approve, deny: approvals.deny };
}
