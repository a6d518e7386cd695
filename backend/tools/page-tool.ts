import { assessToolCall } from '@pagehand/contracts/assess-risk';
import { AppError, type AppErrorBody } from '@pagehand/contracts/errors';
import type { InterruptRequest, PageToolArtifact } from '@pagehand/contracts/interrupts';
import type { PageToolIdentity, ToolDeclaration } from '@pagehand/contracts/snapshot';
import { escapeUntrusted, untrustedBlock } from '@pagehand/contracts/untrusted-block';
import * as z from 'zod';
import type { AgentTool, ToolContext, ToolDefinition, ToolResult } from './define-tool.ts';
import { structuredTool } from './structured-tool.ts';

type PageToolRequest = Extract<InterruptRequest, { kind: 'page-tool' }>;

/** A tool that a page declares, with where it lives. */
export type PageToolDeclaration = ToolDeclaration & { page: PageToolIdentity };

export const isPageTool = (declaration: ToolDeclaration): declaration is PageToolDeclaration =>
  declaration.source === 'page' && declaration.page !== undefined;

/** What the panel checks against the frozen JSON Schema; here any object passes. */
const anyObject = z.looseObject({});

/**
 * A tool of the page as a tool of the agent. It pauses for the panel, which finds exactly this declaration again,
 * validates, asks the person and runs it in the page. What the page says about it never decides anything here.
 */
export function pageTool(declaration: PageToolDeclaration): AgentTool {
  const definition: ToolDefinition<typeof anyObject> = {
    name: declaration.name,
    description: declaration.description,
    schema: anyObject,
    risk: declaration.risk,
    effect: 'read',
    pauses: true,
    run: (args, context) => Promise.resolve().then(() => callPageTool(declaration, args, context)),
  };
  return {
    name: declaration.name,
    declaration,
    effect: 'read',
    available: () => undefined,
    problems: () => [],
    structuredTool: (host) => structuredTool(definition, host),
  };
}

/** What an error says may be the page's own words: nothing in them may look like the end of a block. */
const inPageWords = (error: AppErrorBody): AppErrorBody => ({
  ...error,
  message: escapeUntrusted(error.message),
  ...(error.problems === undefined
    ? {}
    : { problems: error.problems.map((problem) => ({ ...problem, message: escapeUntrusted(problem.message) })) }),
});

/** Nothing but the pause: this runs again from its start on resume. */
function callPageTool(
  declaration: PageToolDeclaration,
  args: Record<string, unknown>,
  context: ToolContext,
): ToolResult {
  const { page } = declaration;
  const tabId = context.page()?.tabId;
  const request: PageToolRequest = {
    kind: 'page-tool',
    toolCallId: context.toolCallId,
    ...(tabId === undefined ? {} : { tabId }),
    tool: declaration.name,
    page,
    description: declaration.description.slice(0, 500),
    args,
    risk: assessToolCall(
      { tool: page.name, risk: declaration.risk, source: 'page', args, destination: page.origin },
      { taint: context.taint(), readTexts: context.readTexts() },
    ),
    taint: context.taint().slice(0, 100),
  };
  const { interruptId, answer } = context.interrupt(request);
  if (answer.kind === 'cancelled') throw new AppError('cancelled', answer.reason ?? 'The person cancelled this call.');
  if (answer.kind !== 'page-tool') throw new AppError('internal', 'The answer is not one to a call of a page tool.');
  const { snapshot: _page, ...shown } = answer;
  const { outcome } = answer;
  const artifact = { kind: 'page-tool', interruptId, request, answer: shown } satisfies PageToolArtifact;
  switch (outcome.status) {
    case 'rejected':
      return {
        content: '',
        error: new AppError('plan-rejected', outcome.reason ?? 'The person did not approve this call.').toBody(),
        artifact,
      };
    case 'error':
      return { content: '', error: inPageWords(outcome.error), artifact };
    case 'result':
      return {
        content: [
          untrustedBlock({ source: page.origin, kind: 'page-tool', note: page.name }, outcome.result),
          ...(outcome.cut ? ['[the result was longer and was cut]'] : []),
          ...(outcome.moved === undefined ? [] : [`[the page moved on to ${outcome.moved}]`]),
        ].join('\n'),
        artifact,
      };
  }
}
