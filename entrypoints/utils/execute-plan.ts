import { AppError } from '@pagehand/contracts/errors';
import type { PlanAnswer, PlanRun } from './run-plan.ts';

export async function executePlan(_run: PlanRun, _signal: AbortSignal): Promise<PlanAnswer> {
  throw new AppError('internal', 'Lands in the next commit.');
}
