import type { RunScope } from './run-scope.ts';

/** The run's tools as OpenAI function specs; their JSON Schema comes from the contracts' one converter. */
export function toolSpecs(scope: Pick<RunScope, 'registry' | 'availability'>): Record<string, unknown>[] {
  return scope.registry
    .filter((tool) => tool.available(scope.availability) === undefined)
    .map(({ declaration: { name, description, parameters } }) => ({
      type: 'function',
      function: { name, description, parameters },
    }));
}
