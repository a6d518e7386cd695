import * as z from 'zod';
import { LIMITS } from './limits.ts';
import type { AssessedRisk, RiskReason } from './risk-assessment.ts';
import type { Risk } from './risk-level.ts';

/** How long a yes lasts: for this call, for this run on this site, or always on this site for this kind. */
export const REMEMBER_SCOPES = ['once', 'run', 'site'] as const;
export type RememberScope = (typeof REMEMBER_SCOPES)[number];

/** A yes to these is about one destination or one value, which no later step has: it is asked each time. */
const ONCE_ONLY: ReadonlySet<RiskReason> = new Set(['lookalike-domain', 'invisible-text', 'private-address']);
/** A yes to these is about what this run has read. */
const RUN_ONLY: ReadonlySet<RiskReason> = new Set(['writes-to-other-site', 'carries-read-text']);
/** Steps that lead to an address of their own: the site that they stand on says nothing of it. */
const LEADS_AWAY: ReadonlySet<string> = new Set(['navigate', 'open_tab']);

/**
 * What the person may choose for a call; empty: it is not asked at all. A page's tool is never allowed for good: the page
 * may give it other work tomorrow. Without a site (what follows a navigation) there is nothing to remember it for.
 */
export function rememberOptions(call: Omit<GrantedCall, 'turnId'>): readonly RememberScope[] {
  if (call.risk === 'critical') return ['once'];
  if (call.risk !== 'high') return [];
  if (call.origin === '' || LEADS_AWAY.has(call.kind) || call.reasons.some((reason) => ONCE_ONLY.has(reason)))
    return ['once'];
  return call.of === 'page-tool' || call.reasons.some((reason) => RUN_ONLY.has(reason))
    ? ['once', 'run']
    : REMEMBER_SCOPES;
}

/**
 * Something that the person said need not be asked again: with `turnId` in this run, else always on this site. `kind` is
 * that of a step, or names one tool; a grant for a run without it covers every step of the run on this site, but no
 * page's tool.
 */
export const GrantSchema = z.strictObject({
  origin: z.string().max(LIMITS.url),
  kind: z.string().max(20).optional(),
  turnId: z.string().max(64).optional(),
  /** When it was given, ms since the epoch. */
  at: z.int(),
});
export type Grant = z.infer<typeof GrantSchema>;

/** `kind` of a page's tool names the tool: no grant for steps covers it. */
export type GrantedCall = {
  of: 'step' | 'page-tool';
  origin: string;
  kind: string;
  risk: Risk;
  reasons: readonly RiskReason[];
  turnId: string;
};
/** A call as these rules see it: what it is, where, and why its risk is what it is. */
export const grantable = (
  of: GrantedCall['of'],
  { origin, kind }: { origin: string; kind: string },
  { risk, reasons }: AssessedRisk,
): Omit<GrantedCall, 'turnId'> => ({ of, origin, kind, risk, reasons: reasons.map(({ code }) => code) });

/** `no`: it is not asked at all; `yes`; `every-time`: whatever is remembered; or what is remembered. */
export type ApprovalNeed = 'no' | 'yes' | 'every-time' | 'remembered-run' | 'remembered-site';

/** Whether a call must be shown to the person first. */
export function approvalNeed(call: GrantedCall, grants: readonly Grant[]): ApprovalNeed {
  if (call.risk === 'none' || call.risk === 'low') return 'no';
  if (call.risk !== 'high') return 'every-time';
  const here = grants.filter(({ origin }) => origin === call.origin);
  const scopes = rememberOptions(call);
  const onSite = here.some(({ turnId, kind }) => turnId === undefined && kind === call.kind);
  if (onSite && scopes.includes('site')) return 'remembered-site';
  if (!scopes.includes('run')) return 'yes';
  const inRun = here.some(
    ({ turnId, kind }) =>
      turnId !== undefined && turnId === call.turnId && (kind === undefined ? call.of === 'step' : kind === call.kind),
  );
  return inRun ? 'remembered-run' : 'yes';
}
