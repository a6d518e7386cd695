import type { CallbackManagerForLLMRun } from '@langchain/core/callbacks/manager';
import type { BaseLanguageModelInput } from '@langchain/core/language_models/base';
import {
  BaseChatModel,
  type BaseChatModelCallOptions,
  type BindToolsInput,
} from '@langchain/core/language_models/chat_models';
import {
  AIMessage,
  AIMessageChunk,
  type BaseMessage,
  isAIMessage,
  isHumanMessage,
  isToolMessage,
} from '@langchain/core/messages';
import { ChatGenerationChunk, type ChatResult } from '@langchain/core/outputs';
import type { Runnable } from '@langchain/core/runnables';
import { isRecord } from '@pagehand/contracts/is-record';
import { isPageToolName } from '@pagehand/contracts/page-tool-names';
import { isGiven, offlineSkill, sourcesIn } from '../given-data.ts';
import { isPageData } from '../page-data.ts';
import type { PageName } from './compose-answer.ts';
import { type NextMessage, nextMessage, type Turn } from './next-message.ts';
import type { PastCall } from './page-reading.ts';

export type OfflineCallOptions = BaseChatModelCallOptions & { tools?: BindToolsInput[] };

/**
 * The built-in model: deterministic, no network, no key. It understands direct commands in English, parses nothing but
 * the person's own last message, and drives the same tools as any other model, by real tool calls. It says what it is,
 * and answers only with what stands on the page.
 */
export class OfflineChatModel extends BaseChatModel<OfflineCallOptions> {
  override lc_namespace = ['pagehand', 'models', 'offline'];

  override _llmType(): string {
    return 'offline';
  }

  override bindTools(
    tools: BindToolsInput[],
    kwargs?: Partial<OfflineCallOptions>,
  ): Runnable<BaseLanguageModelInput, AIMessageChunk, OfflineCallOptions> {
    return this.withConfig({ ...kwargs, tools });
  }

  override async _generate(messages: BaseMessage[], options: this['ParsedCallOptions']): Promise<ChatResult> {
    options.signal?.throwIfAborted();
    const next = nextMessage(turnOf(messages, options.tools ?? []));
    const message = new AIMessage({
      content: next.kind === 'say' ? next.text : '',
      tool_calls: next.kind === 'call' ? [{ ...next.call, id: callId(messages), type: 'tool_call' }] : [],
      response_metadata: finish(next),
    });
    Object.assign(message, usageOf(messages, next));
    return { generations: [{ text: message.text, message }] };
  }

  override async *_streamResponseChunks(
    messages: BaseMessage[],
    options: this['ParsedCallOptions'],
    runManager?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    options.signal?.throwIfAborted();
    const next = nextMessage(turnOf(messages, options.tools ?? []));
    if (next.kind === 'call') {
      yield new ChatGenerationChunk({
        text: '',
        message: new AIMessageChunk({
          content: '',
          tool_call_chunks: [
            {
              name: next.call.name,
              args: JSON.stringify(next.call.args),
              id: callId(messages),
              index: 0,
              type: 'tool_call_chunk',
            },
          ],
        }),
      });
    } else
      for (const text of wordGroups(next.text)) {
        // Lets a Stop through between two pieces.
        await new Promise<void>((resolve) => setImmediate(resolve));
        options.signal?.throwIfAborted();
        const chunk = new ChatGenerationChunk({ text, message: new AIMessageChunk({ content: text }) });
        yield chunk;
        await runManager?.handleLLMNewToken(text, undefined, undefined, undefined, undefined, { chunk });
      }
    const last = new AIMessageChunk({ content: '', response_metadata: finish(next) });
    Object.assign(last, usageOf(messages, next));
    yield new ChatGenerationChunk({ text: '', message: last });
  }
}

/** Pieces of a few words each, that join to the same text. */
function* wordGroups(text: string): Generator<string> {
  for (const [piece] of text.matchAll(/(?:\s*\S+){1,4}\s*/g)) yield piece;
}

function finish(next: NextMessage): Record<string, string> {
  return { finish_reason: next.kind === 'call' ? 'tool_calls' : 'stop', model_name: 'offline' };
}

/** Estimated: four characters to a token. Assigned afterwards: the types of core 1.4 infer `undefined` for the property. */
function usageOf(
  messages: readonly BaseMessage[],
  next: NextMessage,
): { usage_metadata: Record<'input_tokens' | 'output_tokens' | 'total_tokens', number> } {
  const input = Math.ceil(messages.reduce((sum, message) => sum + message.text.length, 0) / 4);
  const output = Math.ceil((next.kind === 'say' ? next.text : JSON.stringify(next.call)).length / 4);
  return { usage_metadata: { input_tokens: input, output_tokens: output, total_tokens: input + output } };
}

function callId(messages: readonly BaseMessage[]): string {
  return `offline_${messages.filter(isToolMessage).length + 1}`;
}

/** The turn: the person's last message, and the tool calls after it with their results. */
function turnOf(messages: readonly BaseMessage[], tools: readonly BindToolsInput[]): Turn {
  const start = messages.findLastIndex((message) => isHumanMessage(message) && !isGiven(message));
  const results = new Map(
    messages
      .slice(start + 1)
      .filter(isToolMessage)
      .map((message) => [message.tool_call_id, message]),
  );
  const calls = messages
    .slice(start + 1)
    .filter(isAIMessage)
    .flatMap((message) =>
      (message.tool_calls ?? []).flatMap((call): PastCall[] => {
        const result = results.get(call.id ?? '');
        return result === undefined
          ? []
          : [{ name: call.name, args: call.args, content: result.text, failed: result.status === 'error' }];
      }),
    );
  return {
    ask: askOf(start < 0 ? '' : (messages[start]?.text ?? ''), offlineSkill(messages)),
    sources: sourcesIn(messages),
    calls,
    page: pageName(messages),
    tools: new Set(tools.flatMap(toolName)),
    pageTools: tools.flatMap((tool) => {
      const declared: unknown = 'function' in tool ? tool.function : undefined;
      const name = toolName(tool)[0] ?? '';
      if (!isPageToolName(name) || !isRecord(declared)) return [];
      return [{ name, parameters: isRecord(declared['parameters']) ? declared['parameters'] : {} }];
    }),
  };
}

/** With a skill the offline model does what the skill's file says for it; it cannot follow instructions. */
function askOf(text: string, skill: string | undefined): string {
  if (skill === undefined || skill === '') return text;
  return skill.replaceAll('{text}', text).trim();
}

function toolName(tool: BindToolsInput): string[] {
  if ('name' in tool && typeof tool.name === 'string') return [tool.name];
  const declared: unknown = 'function' in tool ? tool.function : undefined;
  return typeof declared === 'object' && declared !== null && 'name' in declared && typeof declared.name === 'string'
    ? [declared.name]
    : [];
}

/** Title and address of the page that came with the message, to name it; never parsed. */
function pageName(messages: readonly BaseMessage[]): PageName | undefined {
  const carrier = messages.findLast(isPageData);
  for (const value of Object.values(carrier?.additional_kwargs ?? {}))
    if (
      typeof value === 'object' &&
      value !== null &&
      'title' in value &&
      'url' in value &&
      typeof value.title === 'string' &&
      typeof value.url === 'string'
    )
      return { title: value.title, url: value.url };
  return undefined;
}
