import { Annotation, MessagesAnnotation } from '@langchain/langgraph';

/**
 * State of one turn. `messages` holds this turn only: earlier turns come from the store. Pages are here by id, and
 * nothing of the request's credentials ever is.
 */
export const AgentAnnotation = Annotation.Root({
  ...MessagesAnnotation.spec,
  /** The tool call that a slash command spells; null for plain text. */
  command: Annotation<{ tool: string; args: Record<string, unknown> } | null>,
  /** Snapshot that came with the ask; null when the page was taken off. */
  pageId: Annotation<string | null>,
});
export type AgentState = typeof AgentAnnotation.State;
export type AgentUpdate = typeof AgentAnnotation.Update;
