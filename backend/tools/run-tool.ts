import type { ToolMessage } from '@langchain/core/messages';
import { isGraphInterrupt } from '@langchain/langgraph';
import { AppError, type AppErrorBody } from '@pagehand/contracts/errors';
import type * as z from 'zod';
import { maskValue, secretMask } from '../mask-secrets.ts';
import { approveCall } from './approve-call.ts';
import type { ToolContext, ToolDefinition, ToolResult } from './define-tool.ts';
import { once, outcomeUnknown } from './once.ts';
import { toToolMessage } from './tool-message.ts';

/**
 * Runs one validated call: risk, approval, the journal, then the tool. Errors become a ToolMessage
 * `{code, message, retryable}`; only a pause and Stop pass through as exceptions.
 */
export async function runTool<S extends z.ZodObject>(
  definition: ToolDefinition<S>,
  args: z.infer<S>,
  context: ToolContext,
): Promise<ToolMessage> {
  const call = { id: context.toolCallId, name: definition.name };
  const keep = (content: string): void => context.results.put(call.id, content);
  /** JSON text of a result without any credential that a service repeated. */
  const mask = (result: ToolResult): string =>
    JSON.stringify(maskValue(JSON.parse(JSON.stringify(result)), secretMask(context.secrets())));
  try {
    const pauses =
      typeof definition.pauses === 'function' ? definition.pauses(args, context) : definition.pauses === true;
    if (pauses) return toToolMessage(call, JSON.parse(mask(await definition.run(args, context))), keep);
    await approveCall(definition, args, context);
    const stored = await once(
      context.journal,
      { callId: call.id, turnId: context.turnId, effect: definition.effect },
      async () => mask(await runGuarded(definition, args, context)),
    );
    const result: ToolResult = JSON.parse(stored); // our own text, written by the line above
    return toToolMessage(call, result, keep);
  } catch (error) {
    if (isGraphInterrupt(error) || context.signal.aborted) throw error;
    return toToolMessage(call, JSON.parse(mask({ content: '', error: toolError(definition, error) })));
  }
}

/**
 * An error that the tool itself reports is its result: the end was seen. For a write, any other exception leaves open
 * whether it happened, so only an AppError counts as an end.
 */
async function runGuarded<S extends z.ZodObject>(
  definition: ToolDefinition<S>,
  args: z.infer<S>,
  context: ToolContext,
): Promise<ToolResult> {
  try {
    return await definition.run(args, context);
  } catch (error) {
    if (isGraphInterrupt(error) || context.signal.aborted || !(error instanceof AppError)) throw error;
    return { content: '', error: error.toBody() };
  }
}

function toolError(tool: { name: string; effect: 'read' | 'write' }, error: unknown): AppErrorBody {
  if (error instanceof AppError) return error.toBody();
  // The text of a foreign exception may hold paths or secrets: it stays out of the conversation.
  if (tool.effect === 'write') return outcomeUnknown().toBody();
  return new AppError('internal', `The tool ${tool.name} failed unexpectedly.`, { cause: error }).toBody();
}
