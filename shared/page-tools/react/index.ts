/** `@pagehand/page-tools/react` */
export { useAgentTool } from './use-agent-tool.ts';
export { useAgentToolResolver } from './use-agent-tool-resolver.ts';
export { type Approval, useApproval } from './use-approval.ts';
