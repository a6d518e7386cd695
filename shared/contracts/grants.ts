import * as z from 'zod';
import { LIMITS } from './limits.ts';
import type { Risk } from './risk-level.ts';

/** How long a yes lasts: for this call, for this run on this site, or always on this site for this kind. */
export const REMEMBER_SCOPES = ['once', 'run', 'site'] as const;
export type RememberScope = (typeof REMEMBER_SCOPES)[number];

/**
 * What the person may choose for a risk; empty: it is not asked at all. A page's tool is never allowed for good: the page
 * may give it other work tomorrow.
 */
export function rememberOptions(risk: Risk, what: 'step' | 'page-tool'): readonly RememberScope[] {
  if (risk === 'critical') return ['once'];
  if (risk !== 'high') return [];
  return what === 'step' ? REMEMBER_SCOPES : ['once', 'run'];
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
export type GrantedCall = { of: 'step' | 'page-tool'; origin: string; kind: string; risk: Risk; turnId: string };
/** `no`: it is not asked at all; `yes`; `every-time`: whatever is remembered; or what is remembered. */
export type ApprovalNeed = 'no' | 'yes' | 'every-time' | 'remembered-run' | 'remembered-site';

/** Whether a call must be shown to the person first. */
export function approvalNeed(call: GrantedCall, grants: readonly Grant[]): ApprovalNeed {
  if (call.risk === 'none' || call.risk === 'low') return 'no';
  if (call.risk !== 'high') return 'every-time';
  const here = grants.filter(({ origin }) => origin === call.origin);
  if (here.some(({ turnId, kind }) => turnId === undefined && kind === call.kind)) return 'remembered-site';
  const inRun = here.some(
    ({ turnId, kind }) =>
      turnId !== undefined && turnId === call.turnId && (kind === undefined ? call.of === 'step' : kind === call.kind),
  );
  return inRun ? 'remembered-run' : 'yes';
}
