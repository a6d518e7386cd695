import type { RunnableConfig } from '@langchain/core/runnables';
import { type StructuredToolInterface, tool } from '@langchain/core/tools';
import { AppError } from '@pagehand/contracts/errors';
import type * as z from 'zod';
import type { ToolDefinition, ToolHost } from './define-tool.ts';
import { runTool } from './run-tool.ts';

/** A definition as LangChain's ToolNode calls it: each call is run in the context that the host makes for it. */
export function structuredTool<S extends z.ZodObject>(
  definition: ToolDefinition<S>,
  host: ToolHost,
): StructuredToolInterface {
  const { name, description, schema } = definition;
  return tool(
    async (args: z.infer<S>, config: RunnableConfig & { toolCall?: { id?: string } }) => {
      const callId = config.toolCall?.id;
      if (callId === undefined) throw new AppError('internal', `The tool ${name} was called without a call id.`);
      return runTool(definition, args, host.toolContext(callId, config));
    },
    { name, description, schema },
  );
}
