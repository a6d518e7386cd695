import type { RunnableConfig } from '@langchain/core/runnables';
import { interrupt, isGraphInterrupt } from '@langchain/langgraph';
import { AppError } from '@pagehand/contracts/errors';
import { InterruptAnswerSchema, type InterruptRequest } from '@pagehand/contracts/interrupts';
import * as z from 'zod';
import { documentReader } from '../documents/document-reader.ts';
import { endpointOf } from '../egress/endpoints.ts';
import type { ToolContext, ToolHost } from '../tools/define-tool.ts';
import { withheld } from './context-builder.ts';
import { type ChunkWriter, customChunk, noticeChunk, type RunScope } from './run-scope.ts';

/** What the service gives to LangGraph as the value of a resume. The page afterwards goes by id. */
const ResumeValueSchema = z.strictObject({
  interruptId: z.string(),
  answer: InterruptAnswerSchema,
  snapshotId: z.string().optional(),
});
export type ResumeValue = z.infer<typeof ResumeValueSchema>;

/** Makes the ToolContext of a call from the run's scope. */
export function toolHost(scope: RunScope, write: ChunkWriter): ToolHost {
  return {
    toolContext: (toolCallId, config): ToolContext => ({
      threadId: scope.threadId,
      turnId: scope.turnId,
      toolCallId,
      signal: scope.signal,
      page: () => scope.pages.newest(),
      snapshot: (snapshotId) => scope.pages.get(snapshotId),
      pageMarkdown: (view) => {
        const page = scope.pages.newest();
        if (page === undefined) return Promise.reject(new AppError('no-page', 'No page is attached to this message.'));
        return scope.pageText.markdown(page, view, scope.signal);
      },
      interrupt: (request) => raise(request, scope, write),
      documents: documentReader(scope.pageText, scope.signal),
      sourceNumber: (count) => scope.sourceNumber(count),
      fetch: scope.fetch,
      endpoint: (id) => endpointOf(scope.endpoints, id),
      connection: (id) => scope.connection(id),
      googleToken: () => scope.googleToken(),
      secrets: () => scope.secrets(),
      planner: scope.planner,
      plannerCalled: (page, call) => {
        scope.plannerUsage.add(call);
        write({
          type: 'custom',
          name: 'pagehand.sent',
          value: {
            model: scope.resolved.name,
            parts: [{ label: 'page outline', sent: call.sent, total: call.total }],
            ...withheld(page),
          },
        });
      },
      source: (id) => readSource(scope, id),
      taint: () => scope.pages.taint(),
      readTexts: () => scope.pages.readTexts(),
      policy: scope.policy,
      journal: scope.store.journal,
      results: {
        put: (callId, content) => scope.store.snapshots.putResult(callId, content, scope.turnId),
        get: (callId) => scope.store.snapshots.getResult(callId),
      },
      status: (text) => write({ type: 'custom', name: 'pagehand.status', value: { text: text.slice(0, 200) } }),
      notice: (error) => write(noticeChunk(error)),
      emit: (name, value) => write(customChunk(name, value)),
      timeZone: scope.timeZone,
      config: config satisfies RunnableConfig,
    }),
  };
}

/**
 * LangGraph's `interrupt`, opened in the store before the graph pauses and shown at once: a sibling that still works
 * does not hold it up. A node that is entered again finds it there already.
 */
function raise(request: InterruptRequest, scope: RunScope, write: ChunkWriter): ReturnType<ToolContext['interrupt']> {
  let value: unknown;
  try {
    value = interrupt(request);
  } catch (error) {
    const interruptId = isGraphInterrupt(error) ? error.interrupts[0]?.id : undefined;
    if (interruptId !== undefined) open(interruptId, request, scope, write);
    throw error;
  }
  const { interruptId, answer, snapshotId } = ResumeValueSchema.parse(value);
  return { interruptId, answer, snapshotId };
}

function open(interruptId: string, request: InterruptRequest, scope: RunScope, write: ChunkWriter): void {
  if (scope.store.interrupts.get(interruptId) !== undefined) return;
  scope.store.interrupts.open({ interruptId, threadId: scope.threadId, turnId: scope.turnId, request });
  const opened = scope.store.interrupts.listOpen(scope.threadId).find((item) => item.interruptId === interruptId);
  if (opened !== undefined) write({ type: 'custom', name: 'pagehand.interrupt', value: opened });
}

async function readSource(scope: RunScope, id: string): ReturnType<ToolContext['source']> {
  const file = scope.store.attachments.sent(scope.threadId).find(({ attachmentId }) => attachmentId === id);
  if (file !== undefined)
    return {
      source: file.name,
      kind: 'attachment',
      note: file.type,
      text: scope.store.attachments.text(scope.threadId, id) ?? '',
    };
  const tab = scope.pages.mentioned().find(({ snapshotId }) => snapshotId === id);
  if (tab === undefined) return undefined;
  const text = await scope.pageText.markdown(tab, 'whole', scope.signal);
  return { source: tab.frames[0]?.origin ?? 'null', kind: 'tab', note: tab.title, text };
}
