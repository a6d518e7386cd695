import type { AppErrorBody } from '@pagehand/contracts/errors';
import type { Risk } from '@pagehand/contracts/risk-level';
import type { ToolDeclaration } from '@pagehand/contracts/snapshot';
import * as z from 'zod';
import { argumentProblems } from './argument-problems.ts';
import type { AgentTool, AvailabilityContext, ToolContext, ToolDefinition, ToolResult } from './define-tool.ts';
import { structuredTool } from './structured-tool.ts';

type Arguments = Record<string, unknown>;

export type SchemaToolDefinition = {
  /** Name on the wire: `[A-Za-z0-9_-]{1,64}`. */
  name: string;
  description: string;
  /** JSON Schema (draft-7) of an object. */
  parameters: Record<string, unknown>;
  risk: Risk;
  effect: 'read' | 'write';
  source: ToolDeclaration['source'];
  owner: string;
  /** Where the call's data goes, when it leaves this machine: an origin. */
  destination?: string;
  available?: (context: AvailabilityContext) => AppErrorBody | undefined;
  run(args: Arguments, context: ToolContext): Promise<ToolResult>;
};

/** The arguments were checked against the JSON Schema before; here any object passes. */
const anyObject = z.looseObject({});

/** A tool whose arguments are described by a JSON Schema, as those of kits and internal tools are. */
export function defineSchemaTool(definition: SchemaToolDefinition): AgentTool {
  const { name, description, parameters, risk, effect, source, owner, destination } = definition;
  const checked: ToolDefinition<typeof anyObject> = {
    name,
    description,
    schema: anyObject,
    risk,
    effect,
    source,
    ...(destination === undefined ? {} : { destination }),
    run: (args, context) => definition.run(args, context),
  };
  return {
    name,
    declaration: { name, description, parameters, risk, source, owner, global: true },
    effect,
    available: (context) => definition.available?.(context),
    problems: (args) => argumentProblems(parameters, args),
    structuredTool: (host) => structuredTool(checked, host),
  };
}
