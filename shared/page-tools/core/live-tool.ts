import type { ToolDeclaration } from '@pagehand/contracts/snapshot';
import type { ToolSchema } from './schema-types.ts';
import { toParameters } from './to-parameters.ts';
import { messageOf, PageToolError } from './tool-error.ts';
import type { AnyToolHandler, ToolDefinition, ToolInfo, ToolRisk } from './tool-types.ts';

/** One registration while it lives. */
export type LiveTool = {
  readonly declaration: ToolDeclaration;
  readonly definition: ToolDefinition<ToolSchema>;
  readonly handler: AnyToolHandler;
  /** A global tool whose component or scope has gone. */
  orphan: boolean;
};

const RISKS: readonly ToolRisk[] = ['none', 'low', 'high', 'critical'];

/** @throws PageToolError `invalid-declaration`, which says what to change. */
export function declare(owner: string, definition: ToolDefinition<ToolSchema>): ToolDeclaration {
  const { name, description, schema, risk, global = false } = definition;
  const refuse = (why: string, cause?: unknown): never => {
    throw new PageToolError(
      'invalid-declaration',
      String(name),
      `The tool "${String(name)}" was not registered: ${why}`,
      {
        cause,
      },
    );
  };
  if (typeof name !== 'string' || !/^[\w-]{1,64}$/.test(name)) refuse('a name has 1 to 64 of A-Z, a-z, 0-9, _ and -.');
  if (typeof description !== 'string' || description.trim() === '' || description.length > 2_000)
    refuse('a description is needed, of at most 2,000 characters.');
  try {
    return Object.freeze({
      name,
      description,
      parameters: toParameters(schema),
      risk: RISKS.find((known) => known === risk) ?? 'high',
      source: 'page',
      owner,
      global: global === true,
    });
  } catch (error) {
    return refuse(messageOf(error), error);
  }
}

/** Whether two definitions say the same without looking into their schemas. */
export const sameDefinition = (a: ToolDefinition<ToolSchema>, b: ToolDefinition<ToolSchema>): boolean =>
  a === b ||
  (a.name === b.name &&
    a.description === b.description &&
    a.risk === b.risk &&
    a.schema === b.schema &&
    (a.global ?? false) === (b.global ?? false));

export const toInfo = ({ name, description, parameters, risk, owner, global }: ToolDeclaration): ToolInfo => ({
  name,
  description,
  parameters,
  risk,
  owner,
  global,
});
