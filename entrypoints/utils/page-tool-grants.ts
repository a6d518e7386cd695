import { grantable } from '@pagehand/contracts/grants';
import type { AssessedRisk } from '@pagehand/contracts/risk-assessment';
import { approvalNeeded, rememberGrant } from './approvals.ts';

/** Kind of the grant that says: the person let this origin's tools be used. It shows, and is revoked, in the settings. */
const ANY_TOOL = 'page-tools';

/**
 * What a call of a page tool needs: `first`: the first page tool on this origin asks once; `yes`: high; `critical`: every
 * time, in two steps; `no`: none runs, low runs and is shown, high was allowed for this run.
 */
export type PageToolApproval = 'no' | 'first' | 'yes' | 'critical';

/** The tool of a call. A grant names it by its declaration's hash, so that a page cannot put another in its place. */
export type GrantedTool = { origin: string; hash: string; turnId: string };
const kindOf = ({ hash }: GrantedTool): string => `tool ${hash.slice(0, 15)}`;

export async function pageToolApproval(tool: GrantedTool, assessed: AssessedRisk): Promise<PageToolApproval> {
  const { origin, turnId } = tool;
  if (assessed.risk === 'critical') return 'critical';
  if (assessed.risk === 'high') {
    const need = await approvalNeeded(grantable('page-tool', { origin, kind: kindOf(tool) }, assessed), turnId);
    return need === 'remembered-run' ? 'no' : 'yes';
  }
  const known = await approvalNeeded({ of: 'step', origin, kind: ANY_TOOL, risk: 'high', reasons: [] }, '');
  return known === 'remembered-site' ? 'no' : 'first';
}

/**
 * The person approved a call on this origin: tools that only read, or are easily undone, no longer ask there.
 * @param forRun this very tool of risk high does not ask again in this run; a critical one always does.
 */
export async function rememberPageTools(tool: GrantedTool, assessed: AssessedRisk, forRun: boolean): Promise<void> {
  const { origin, turnId } = tool;
  await rememberGrant(
    { of: 'step', origin, kind: ANY_TOOL, risk: 'high', reasons: [] },
    { remember: 'site', turnId: '' },
  );
  if (forRun)
    await rememberGrant(grantable('page-tool', { origin, kind: kindOf(tool) }, assessed), { remember: 'run', turnId });
}
