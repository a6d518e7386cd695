import type { ActionStep } from '@pagehand/contracts/plan';
import { bringTo, stillIs } from './check.ts';
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
 * a line of its own. A field that is refused does not keep the others from being filled. When all are through and the
 * page has settled each is read once more, as one field may change another. With a field that is not as asked for, the
 * step has the first one's code: `unsure` when anything was written, `refused` when nothing was.
 */
export async function fill(step: Extract<ActionStep, { kind: 'fill' }>, context: ActContext): Promise<ActResult> {
  const observation = new Observation(context, undefined);
  observation.acting();
  const lines: Line[] = [];
  const written: { at: number; look: () => string }[] = [];
  let refusal: Refusal | undefined;
  const failed = (ref: string, error: unknown): Line => {
    if (!(error instanceof Refusal)) throw error;
    refusal ??= error;
    return { ref, outcome: error.outcome, detail: error.message.slice(0, 300) };
  };
  try {
    for (const field of step.fields) {
      try {
        const { outcome, look } = await fillOne(field, context);
        written.push({ at: lines.length, look });
        lines.push({ ref: field.ref, outcome, detail: '' });
      } catch (error) {
        lines.push(failed(field.ref, error));
      }
    }
    await observation.settle({ first: 60, quiet: 80, most: 1_200 });
    for (const { at, look } of written) {
      const line = lines[at];
      if (line === undefined) continue;
      try {
        lines[at] = { ...line, detail: look().slice(0, 300) };
      } catch (error) {
        lines[at] = failed(line.ref, error);
      }
    }
    const changed = lines.filter(({ outcome }) => outcome === 'changed').length;
    const evidence = { ...toEvidence(observation.end(), undefined), fields: lines };
    const total = `${changed} of ${step.fields.length} fields filled`;
    if (refusal !== undefined)
      return {
        outcome: lines.some(({ outcome }) => outcome === 'changed' || outcome === 'unsure') ? 'unsure' : 'refused',
        code: refusal.code,
        evidence: { ...evidence, summary: `${total}. ${refusal.message}`.slice(0, 500) },
      };
    return {
      outcome: changed > 0 ? 'changed' : 'ok',
      evidence: { ...evidence, summary: changed > 0 ? total : 'All fields already held these values.' },
    };
  } finally {
    observation.close();
  }
}

/** `look` says in words what the field holds now. @throws Refusal both, `look` when it is not as asked for any more. */
async function fillOne(
  { ref, value }: Field,
  context: ActContext,
): Promise<{ outcome: 'changed' | 'ok'; look: () => string }> {
  const located = await locate(ref, context);
  const { element } = located;
  const nothing = () => {};
  if (typeof value === 'boolean') {
    const changed = await bringTo(located, value, context, nothing);
    return { outcome: changed ? 'changed' : 'ok', look: () => stillIs(located, value) };
  }
  const list = Array.isArray(value) ? value : undefined;
  const text = Array.isArray(value) ? '' : value;
  const chooses =
    list !== undefined ||
    element instanceof HTMLSelectElement ||
    (!isTextField(element) && editingHost(element) === undefined && /^(?:combobox|listbox|button)$/.test(located.role));
  const { before, after, again } = chooses
    ? await chooseOptions(located, list ?? [text], context, nothing)
    : takesValue(element)
      ? await putValue(located, text, context, nothing)
      : await enterText(located, text, 'replace', context, nothing);
  return {
    outcome: before === after ? 'ok' : 'changed',
    look: () => `value is "${again().slice(0, 200)}"${invalidNote(element)}`,
  };
}
