import type { RunResultSchema } from '@pagehand/contracts/api';
import { AppError, ErrorCodeSchema } from '@pagehand/contracts/errors';
import type * as z from 'zod';
import type { Store, StoredEvent } from '../store/store.ts';

type RunResult = z.infer<typeof RunResultSchema>;
type Call = { id: string; name: string; text: string; result?: string };

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Sums the AG-UI events of one run up for `Accept: application/json`. */
export function createRunResult(
  threadId: string,
  runId: string,
): { add(event: StoredEvent): void; finish(store: Pick<Store, 'interrupts'>): RunResult } {
  const texts = new Map<string, string>();
  const calls = new Map<string, Call>();
  let error: RunResult['error'];
  let ended = false;
  return {
    add({ event }) {
      const messageId = textOf(event['messageId']);
      const callId = textOf(event['toolCallId']);
      switch (event['type']) {
        case 'TEXT_MESSAGE_CONTENT':
          texts.set(messageId, (texts.get(messageId) ?? '') + textOf(event['delta']));
          return;
        case 'TOOL_CALL_START':
          calls.set(callId, { id: callId, name: textOf(event['toolCallName']), text: '' });
          return;
        case 'TOOL_CALL_ARGS': {
          const call = calls.get(callId);
          if (call !== undefined) call.text += textOf(event['delta']);
          return;
        }
        case 'TOOL_CALL_RESULT': {
          // A call of an earlier run of the turn may end in this one.
          const call = calls.get(callId) ?? { id: callId, name: '', text: '' };
          calls.set(callId, { ...call, result: textOf(event['content']) });
          return;
        }
        case 'RUN_FINISHED':
          ended = true;
          return;
        case 'RUN_ERROR': {
          ended = true;
          const code = ErrorCodeSchema.safeParse(event['code']);
          error = new AppError(code.success ? code.data : 'internal', textOf(event['message'])).toBody();
          return;
        }
        default:
      }
    },
    finish(store) {
      if (!ended)
        error ??= new AppError('store-unavailable', 'The run ended, and its end could not be stored.').toBody();
      return {
        threadId,
        runId,
        // The answer is the last message: those before it went with tool calls.
        answer: [...texts.values()].at(-1) ?? '',
        toolCalls: [...calls.values()].map(({ id, name, text, result }) => ({
          id,
          name,
          args: parseArgs(text),
          ...(result === undefined ? {} : { result }),
        })),
        interrupts: store.interrupts.listOpen(threadId),
        ...(error === undefined ? {} : { error }),
      };
    },
  };
}

function parseArgs(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text === '' ? '{}' : text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}
