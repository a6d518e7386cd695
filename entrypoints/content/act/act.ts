import type { PageAnswer } from '@pagehand/contracts/page-port';
import type { Evidence } from '@pagehand/contracts/receipt';
import { cleanPageText } from './capture-kit.ts';
import { check } from './check.ts';
import { click } from './click.ts';
import type { ActContext, ActRequest } from './context.ts';
import { drag } from './drag.ts';
import { fill } from './fill.ts';
import { focus } from './focus.ts';
import { hover } from './hover.ts';
import { press } from './press.ts';
import { find, read } from './read.ts';
import { type ActResult, Refusal } from './refusal.ts';
import { scroll, scrollTo } from './scroll.ts';
import { select } from './select.ts';
import { setValue } from './set-value.ts';
import { type } from './type.ts';
import { upload } from './upload.ts';
import { wait } from './wait.ts';

/** Runs one step in this document. Everything expected comes back as a receipt; only a bug throws. */
export async function act(request: ActRequest, context: ActContext): Promise<Extract<PageAnswer, { op: 'act' }>> {
  try {
    const { evidence, ...result } = await run(request, context);
    return { ok: true, op: 'act', ...result, evidence: masked(evidence) };
  } catch (error) {
    if (error instanceof Refusal)
      return { ok: true, op: 'act', outcome: error.outcome, code: error.code, evidence: masked(error.evidence) };
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

/** What an action saw goes out as what a capture saw: keys and tokens masked, invisible code points removed. */
const masked = (evidence: Evidence): Evidence =>
  // What goes in comes out, with other texts: still evidence.
  JSON.parse(JSON.stringify(evidence), (_key, value: unknown) =>
    typeof value === 'string' ? cleanPageText(value, {}) : value,
  ) as Evidence;

async function run({ step, files, focus: assumed }: ActRequest, context: ActContext): Promise<ActResult> {
  switch (step.kind) {
    case 'click':
      return click(step, context);
    case 'type':
      return type(step, context);
    case 'press':
      return press(step, context, assumed);
    case 'select':
      return select(step, context);
    case 'check':
      return check(step, context);
    case 'set_value':
      return setValue(step, context);
    case 'fill':
      return fill(step, context);
    case 'hover':
      return hover(step, context);
    case 'focus':
      return focus(step, context);
    case 'scroll':
      return scroll(step, context);
    case 'scroll_to':
      return scrollTo(step, context);
    case 'drag':
      return drag(step, context);
    case 'upload':
      return upload(step, files ?? [], context);
    case 'wait':
      return wait(step, context);
    case 'read':
      return read(step, context);
    case 'find':
      return find(step, context);
    default:
      throw new Refusal('target-unsuitable', `A ${step.kind} step is not done inside of a page.`);
  }
}
