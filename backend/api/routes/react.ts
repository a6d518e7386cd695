import { RunAgentInputSchema } from '@ag-ui/core/schemas';
import { type ContextUpdate, ContextUpdateSchema, ForwardedPropsSchema, ThreadRequests } from '@pagehand/contracts/api';
import { AppError } from '@pagehand/contracts/errors';
import { LIMITS } from '@pagehand/contracts/limits';
import { Hono } from 'hono';
import * as z from 'zod';
import type { StartRun } from '../agent-service.ts';
import { answerRun } from '../answer-run.ts';
import type { ApiDependencies, ApiEnv } from '../api-types.ts';
import { readBody } from '../read-body.ts';

const id = ThreadRequests.get.shape.threadId;

/** AG-UI's RunAgentInput (open by its own rules) with ids of ours, no unknown field at its top and strict forwardedProps. */
const ReactRequestSchema = z.strictObject({
  ...RunAgentInputSchema.shape,
  threadId: id,
  runId: id,
  forwardedProps: ForwardedPropsSchema.nullish(),
});
type ReactRequest = z.output<typeof ReactRequestSchema>;

/** `POST /api/genai/react`: a run of the agent, as AG-UI. */
export function reactRoute(dependencies: ApiDependencies): Hono<ApiEnv> {
  return new Hono<ApiEnv>().post('/api/genai/react', async (context) => {
    const request = await readBody(context.env.incoming, ReactRequestSchema);
    return answerRun(context, toStartRun(request), dependencies);
  });
}

/**
 * The store is the truth: of `messages` only the last one of the person is taken; `state` and `context` are not. `tools`
 * are the tools of the page in front.
 */
function toStartRun({ threadId, runId, messages, resume, tools, forwardedProps }: ReactRequest): StartRun {
  const {
    page,
    command,
    attachments,
    mentions,
    skill,
    asked_by: askedBy,
    time_zone: timeZone,
    google_access_token: googleAccessToken,
    pyjiit_login_response: pyjiitSession,
  } = forwardedProps ?? {};
  const base = {
    threadId,
    runId,
    ...(page === undefined ? {} : { page }),
    ...(attachments === undefined ? {} : { attachments }),
    ...(mentions === undefined ? {} : { mentions }),
    ...(skill === undefined ? {} : { skill }),
    ...(askedBy === undefined ? {} : { askedBy }),
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(forwardedProps?.surface === undefined ? {} : { context: toContext(threadId, forwardedProps.surface, tools) }),
    credentials: {
      ...(googleAccessToken === undefined ? {} : { googleAccessToken }),
      ...(pyjiitSession === undefined ? {} : { pyjiitSession }),
    },
  };
  if (resume !== undefined && resume.length > 0) {
    const answers = resume.map(({ interruptId, status, payload }) => ({
      interruptId,
      status,
      ...(payload === undefined ? {} : { payload }),
    }));
    return {
      ...base,
      resume: answers,
      ...(forwardedProps?.panelId === undefined ? {} : { panelId: forwardedProps.panelId }),
    };
  }
  if (command !== undefined) {
    const ask = askOf(messages);
    return { ...base, command, ...(ask === '' ? {} : { ask }) };
  }
  const ask = askOf(messages);
  if (ask.trim() === '')
    throw new AppError('bad-request', 'There is no message, no command and no answer in the request.');
  return { ...base, ask };
}

/** @throws AppError `bad-request` when a tool carries no declaration or one that is not valid. */
function toContext(
  threadId: string,
  surface: Omit<ContextUpdate, 'type' | 'threadId' | 'activeTools'>,
  tools: ReactRequest['tools'],
): ContextUpdate {
  const parsed = ContextUpdateSchema.safeParse({
    type: 'CONTEXT_UPDATE',
    threadId,
    ...surface,
    activeTools: tools.map(({ metadata }): unknown => metadata?.['pagehand']),
  });
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new AppError('bad-request', `A tool of the page is not valid: ${issue?.path.join('.')} ${issue?.message}`);
}

function askOf(messages: ReactRequest['messages']): string {
  const last = messages.findLast((message) => message.role === 'user');
  if (last === undefined || last.role !== 'user') return '';
  const text =
    typeof last.content === 'string'
      ? last.content
      : last.content
          .map((part) => {
            if (part.type !== 'text') throw new AppError('bad-request', 'Only text can be sent in a message.');
            return part.text;
          })
          .join('\n');
  if (text.length > LIMITS.ask) throw new AppError('too-large', `The message is longer than ${LIMITS.ask} characters.`);
  return text;
}
