import {
  type ResolverGroups,
  type ResolverOptions,
  type ResolverSchemas,
  resolveTools,
} from '../core/resolve-tools.ts';
import { useToolScope } from './use-tool-scope.ts';

/**
 * Declares several tools with one owner, names by group and prefix, hooks around every call.
 * @returns what is declared: `toolCount` and the full `toolNames`.
 */
export function useAgentToolResolver<G extends ResolverSchemas>(
  groups: ResolverGroups<G>,
  options: ResolverOptions = {},
): { toolCount: number; toolNames: string[] } {
  const tools = resolveTools(groups, options);
  useToolScope('react', tools);
  const toolNames = tools.map(({ definition }) => definition.name);
  return { toolCount: toolNames.length, toolNames };
}
