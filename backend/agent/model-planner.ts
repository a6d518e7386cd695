import { SystemMessage } from '@langchain/core/messages';
import { AppError } from '@pagehand/contracts/errors';
import type { ResolvedModel } from '../models/resolve-model.ts';
import type { Planner, PlannerInput, PlannerOutput } from '../tools/planner.ts';
import { PLANNER_PROMPT } from './prompts.ts';

export function modelPlanner(_resolved: ResolvedModel): Planner {
  return {
    plan: async (_input: PlannerInput): Promise<PlannerOutput> => {
      void new SystemMessage(PLANNER_PROMPT);
      throw new AppError('internal', 'x');
    },
  };
}
