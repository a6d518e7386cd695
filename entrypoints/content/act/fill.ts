import type { ActionStep } from '@pagehand/contracts/plan';
import { bringTo } from './check.ts';
import type { ActContext } from './context.ts';
import { editingHost, isTextField } from './editing.ts';
import { enterText } from './enter-text.ts';
import { invalidNote } from './invalid-note.ts';
import { locate } from './locate.ts';
import { Observation } from './observe.ts';
import { type ActResult, Refusal } from './refusal.ts';
import { chooseOptions } from './select.ts';
import { putValue, takesValue } from './set-value.ts';
import { toEvidence } from './to-evidence.ts';

type Field = Extract<ActionStep, { kind: 'fill' }>['fields'][number];
type Line = { ref: string; outcome: string; detail: string };

/**
 * Fills many fields, one after the other, each by the action that fits it (text, options, checked, value) and each with
 * a line of its own. A field that is refused does not keep the others from being filled; the step is then refused as a
 * whole, with the first one's code.
 */
export async function fill(step: Extract<ActionStep, { kind: 'fill' }>, context: ActContext): Promise<ActResult> {
  const observation = new Observation(context, undefined);
  observation.acting();
  const lines: Line[] = [];
  let refused: Refusal | undefined;
  let changed = 0;
  try {
    for (const field of step.fields) {
      try {
        const { outcome, detail } = await fillOne(field, context);
        lines.push({ ref: field.ref, outcome, detail: detail.slice(0, 300) });
        if (outcome === 'changed') changed += 1;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        refused ??= error;
        lines.push({ ref: field.ref, outcome: error.outcome, detail: error.message.slice(0, 300) });
      }
    }
    await observation.settle({ first: 60, quiet: 80, most: 1_200 });
    const evidence = { ...toEvidence(observation.end(), undefined), fields: lines };
    const total = `${changed} of ${step.fields.length} fields filled`;
    if (refused !== undefined)
      return {
        outcome: refused.outcome,
        code: refused.code,
        evidence: { ...evidence, summary: `${total}. ${refused.message}`.slice(0, 500) },
      };
    return {
      outcome: changed > 0 ? 'changed' : 'ok',
      evidence: { ...evidence, summary: changed > 0 ? total : 'All fields already held these values.' },
    };
  } finally {
    observation.close();
  }
}

async function fillOne(
  { ref, value }: Field,
  context: ActContext,
): Promise<{ outcome: 'changed' | 'ok'; detail: string }> {
  const located = await locate(ref, context);
  const { element } = located;
  const nothing = () => {};
  if (typeof value === 'boolean') {
    const changed = await bringTo(located, value, context, nothing);
    return { outcome: changed ? 'changed' : 'ok', detail: `it is ${value ? 'checked' : 'not checked'}` };
  }
  const list = Array.isArray(value) ? value : undefined;
  const text = Array.isArray(value) ? '' : value;
  const chooses =
    list !== undefined ||
    element instanceof HTMLSelectElement ||
    (!isTextField(element) && editingHost(element) === undefined && /^(?:combobox|listbox|button)$/.test(located.role));
  const { before, after } = chooses
    ? await chooseOptions(located, list ?? [text], context, nothing)
    : takesValue(element)
      ? await putValue(located, text, context, nothing)
      : await enterText(located, text, 'replace', context, nothing);
  return {
    outcome: before === after ? 'ok' : 'changed',
    detail: `value is "${after.slice(0, 200)}"${invalidNote(element)}`,
  };
}
