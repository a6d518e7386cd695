import type { PageAnswer } from '@pagehand/contracts/page-port';
import { click } from './click.ts';
import type { ActContext, ActRequest } from './context.ts';
import { type ActResult, Refusal } from './refusal.ts';
import { type } from './type.ts';

/** Runs one step in this document. Everything expected comes back as a receipt; only a bug throws. */
export async function act(request: ActRequest, context: ActContext): Promise<Extract<PageAnswer, { op: 'act' }>> {
  try {
    const result = await run(request, context);
    return { ok: true, op: 'act', ...result };
  } catch (error) {
    if (error instanceof Refusal)
      return { ok: true, op: 'act', outcome: 'refused', code: error.code, evidence: error.evidence };
    if (context.signal.aborted)
      return {
        ok: true,
        op: 'act',
        outcome: 'unsure',
        code: 'cancelled',
        evidence: { summary: 'It was stopped in the middle of the step.' },
      };
    throw error;
  }
}

async function run({ step }: ActRequest, context: ActContext): Promise<ActResult> {
  switch (step.kind) {
    case 'click':
      return click(step, context);
    case 'type':
      return type(step, context);
    default:
      throw new Refusal('target-unsuitable', `A ${step.kind} step is not done inside of a page.`);
  }
}
