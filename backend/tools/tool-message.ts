import { ToolMessage } from '@langchain/core/messages';
import type { AppErrorBody } from '@pagehand/contracts/errors';
import { LIMITS } from '@pagehand/contracts/limits';
import { cutBlocks } from '@pagehand/contracts/untrusted-block';
import type { ToolResult } from './define-tool.ts';

/** Id of the one ToolMessage of a call: the same after a crash, so that it replaces itself and is never doubled. */
export const toolMessageId = (callId: string): string => `${callId}_result`;

/** What the model reads of an error: `{code, message, retryable}` and, where they are, the problems and the hint. */
export const errorContent = (error: AppErrorBody, details = ''): string =>
  JSON.stringify(details === '' ? { error } : { error, details: cutBlocks(details, LIMITS.toolMessage / 2) });

/**
 * The ToolMessage of a result. Content past LIMITS.toolMessage is cut; the whole goes to `keep`, and the message says
 * how to read on.
 */
export function toToolMessage(
  call: { id: string; name: string },
  result: ToolResult,
  keep: (content: string) => void = () => undefined,
): ToolMessage {
  const content =
    result.error === undefined ? cap(call.id, result.content, keep) : errorContent(result.error, result.content);
  return new ToolMessage({
    id: toolMessageId(call.id),
    tool_call_id: call.id,
    name: call.name,
    status: result.error === undefined && result.failed !== true ? 'success' : 'error',
    content,
    ...(result.artifact === undefined ? {} : { artifact: result.artifact }),
  });
}

function cap(callId: string, content: string, keep: (content: string) => void): string {
  if (content.length <= LIMITS.toolMessage) return content;
  keep(content);
  const note = (shown: number): string =>
    `\n[cut: ${shown} of ${content.length} characters; read_result {"call_id":"${callId}","offset":${shown}} gives more]`;
  const shown = LIMITS.toolMessage - note(LIMITS.toolMessage).length;
  const part = cutBlocks(content, shown);
  return part + note(Math.min(part.length, shown));
}
