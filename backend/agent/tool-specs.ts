import type { PageToolDeclaration } from '../tools/page-tool.ts';
import { pageToolSpec } from './page-tool-specs.ts';
import type { RunScope } from './run-scope.ts';

/**
 * The run's tools as OpenAI function specs; their JSON Schema comes from the contracts' one converter. Behind them the
 * tools of the page in front, as they are at this call of the model.
 */
export function toolSpecs(
  scope: Pick<RunScope, 'registry' | 'availability'>,
  pageTools: readonly PageToolDeclaration[],
): Record<string, unknown>[] {
  return [
    ...scope.registry
      .filter((tool) => tool.available(scope.availability) === undefined)
      .map(({ declaration: { name, description, parameters } }) => ({
        type: 'function',
        function: { name, description, parameters },
      })),
    ...pageTools.map(pageToolSpec),
  ];
}
