import type { BaseMessage } from '@langchain/core/messages';
import { isGraphInterrupt, type LangGraphRunnableConfig } from '@langchain/langgraph';
import { ToolNode } from '@langchain/langgraph/prebuilt';
import { AppError, type AppErrorBody } from '@pagehand/contracts/errors';
import { isPageToolName } from '@pagehand/contracts/page-tool-names';
import type { AgentTool } from '../tools/define-tool.ts';
import { buildAgentTools } from '../tools/index.ts';
import { type PageToolDeclaration, pageTool } from '../tools/page-tool.ts';
import { toToolMessage } from '../tools/tool-message.ts';
import { type RunScope, scopeOf, writerOf } from './run-scope.ts';
import { toolHost } from './tool-host.ts';

/**
 * What `Send` hands to this node: one tool call, the error of a call that was refused before it could run, and the
 * declaration of a page's tool as it was when the call was made (the page may have another one by now).
 */
export type ToolTask = {
  lg_tool_call: { id: string; name: string; args: Record<string, unknown>; type: 'tool_call' };
  refused: AppErrorBody | null;
  pageTool: PageToolDeclaration | null;
};

/**
 * Runs one tool call as a task of its own: a sibling's pause never runs it again. The graph stays the same, the tools
 * are those of the run.
 */
export async function toolsNode(task: ToolTask, config: LangGraphRunnableConfig): Promise<{ messages: BaseMessage[] }> {
  const scope = scopeOf(config);
  const call = task.lg_tool_call;
  const own = task.pageTool ?? null;
  const registry = own === null ? scope.registry : [pageTool(own)];
  const refused = task.refused ?? refusal(scope, registry, call);
  if (refused !== undefined) return { messages: [toToolMessage(call, { content: '', error: refused })] };
  const host = toolHost(scope, writerOf(config));
  const tools = buildAgentTools({ registry, availability: scope.availability, host });
  try {
    const output: { messages: BaseMessage[] } = await new ToolNode(tools, { handleToolErrors: false }).invoke(
      task,
      config,
    );
    return output;
  } catch (error) {
    if (isGraphInterrupt(error) || scope.signal.aborted) throw error;
    const body = new AppError('internal', `The tool ${call.name} failed unexpectedly.`, { cause: error }).toBody();
    return { messages: [toToolMessage(call, { content: '', error: body })] };
  }
}

/** Why a call cannot run at all: unknown, unavailable, or with arguments that have problems (all of them). */
function refusal(
  scope: RunScope,
  registry: readonly AgentTool[],
  call: ToolTask['lg_tool_call'],
): AppErrorBody | undefined {
  const tool = registry.find((candidate) => candidate.name === call.name);
  if (tool === undefined && isPageToolName(call.name)) {
    const now = scope.pageTools().map((candidate) => candidate.name);
    const there = now.length === 0 ? 'It offers no tools now.' : `It offers now: ${now.join(', ')}.`;
    return new AppError('surface-changed', `The page does not offer ${call.name.slice(0, 64)}. ${there}`).toBody();
  }
  if (tool === undefined) {
    const names = registry.map((candidate) => candidate.name).join(', ');
    return new AppError('unknown-tool', `There is no tool ${call.name.slice(0, 64)}. There are: ${names}.`).toBody();
  }
  const unavailable = tool.available(scope.availability);
  if (unavailable !== undefined) return unavailable;
  const problems = tool.problems(call.args);
  if (problems.length === 0) return undefined;
  return new AppError('invalid-arguments', `The arguments of ${call.name} have ${problems.length} problem(s).`, {
    problems,
  }).toBody();
}
