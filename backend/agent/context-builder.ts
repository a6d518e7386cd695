import { type BaseMessage, isToolMessage, SystemMessage, ToolMessage } from '@langchain/core/messages';
import type { ThreadMessage } from '@pagehand/contracts/api';
import type { RunEventValue } from '@pagehand/contracts/run-events';
import type { PageSnapshot } from '@pagehand/contracts/snapshot';
import { cutBlocks } from '@pagehand/contracts/untrusted-block';
import { pageDataMessage } from '../models/page-data.ts';
import { givenMessages } from './given-messages.ts';
import { SYSTEM_PROMPT } from './prompts.ts';
import type { RunScope } from './run-scope.ts';
import { toModelMessages } from './thread-messages.ts';
import { cutToTokens, estimateTokens } from './tokens.ts';

/** Estimated tokens for the page's text and for earlier turns in one prompt. */
const PAGE_TOKENS = 6_000;
const HISTORY_TOKENS = 8_000;
/** Characters of an earlier tool result where room is short. */
const SHORT_RESULT = 1_000;

export type Prompt = { messages: BaseMessage[]; sent: RunEventValue<'pagehand.sent'>; pictures: number };

/**
 * What the model gets: system prompt, earlier turns (newest that fit), the page as marked data, then this turn.
 * @param turn this turn's messages from the graph's state: the ask, answers, tool messages.
 * @param pageId the snapshot that came with the ask; undefined when the page was taken off.
 * @param share of the budgets, 0 to 1: less than 1 for a model that could not take the whole.
 * @param see false for a model that did not take a picture.
 */
export async function buildPrompt(
  scope: RunScope,
  turn: readonly BaseMessage[],
  pageId: string | undefined,
  share = 1,
  see = true,
): Promise<Prompt> {
  const stored = scope.store.threads.messages(scope.threadId).filter((message) => message.turnId !== scope.turnId);
  const history = newestThatFit(stored, HISTORY_TOKENS * share);
  const page = pageId === undefined ? undefined : scope.pages.get(pageId);
  const shown = page === undefined ? undefined : await showPage(page, scope, PAGE_TOKENS * share);
  const given = await givenMessages(scope, share, see);
  const turnChars = turn.reduce((sum, message) => sum + message.text.length, 0);
  return {
    messages: [
      new SystemMessage(SYSTEM_PROMPT),
      ...toModelMessages(history),
      ...(shown === undefined ? [] : [shown.message]),
      ...given.messages,
      ...(share < 1 ? shortened(turn) : turn),
    ],
    sent: {
      model: scope.resolved.name,
      parts: [
        { label: 'instructions', sent: SYSTEM_PROMPT.length, total: SYSTEM_PROMPT.length },
        ...(stored.length > 0 ? [{ label: 'conversation', sent: chars(history), total: chars(stored) }] : []),
        ...(shown === undefined ? [] : [{ label: 'page', sent: shown.sent, total: shown.total }]),
        ...given.parts,
        { label: 'message', sent: turnChars, total: turnChars },
      ],
      ...withheld(page),
    },
    pictures: given.pictures,
  };
}

const chars = (messages: readonly ThreadMessage[]): number =>
  messages.reduce((sum, message) => sum + message.content.length, 0);

/** Tool results before the last one, cut: their whole stays in the thread. */
function shortened(turn: readonly BaseMessage[]): BaseMessage[] {
  return turn.map((message, index) =>
    isToolMessage(message) && index < turn.length - 1 && message.text.length > SHORT_RESULT
      ? new ToolMessage({
          tool_call_id: message.tool_call_id,
          content: `${cutBlocks(message.text, SHORT_RESULT)}\n[cut for lack of room]`,
          ...(message.id === undefined ? {} : { id: message.id }),
        })
      : message,
  );
}

/** What of a page no model sees: what was masked, and frames that could not be read. */
export const withheld = (page: PageSnapshot | undefined): Pick<Prompt['sent'], 'masked' | 'unreadableFrames'> => ({
  masked: page?.redacted ?? {},
  unreadableFrames: (page?.frames ?? [])
    .filter((frame) => !frame.readable)
    .map((frame) => ({ origin: frame.origin, reason: frame.reason ?? 'no-access' })),
});

/** Whole turns from the newest back, as long as they fit: half a turn would leave calls without their answers. */
function newestThatFit(messages: readonly ThreadMessage[], tokens: number): ThreadMessage[] {
  const turns = new Map<string, ThreadMessage[]>();
  for (const message of messages) turns.set(message.turnId, [...(turns.get(message.turnId) ?? []), message]);
  const kept: ThreadMessage[][] = [];
  let left = tokens;
  for (const turn of [...turns.values()].reverse()) {
    left -= turn.reduce(
      (sum, message) => sum + estimateTokens(message.content + JSON.stringify(message.toolCalls ?? '')),
      0,
    );
    if (left < 0) break;
    kept.unshift(turn);
  }
  return kept.flat();
}

async function showPage(page: PageSnapshot, scope: RunScope, tokens: number) {
  const markdown = await scope.pageText.markdown(page, 'main', scope.signal);
  const text = cutToTokens(markdown, tokens);
  const unreadable = page.frames.filter((frame) => !frame.readable);
  const now = scope.pages.newest();
  const live = scope.livePage();
  const moved =
    now !== undefined && now.snapshotId !== page.snapshotId
      ? now
      : live !== undefined && live.url !== page.url
        ? live
        : undefined;
  const notes = [
    ...(text.length < markdown.length
      ? [
          `Shown: ${text.length} of ${markdown.length} characters; read_page (view text, offset ${text.length}) gives more.`,
        ]
      : []),
    ...(unreadable.length > 0
      ? [`Not readable: ${unreadable.map((frame) => `${frame.origin} (${frame.reason ?? 'no-access'})`).join(', ')}.`]
      : []),
    ...(moved === undefined
      ? []
      : ['This is the page when the message was written; it has changed since. read_page gives the current one.']),
  ];
  const message = pageDataMessage({
    origin: page.frames[0]?.origin ?? 'null',
    url: page.url,
    title: page.title,
    text,
    notes,
  });
  return { message, sent: text.length, total: markdown.length };
}
