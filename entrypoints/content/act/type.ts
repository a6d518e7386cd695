import type { ActionStep } from '@pagehand/contracts/plan';
import { deepActive } from './changed-nodes.ts';
import type { ActContext } from './context.ts';
import { isTextField } from './editing.ts';
import { enterText } from './enter-text.ts';
import { pressEnter } from './implicit-submission.ts';
import { invalidNote } from './invalid-note.ts';
import { locate } from './locate.ts';
import { Observation } from './observe.ts';
import type { ActResult } from './refusal.ts';
import { putValue, takesValue } from './set-value.ts';
import { toEvidence } from './to-evidence.ts';

/**
 * Types text into an input, a textarea or an editor: focus (focusin), selection of what is to be replaced, then the
 * sequence of `editing.ts`; an editor that draws its text itself gets that of `drawn-editor.ts`, a date, time, colour or
 * range input that of `set-value.ts`. What stands there afterwards, and when the
 * page has settled, is read back; see `other-value.ts` for a different one. `change` comes from the browser when the
 * field loses the focus, as with a keyboard; the focus stays, because leaving closes suggestion lists. With `submit`, Enter is pressed at the end.
 */
export async function type(step: Extract<ActionStep, { kind: 'type' }>, context: ActContext): Promise<ActResult> {
  const located = await locate(step.ref, context);
  const observation = new Observation(context, located.element);
  try {
    const { element } = located;
    const acting = () => observation.acting();
    const written =
      takesValue(element) && !isTextField(element)
        ? await putValue(located, step.text, context, acting)
        : await enterText(located, step.text, step.mode ?? 'replace', context, acting);
    if (step.submit === true)
      await pressEnter(element.isConnected ? element : (deepActive(context.document, context) ?? element), context);
    await observation.settle(
      step.submit === true ? { first: 900, quiet: 150, most: 3_000 } : { first: 60, quiet: 60, most: 800 },
    );
    const { before } = written;
    // Enter may empty a field, as in a chat: what was typed was seen before it.
    const after = step.submit === true ? written.after : written.again();
    const invalid = step.submit === true ? '' : invalidNote(element);
    const seen = observation.end();
    const evidence = toEvidence(seen, located.found);
    const summary = `value is "${after.slice(0, 150)}"${invalid}${seen.strong
      .filter((line) => !line.startsWith('value is'))
      .slice(0, 2)
      .map((line) => `; ${line}`)
      .join('')}`;
    const whole = {
      ...evidence,
      summary: summary.slice(0, 500),
      before: before.slice(0, 400),
      after: after.slice(0, 400),
    };
    if (step.submit === true && seen.strong.every((line) => line.startsWith('value is')))
      return {
        outcome: 'unsure',
        code: 'unconfirmed',
        evidence: { ...whole, summary: `${summary}; Enter showed no effect`.slice(0, 500) },
      };
    return {
      outcome: before === after && step.submit !== true ? 'ok' : 'changed',
      evidence:
        before === after && step.submit !== true
          ? { ...whole, summary: `It already held this text. ${summary}`.slice(0, 500) }
          : whole,
    };
  } finally {
    observation.close();
  }
}
