import type { JsonSchema, ToolArguments, ToolSchema } from './schema-types.ts';

/** How much a call can do. Absent counts as `high`. `none` reads, `low` is easily undone, `critical` cannot be undone. */
export type ToolRisk = 'none' | 'low' | 'high' | 'critical';

export type ToolDefinition<S extends ToolSchema = JsonSchema> = {
  /** 1 to 64 of `A-Z a-z 0-9 _ -`; say what it does: `delete_account`. */
  readonly name: string;
  /** What the model reads: what it does, when to use it. At most 2,000 characters; 500 are plenty. */
  readonly description: string;
  /** The arguments: a Standard Schema with JSON Schema (zod 4 as it is, zod 3 by `fromZod3`) or JSON Schema. */
  readonly schema?: S | undefined;
  readonly risk?: ToolRisk | undefined;
  /** Stays when its component or scope goes away, until `removeTool`. */
  readonly global?: boolean | undefined;
};

export type ToolCallContext = {
  /** Fires when the call is given up: stopped by the person, timed out, or its caller went away. */
  readonly signal: AbortSignal;
  readonly callId: string;
};

/** Does the work. Only the promise that it returns is waited for. The result must be JSON, or undefined. */
export type ToolHandler<S extends ToolSchema = JsonSchema> = (
  args: ToolArguments<S>,
  context: ToolCallContext,
) => unknown;

/** Any handler: what its arguments are is forgotten here, and made sure of by its tool's schema before each call. */
export type AnyToolHandler = (args: never, context: ToolCallContext) => unknown;
export type ToolToRegister = { definition: ToolDefinition<ToolSchema>; handler: AnyToolHandler };

/** A tool as others see it: the schema as JSON Schema, nothing left out. */
export type ToolInfo = {
  readonly name: string;
  readonly description: string;
  readonly parameters: Record<string, unknown>;
  readonly risk: ToolRisk;
  readonly owner: string;
  readonly global: boolean;
};

/** What a registration gives back. `remove` takes out this registration and nothing that came later. */
export type RegisteredTool = { remove(): void };

/** Who called: the app itself (`callTool`), another agent over WebMCP, or the browser extension. */
export type ToolCaller = 'app' | 'webmcp' | 'extension';

export type ToolEvent =
  | {
      readonly type: 'tool.registry.change';
      readonly revision: number;
      readonly added: readonly string[];
      readonly removed: readonly string[];
      readonly changed: readonly string[];
      readonly tools: readonly ToolInfo[];
    }
  | {
      readonly type: 'tool.registry.limit';
      readonly refused: readonly string[];
      readonly limit: number;
      readonly count: number;
    }
  | {
      readonly type: 'tool.call';
      readonly callId: string;
      readonly toolName: string;
      readonly risk: ToolRisk;
      readonly caller: ToolCaller;
      readonly status: 'started' | 'succeeded' | 'failed';
      readonly error?: Error;
    };
