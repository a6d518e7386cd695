/** What the person told us to remember: the rules are in the contracts (`grants.ts`), here is where it is kept. */
import {
  type ApprovalNeed,
  approvalNeed,
  type Grant,
  type GrantedCall,
  GrantSchema,
  rememberOptions,
} from '@pagehand/contracts/grants';
import { browser } from 'wxt/browser';
import * as z from 'zod';

/** The person's word on one step. `hash` is that of what was on the screen, `decidedAt` is ms since the epoch. */
export type StepDecision =
  | { allow: true; hash: string; decidedAt: number; remember?: 'run' | 'site' }
  | { allow: false; reason?: string };

const GrantsSchema = z.array(GrantSchema).max(500);
const KEY = 'grants';

/** What is remembered for good (`site`), to show and revoke it in the settings. */
export const listGrants = (): Promise<Grant[]> => readGrants(browser.storage.local);

export async function revokeGrant(grant: Grant): Promise<void> {
  const rest = (await listGrants()).filter((known) => known.origin !== grant.origin || known.kind !== grant.kind);
  await browser.storage.local.set({ [KEY]: rest });
}

/** Remembers an approval; what may not be remembered is not. For the run, a step covers every step on its site. */
export async function rememberGrant(
  call: Omit<GrantedCall, 'turnId'>,
  scope: { remember: 'run' | 'site'; turnId: string },
): Promise<void> {
  if (!rememberOptions(call).includes(scope.remember)) return;
  const { of, origin, kind } = call;
  const what = { origin, ...(of === 'step' && scope.remember === 'run' ? {} : { kind }), at: Date.now() };
  if (scope.remember === 'site') await keep(browser.storage.local, what);
  else await keep(browser.storage.session, { ...what, turnId: scope.turnId });
}

type Area = {
  get(key: string): Promise<Record<string, unknown>>;
  set(items: Record<string, unknown>): Promise<void>;
};

async function keep(area: Area, grant: Grant): Promise<void> {
  const known = await readGrants(area);
  if (
    known.some((other) => other.origin === grant.origin && other.kind === grant.kind && other.turnId === grant.turnId)
  )
    return;
  await area.set({ [KEY]: [...known, grant].slice(-500) });
}

/** Whether a step or a call must be shown to the person first. */
export async function approvalNeeded(call: Omit<GrantedCall, 'turnId'>, turnId: string): Promise<ApprovalNeed> {
  const [site, run] = await Promise.all([readGrants(browser.storage.local), readGrants(browser.storage.session)]);
  return approvalNeed({ ...call, turnId }, [...site, ...run]);
}

async function readGrants(area: Pick<Area, 'get'>): Promise<Grant[]> {
  return GrantsSchema.safeParse((await area.get(KEY))[KEY]).data ?? [];
}
