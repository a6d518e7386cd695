import type { Risk } from '@pagehand/contracts/risk-level';
import { approvalNeeded, rememberGrant } from './approvals.ts';

/** Kind of the grant that says: the person let this origin's tools be used. It shows, and is revoked, in the settings. */
const KIND = 'page-tools';

/**
 * What a call of a page tool needs: `first`: the first page tool on this origin asks once; `yes`: high; `critical`: every
 * time, in two steps; `no`: none runs, low runs and is shown.
 */
export type PageToolApproval = 'no' | 'first' | 'yes' | 'critical';

export async function pageToolApproval(origin: string, risk: Risk): Promise<PageToolApproval> {
  if (risk === 'critical') return 'critical';
  if (risk === 'high') return 'yes';
  const known = await approvalNeeded({ origin, kind: KIND, risk: 'high' }, '');
  return known === 'remembered-site' ? 'no' : 'first';
}

/** The person approved a call on this origin: tools that only read, or are easily undone, no longer ask there. */
export const rememberPageTools = (origin: string): Promise<void> =>
  rememberGrant({ origin, kind: KIND, risk: 'high' }, { remember: 'site', turnId: '' });
