import { isAIMessage } from '@langchain/core/messages';
import { type BaseCheckpointSaver, END, Send, START, StateGraph } from '@langchain/langgraph';
import { toolsCondition } from '@langchain/langgraph/prebuilt';
import type { AppErrorBody } from '@pagehand/contracts/errors';
import type { PageToolDeclaration } from '../tools/page-tool.ts';
import { agentNode } from './agent-node.ts';
import { AgentAnnotation, type AgentState } from './graph-state.ts';
import { type ToolTask, toolsNode } from './tools-node.ts';

const workflow = () =>
  new StateGraph(AgentAnnotation)
    .addNode('agent', agentNode)
    .addNode('tools', toolsNode)
    .addEdge(START, 'agent')
    .addConditionalEdges('agent', routeCalls, ['tools', END])
    .addEdge('tools', 'agent');

export type AgentGraph = ReturnType<ReturnType<typeof workflow>['compile']>;

/**
 * Compiles the agent's graph once per process and store; tools, model and credentials come per run from the context.
 * `compilations` counts, so that a test can see it.
 */
export class GraphBuilder {
  #graph: AgentGraph | undefined;
  #compilations = 0;
  readonly #checkpointer: BaseCheckpointSaver;

  constructor(checkpointer: BaseCheckpointSaver) {
    this.#checkpointer = checkpointer;
  }

  get compilations(): number {
    return this.#compilations;
  }

  graph(): AgentGraph {
    if (this.#graph === undefined) {
      this.#compilations += 1;
      this.#graph = workflow().compile({ checkpointer: this.#checkpointer, name: 'pagehand' });
    }
    return this.#graph;
  }
}

/** `toolsCondition` decides whether tools run; each call then goes out as a task of its own. */
function routeCalls(state: AgentState): typeof END | Send<'tools', ToolTask>[] {
  if (toolsCondition(state) === END) return END;
  const last = state.messages.at(-1);
  if (last === undefined || !isAIMessage(last)) return END;
  // parse boundary: written by the agent node, read back from a checkpoint
  const refused = (last.additional_kwargs['pagehand_refused'] ?? {}) as Record<string, AppErrorBody>;
  // parse boundary: the same
  const pageTools = (last.additional_kwargs['pagehand_page_tools'] ?? {}) as Record<string, PageToolDeclaration>;
  return (last.tool_calls ?? []).map((call) => {
    const id = call.id ?? '';
    return new Send<'tools', ToolTask>('tools', {
      lg_tool_call: { id, name: call.name, args: call.args, type: 'tool_call' },
      refused: refused[id] ?? null,
      pageTool: pageTools[id] ?? null,
    });
  });
}
