import type { ActionStep } from '@pagehand/contracts/plan';
import { checkEnabled, reach } from './check-target.ts';
import type { ActContext } from './context.ts';
import { editingHost, expected, isTextField, readBack, same, typeIntoEditor, typeIntoField } from './editing.ts';
import { pressEnter } from './implicit-submission.ts';
import { inWords, type Located, locate, locateAgain } from './locate.ts';
import { Observation } from './observe.ts';
import { type ActResult, Refusal } from './refusal.ts';
import { sleep } from './sleep.ts';
import { toEvidence } from './to-evidence.ts';

/**
 * Types text into an input, a textarea or an editor: focus (focusin), selection of what is to be replaced, then the
 * sequence of `editing.ts`. What stands there afterwards is read back; a different value is `value-not-accepted`.
 * `change` comes from the browser when the field loses the focus, as with a keyboard; the focus stays, because leaving
 * closes suggestion lists. With `submit`, Enter is pressed at the end.
 */
export async function type(step: Extract<ActionStep, { kind: 'type' }>, context: ActContext): Promise<ActResult> {
  const located = await locate(step.ref, context);
  const observation = new Observation(context, located.element);
  try {
    const { before, after } = await enterText(located, step.text, step.mode ?? 'replace', context, () =>
      observation.acting(),
    );
    if (step.submit === true) await pressEnter(located.element, context);
    await observation.settle(
      step.submit === true ? { first: 900, quiet: 150, most: 3_000 } : { first: 60, quiet: 60, most: 800 },
    );
    const seen = observation.end();
    const evidence = toEvidence(seen, located.found);
    const summary = `value is "${after.slice(0, 150)}"${seen.strong
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

/**
 * Checks, focuses, types, reads back. Shared by `type` and `fill`.
 * @throws Refusal secret-field, target-disabled, target-unsuitable, value-not-accepted, and those of `reach`.
 */
export async function enterText(
  located: Located,
  text: string,
  mode: 'replace' | 'append',
  context: ActContext,
  acting: () => void,
): Promise<{ before: string; after: string }> {
  const { element } = located;
  if (context.memory.secrets.kindOf(element) !== undefined)
    throw new Refusal('secret-field', `${inWords(located)} takes a secret; the person fills it.`);
  checkEnabled(located, context);
  const host = isTextField(element) ? undefined : (editingHost(element) ?? innerField(element));
  if (!isTextField(element) && host === undefined)
    throw new Refusal('target-unsuitable', `${inWords(located)} takes no text.`);
  const field = isTextField(element) ? element : host;
  if (field === undefined) throw new Refusal('target-unsuitable', `${inWords(located)} takes no text.`);
  if (isTextField(field) && context.memory.secrets.kindOf(field) !== undefined)
    throw new Refusal('secret-field', `${inWords(located)} takes a secret; the person fills it.`);
  if (isTextField(field) && field.readOnly)
    throw new Refusal('target-unsuitable', `${inWords(located)} is read-only; open its picker instead.`);
  await reach({ ...located, element: field }, context);
  const before = readBack(field);
  acting();
  field.focus({ preventScroll: true });
  await sleep(0, context.signal);
  if (isTextField(field)) await typeIntoField(field, text, mode, context);
  else await typeIntoEditor(field, text, mode, context);
  await sleep(30, context.signal);
  const now = field.isConnected ? field : await locateAgain(located, context);
  const after = readBack(now);
  const wanted = expected(before, text, mode);
  if (!accepted(now, after, wanted)) {
    const limit =
      isTextField(now) && now.maxLength >= 0 && wanted.length > now.maxLength
        ? ` It takes ${now.maxLength} characters at most.`
        : '';
    throw new Refusal('value-not-accepted', `${inWords(located)} holds "${after.slice(0, 120)}" instead.${limit}`, {
      before: before.slice(0, 400),
      after: after.slice(0, 400),
    });
  }
  return { before, after };
}

function innerField(element: Element): HTMLElement | undefined {
  for (const field of element.querySelectorAll('input,textarea,[contenteditable]'))
    if (field instanceof HTMLElement && (isTextField(field) || editingHost(field) === field)) return field;
  return undefined;
}

/** Equal, or equal but for what the field formats by itself: numbers ("1.0"), line ends, white space of editors. */
function accepted(field: Element, after: string, wanted: string): boolean {
  if (after === wanted || same(after, wanted)) return true;
  if (field instanceof HTMLInputElement && field.type === 'number')
    return after !== '' && Number(after) === Number(wanted);
  if (field instanceof HTMLInputElement && field.type === 'email')
    return after.toLowerCase() === wanted.trim().toLowerCase();
  return false;
}
