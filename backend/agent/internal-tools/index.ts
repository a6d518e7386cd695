import { readFileSync } from 'node:fs';
import type { AgentTool } from '../../tools/define-tool.ts';
import type { AgentServices } from './base-agent.ts';
import { InternalToolManager } from './internal-tool-manager.ts';
import { PagehandAgent } from './pagehand-agent.ts';
import type { Signatures } from './read-signatures.ts';

/** What `npm run docs` read from the code of the agent classes. `npm run check` says when it is not current. */
export const SIGNATURES_FILE = new URL('signatures.json', import.meta.url);

/** The internal tools of the backend's agent. */
export function internalTools(services: AgentServices): readonly AgentTool[] {
  const signatures: Signatures = JSON.parse(readFileSync(SIGNATURES_FILE, 'utf8')); // our own file
  return new InternalToolManager(services).discover(PagehandAgent, signatures).tools();
}
