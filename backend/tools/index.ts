import type { StructuredToolInterface } from '@langchain/core/tools';
import { askUser } from './ask-user.ts';
import { browserAction } from './browser-action.ts';
import type { AgentTool, AvailabilityContext, ToolHost } from './define-tool.ts';
import { github } from './github.ts';
import { readPage } from './read-page.ts';
import { readResult } from './read-result.ts';
import { readSource } from './read-source.ts';
import { webSearch } from './web-search.ts';
import { website } from './website.ts';
import { youtube } from './youtube.ts';

/** The registry of the agent's own tools. A new tool is one file and one line here. */
export const AGENT_TOOLS: readonly AgentTool[] = [
  readPage,
  browserAction,
  askUser,
  readResult,
  readSource,
  webSearch,
  website,
  github,
  youtube,
];

/** Everything that decides which tools a run has, and what they may reach. */
export type ToolsContext = { registry: readonly AgentTool[]; availability: AvailabilityContext; host: ToolHost };

/** The tools of a run as LangChain StructuredTools: the available ones of the registry, bound to the run. */
export function buildAgentTools(context: ToolsContext): StructuredToolInterface[] {
  return context.registry
    .filter((tool) => tool.available(context.availability) === undefined)
    .map((tool) => tool.structuredTool(context.host));
}
