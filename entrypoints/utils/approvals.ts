/**
 * Who may run what: the hash that binds an approval to one exact step, its age, and what the person told us to remember.
 * The rules (DESIGN.md, Risk): none and low run; high asks once, or for this run on this site, or always on this site
 * for this kind; critical asks every time.
 */

import { AppError } from '@pagehand/contracts/errors';
import { hashJson } from '@pagehand/contracts/json';
import { LIMITS } from '@pagehand/contracts/limits';
import type { PinnedStep } from '@pagehand/contracts/plan';
import type { Risk } from '@pagehand/contracts/risk-level';
import { browser } from 'wxt/browser';
import * as z from 'zod';

/** The person's word on one step. `hash` is that of what was on the screen, `decidedAt` is ms since the epoch. */
export type StepDecision =
  | { allow: true; hash: string; decidedAt: number; remember?: 'run' | 'site' }
  | { allow: false; reason?: string };

/** What an approval of a step stands for: the exact step, in this plan, in this tab. */
export function stepHash(step: PinnedStep, scope: { planId: string; tabId: number }): Promise<string> {
  return hashJson({ step, planId: scope.planId, tabId: scope.tabId });
}

/**
 * Checks an approval right before the step.
 * @throws AppError `approval-mismatch` (something differs from what was shown), `approval-stale` (look afresh).
 */
export function requireFresh(
  decision: { hash: string; decidedAt: number },
  hash: string,
  now: number = Date.now(),
): void {
  if (decision.hash !== hash)
    throw new AppError('approval-mismatch', 'The step differs from the one that was approved.');
  const age = now - decision.decidedAt;
  if (age < 0 || age > LIMITS.approvalAgeMs)
    throw new AppError('approval-stale', 'The approval is older than two minutes.');
}

const GrantSchema = z.strictObject({
  origin: z.string().max(LIMITS.url),
  /** Kind of step; only with scope `site`. */
  kind: z.string().max(20).optional(),
  /** Turn that it holds for; only with scope `run`. */
  turnId: z.string().max(64).optional(),
  at: z.int(),
});
/** Something that the person said need not be asked again. With `kind`: always on this site; with `turnId`: this run. */
export type Grant = z.infer<typeof GrantSchema>;
const GrantsSchema = z.array(GrantSchema).max(500);
const KEY = 'grants';

/** What is remembered for good (`site`), to show and revoke it in the settings. */
export const listGrants = (): Promise<Grant[]> => readGrants(browser.storage.local);

export async function revokeGrant(grant: Grant): Promise<void> {
  const rest = (await listGrants()).filter((known) => known.origin !== grant.origin || known.kind !== grant.kind);
  await browser.storage.local.set({ [KEY]: rest });
}

/** Remembers an approval. A critical step is never remembered: this does nothing for it. */
export async function rememberGrant(
  step: { origin: string; kind: string; risk: Risk },
  scope: { remember: 'run' | 'site'; turnId: string },
): Promise<void> {
  if (step.risk === 'critical') return;
  const area = scope.remember === 'site' ? browser.storage.local : browser.storage.session;
  const grant: Grant =
    scope.remember === 'site'
      ? { origin: step.origin, kind: step.kind, at: Date.now() }
      : { origin: step.origin, turnId: scope.turnId, at: Date.now() };
  const known = await readGrants(area);
  if (
    known.some((other) => other.origin === grant.origin && other.kind === grant.kind && other.turnId === grant.turnId)
  )
    return;
  await area.set({ [KEY]: [...known, grant].slice(-500) });
}

/**
 * Whether a step must be shown to the person first: `no`, `yes`, `every-time` (critical), or what was remembered.
 */
export async function approvalNeeded(
  step: { origin: string; kind: string; risk: Risk },
  turnId: string,
): Promise<'no' | 'yes' | 'every-time' | 'remembered-run' | 'remembered-site'> {
  if (step.risk === 'none' || step.risk === 'low') return 'no';
  if (step.risk === 'critical') return 'every-time';
  const [site, run] = await Promise.all([readGrants(browser.storage.local), readGrants(browser.storage.session)]);
  if (site.some((grant) => grant.origin === step.origin && grant.kind === step.kind)) return 'remembered-site';
  if (run.some((grant) => grant.origin === step.origin && grant.turnId === turnId)) return 'remembered-run';
  return 'yes';
}

async function readGrants(area: { get(key: string): Promise<Record<string, unknown>> }): Promise<Grant[]> {
  return GrantsSchema.safeParse((await area.get(KEY))[KEY]).data ?? [];
}
