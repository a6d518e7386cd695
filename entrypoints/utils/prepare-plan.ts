import { approvalHash } from '@pagehand/contracts/approval';
import { assessPlan, assumedFocus } from '@pagehand/contracts/assess-plan';
import { AppError } from '@pagehand/contracts/errors';
import { grantable } from '@pagehand/contracts/grants';
import { LIMITS } from '@pagehand/contracts/limits';
import type { ActionPlan, ActionStep, PinnedStep, SanitizedPlan } from '@pagehand/contracts/plan';
import { type AssessedRisk, higherOf } from '@pagehand/contracts/risk-assessment';
import { sanitizePlan } from '@pagehand/contracts/sanitize-plan';
import type { PageSnapshot, RefInfo } from '@pagehand/contracts/snapshot';
import { stepTargets } from '@pagehand/contracts/step-targets';
import { approvalNeeded } from './approvals.ts';
import { getConnection, ownHosts } from './connection.ts';
import { findTurnTab, type NamedTab, nameTab } from './turn-tabs.ts';

/** A step as the plan card shows it. */
export type PreparedStep = {
  step: PinnedStep;
  risk: AssessedRisk;
  /** Binds an approval to exactly this step. */
  hash: string;
  approval: 'no' | 'yes' | 'every-time' | 'remembered-run' | 'remembered-site';
  /** The elements it is about, as the snapshot named them. */
  targets: RefInfo[];
  /** Of a key without a target (`assumedFocus`): what has the focus by then. Its risk is that of this one. */
  focus: RefInfo | undefined;
  /** Of a step about a tab as a whole: the tab, as it is now. */
  tab: NamedTab | undefined;
};
export type PreparedPlan = { plan: SanitizedPlan; tabId: number; snapshot: PageSnapshot; steps: PreparedStep[] };

/** A step that has no risk of its own: cannot be, and asks if it is. */
const UNKNOWN: AssessedRisk = { risk: 'high', reasons: [{ code: 'unknown-action' }] };

export type ProposedRisks = { steps: readonly ActionStep[]; risks: readonly AssessedRisk[] };

/**
 * The backend knows what was read elsewhere in this conversation, so it may find a risk that cannot be seen from here.
 * It only raises; a step that the person has edited keeps what was found for the same kind on the same targets.
 */
function raised(own: AssessedRisk, step: ActionStep, { steps, risks }: ProposedRisks): AssessedRisk {
  const act = actOf(step);
  return steps.reduce((risk, other, index) => {
    const found = risks[index];
    return found !== undefined && actOf(other) === act ? higherOf(risk, found) : risk;
  }, own);
}
const actOf = (step: ActionStep): string => [step.kind, ...stepTargets(step).map(({ ref }) => ref)].join(' ');

/**
 * Sanitizes a plan again (nobody trusts that the other side did), computes its risks and hashes afresh. Use it for the
 * plan as it came and for each edited version.
 * @throws AppError `plan-refused` with every problem.
 */
export async function preparePlan(input: {
  plan: ActionPlan;
  snapshot: PageSnapshot;
  turnId: string;
  /** Origins that the run has read (from the interrupt's request). */
  taint: readonly string[];
  /** The plan as it came, and its risks as the backend found them. */
  proposed: ProposedRisks;
}): Promise<PreparedPlan> {
  const { snapshot, taint, turnId, proposed } = input;
  const connection = await getConnection();
  const checked = sanitizePlan(input.plan, snapshot, {
    maxSteps: LIMITS.planSteps,
    ownHosts: connection === undefined ? [] : ownHosts(connection.port),
  });
  if (!checked.ok)
    throw new AppError('plan-refused', 'The plan was refused by the check in the extension.', {
      problems: checked.problems,
    });
  const { plan } = checked;
  const risks = assessPlan(plan.steps, { snapshot, taint });
  const focused = assumedFocus(plan.steps, snapshot);
  const infoOf = (ref: string | undefined): RefInfo | undefined => snapshot.refs.find((info) => info.ref === ref);
  const steps = await Promise.all(
    plan.steps.map(async (step, index): Promise<PreparedStep> => {
      const { tab, risk: riskOfTab } = await tabOfStep(step, index, { snapshot, turnId, taint });
      const found = raised(risks[index] ?? UNKNOWN, step, proposed);
      const risk = riskOfTab === undefined ? found : higherOf(found, riskOfTab);
      return {
        step,
        risk,
        hash: await approvalHash({ kind: 'step', planId: plan.planId, tabId: snapshot.tabId, step }),
        approval: await approvalNeeded(grantable('step', step, risk), turnId),
        targets: stepTargets(step).flatMap(({ ref }) => infoOf(ref) ?? []),
        focus: infoOf(focused[index]),
        tab,
      };
    }),
  );
  return { plan, tabId: snapshot.tabId, snapshot, steps };
}

/**
 * The tab that a step brings to the front or closes: one that this turn has to do with. Another site in it than the turn
 * knows is read only with a yes.
 * @throws AppError `plan-refused` for any other tab.
 */
async function tabOfStep(
  step: PinnedStep,
  index: number,
  { snapshot, turnId, taint }: { snapshot: PageSnapshot; turnId: string; taint: readonly string[] },
): Promise<{ tab?: NamedTab | undefined; risk?: AssessedRisk }> {
  if (step.kind !== 'switch_tab' && step.kind !== 'close_tab') return {};
  if (step.tabId === undefined) return step.documentId === '' ? {} : { tab: await nameTab(snapshot.tabId) };
  const known =
    step.tabId === snapshot.tabId
      ? { origin: snapshot.frames[0]?.origin ?? '' }
      : await findTurnTab(turnId, step.tabId);
  const tab = known === undefined ? undefined : await nameTab(step.tabId);
  if (known === undefined || tab === undefined)
    throw new AppError(
      'plan-refused',
      `Step ${index + 1} is about a tab that ${known === undefined ? 'no step of this task opened' : 'is closed'}.`,
    );
  const strange = step.kind === 'switch_tab' && ![known.origin, ...taint, ''].includes(tab.origin);
  return {
    tab,
    ...(strange ? { risk: { risk: 'high', reasons: [{ code: 'leaves-this-site', detail: tab.origin }] } } : {}),
  };
}
