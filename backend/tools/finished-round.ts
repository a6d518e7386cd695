import { assessPlan } from '@pagehand/contracts/assess-plan';
import type { InterruptAnswer, InterruptRequest, PlansArtifact } from '@pagehand/contracts/interrupts';
import { sanitizePlan } from '@pagehand/contracts/sanitize-plan';
import type { PageSnapshot } from '@pagehand/contracts/snapshot';
import type { ToolContext } from './define-tool.ts';
import type { PlanRound } from './planner.ts';

type Resumed = ReturnType<ToolContext['interrupt']>;
type Finished = { rounds: PlanRound[]; plans?: PlansArtifact['plans']; snapshotId?: string };

/**
 * What a round left behind, from the person's answer. An edited plan is a new plan: sanitized and assessed again here,
 * and the planner and the model are told that it differs from what was proposed.
 */
export function finishedRound(
  request: InterruptRequest,
  resumed: Resumed,
  snapshot: PageSnapshot | undefined,
  context: Pick<ToolContext, 'policy' | 'taint' | 'readTexts'>,
): Finished {
  const { answer } = resumed;
  const moved = resumed.snapshotId === undefined ? {} : { snapshotId: resumed.snapshotId };
  if (request.kind === 'question') {
    if (answer.kind !== 'question') return { rounds: [cancelled(answer)], ...moved };
    return {
      rounds: [
        {
          steps: [],
          receipts: [],
          status: 'answered',
          reason: `Asked "${request.question}", the person said: ${answer.answer}`,
        },
      ],
      ...moved,
    };
  }
  if (request.kind !== 'plan' || answer.kind !== 'plan') return { rounds: [cancelled(answer)], ...moved };

  const { snapshot: _snapshot, ...kept } = answer;
  const edit =
    answer.editedPlan === undefined || snapshot === undefined
      ? undefined
      : judgeEdit(answer.editedPlan, snapshot, context);
  const shown =
    edit?.risks === undefined || edit.plan === undefined ? request : { ...request, plan: edit.plan, risks: edit.risks };
  const lost = answer.status !== 'cancelled' && answer.status !== 'rejected' && resumed.snapshotId === undefined;
  const reasons = [
    answer.reason,
    edit?.note,
    answer.error === undefined ? undefined : `${answer.error.code}: ${answer.error.message}`,
  ];
  const reason = reasons.filter((part) => part !== undefined).join(' ');
  return {
    rounds: [
      {
        steps: (answer.editedPlan ?? request.plan).steps,
        receipts: answer.receipts,
        status: lost ? 'page-lost' : answer.status,
        ...(reason === '' ? {} : { reason }),
      },
    ],
    plans: [{ interruptId: resumed.interruptId, request: shown, answer: kept }],
    ...moved,
  };
}

function judgeEdit(
  edited: NonNullable<Extract<InterruptAnswer, { kind: 'plan' }>['editedPlan']>,
  snapshot: PageSnapshot,
  context: Pick<ToolContext, 'policy' | 'taint' | 'readTexts'>,
) {
  // The panel numbers the steps it kept; ids and pins are ours and are made anew by the sanitizer.
  const result = sanitizePlan(edited, snapshot, context.policy);
  if (!result.ok) {
    const codes = [...new Set(result.problems.map((problem) => problem.code))].join(', ');
    return {
      note: `The person edited the plan; the edited plan would be refused (${codes}).`,
      plan: undefined,
      risks: undefined,
    };
  }
  const risks = assessPlan(result.plan.steps, { snapshot, taint: context.taint(), readTexts: context.readTexts() });
  return { note: 'The person edited the plan before it ran; these are the steps that ran.', plan: result.plan, risks };
}

const cancelled = (answer: InterruptAnswer): PlanRound => ({
  steps: [],
  receipts: [],
  status: 'cancelled',
  reason: ('reason' in answer ? answer.reason : undefined) ?? 'The person cancelled.',
});
