import { randomUUID } from 'node:crypto';
import type { GenerateScriptRequestSchema, GenerateScriptResponseSchema } from '@pagehand/contracts/api';
import { AppError } from '@pagehand/contracts/errors';
import type * as z from 'zod';
import { proposePlan } from '../tools/propose-plan.ts';
import type { AgentDeps } from './agent-deps.ts';
import { modelPlanner } from './model-planner.ts';

/** One plan for a goal on a snapshot: sanitized, not run. What is no plan comes back as an error that says why. */
export async function generateScript(
  deps: AgentDeps,
  request: z.infer<typeof GenerateScriptRequestSchema>,
  signal: AbortSignal,
): Promise<z.infer<typeof GenerateScriptResponseSchema>> {
  const resolved = deps.resolveModel();
  const proposal = await proposePlan({
    planner: resolved.planner ?? modelPlanner(resolved),
    planId: randomUUID(),
    goal: request.goal,
    snapshot: request.snapshot,
    constraints: request.constraints ?? {},
    policy: deps.policy,
    rounds: [],
    signal,
  });
  switch (proposal.kind) {
    case 'plan':
      return { ok: true, plan: proposal.plan };
    case 'refused':
      return refused(new AppError('plan-refused', 'Every proposed plan was refused.', { problems: proposal.problems }));
    case 'done':
      return refused(new AppError('plan-refused', `There is nothing to do: ${proposal.summary}`));
    case 'blocked':
      return refused(new AppError('plan-refused', `There is no plan: ${proposal.reason}`));
    case 'needs-person':
      return refused(new AppError('plan-refused', `The person is needed: ${proposal.question}`));
  }
}

const refused = (error: AppError) => ({ ok: false as const, error: error.toBody() });
