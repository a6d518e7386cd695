import { checkEnabled, reach } from './check-target.ts';
import type { ActContext } from './context.ts';
import { drawnEditor, typeIntoDrawnEditor } from './drawn-editor.ts';
import { editingHost, expected, isTextField, readBack, same, typeIntoEditor, typeIntoField } from './editing.ts';
import { inWords, type Located, locateAgain, requireSame } from './locate.ts';
import { otherValue, type Written } from './other-value.ts';
import { Refusal } from './refusal.ts';
import { sleep } from './sleep.ts';

/**
 * Checks, focuses, types, reads back. Shared by `type`, `set_value` and `fill`.
 * @throws Refusal secret-field, target-disabled, target-unsuitable, those of `reach`, and that of `otherValue`.
 */
export async function enterText(
  located: Located,
  text: string,
  mode: 'replace' | 'append',
  context: ActContext,
  acting: () => void,
): Promise<Written> {
  const { element } = located;
  refuseSecret(element, located, context);
  checkEnabled(located, context);
  const editor = drawnEditor(element, context);
  if (editor !== undefined) return typeIntoDrawnEditor(editor, located, text, mode, context, acting);
  const field = isTextField(element) ? element : (editingHost(element) ?? innerField(element));
  if (field === undefined) throw new Refusal('target-unsuitable', `${inWords(located)} takes no text.`);
  refuseSecret(field, located, context);
  if (isTextField(field) && field.readOnly)
    throw new Refusal('target-unsuitable', `${inWords(located)} is read-only; open its picker instead.`);
  await reach(field === element ? located : { ...located, element: field, target: undefined }, context);
  requireSame(located, context);
  const before = readBack(field);
  acting();
  field.focus({ preventScroll: true });
  await sleep(0, context.signal);
  if (isTextField(field)) await typeIntoField(field, text, mode, context, () => locateAgain(located, context));
  else await typeIntoEditor(field, text, mode, context);
  await sleep(30, context.signal);
  const now = field.isConnected ? field : await locateAgain(located, context);
  const wanted = expected(before, text, mode);
  const look = (): string => {
    const after = readBack(now);
    if (accepted(now, after, wanted)) return after;
    const limited = isTextField(now) && now.maxLength >= 0 && wanted.length > now.maxLength;
    const note = limited ? ` It takes ${now.maxLength} characters at most.` : '';
    throw otherValue(located, { before, after, note });
  };
  const after = look();
  return { before, after, again: () => (now.isConnected ? look() : after) };
}

function refuseSecret(element: Element, located: Located, context: ActContext): void {
  if (context.memory.secrets.kindOf(element) !== undefined)
    throw new Refusal('secret-field', `${inWords(located)} takes a secret; the person fills it.`);
}

function innerField(element: Element): HTMLElement | undefined {
  for (const field of element.querySelectorAll('input,textarea,[contenteditable]'))
    if (field instanceof HTMLElement && (isTextField(field) || editingHost(field) === field)) return field;
  return undefined;
}

/** Equal, or equal but for what the field formats by itself: numbers ("1.0"), line ends, white space, masks. */
function accepted(field: Element, after: string, wanted: string): boolean {
  if (after === wanted || same(after, wanted)) return true;
  if (field instanceof HTMLInputElement && field.type === 'number')
    return after !== '' && Number(after) === Number(wanted);
  return isTextField(field) && formatted(after, wanted);
}

/**
 * The same letters and digits in the same order, parted otherwise or in capitals: "(555) 123-4567", "AB 12", "1 234,50".
 * A sign or the place of a decimal point that went missing is another number.
 */
function formatted(after: string, wanted: string): boolean {
  const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  if (bare(wanted) === '' || bare(after) !== bare(wanted)) return false;
  if (!/^\s*[-−]?\d[\d\s.,'’]*$/.test(wanted)) return true;
  const negative = (text: string) => /^[^\d]*[-−]/.test(text);
  const decimals = (text: string) => /[.,](\d{1,2})\D*$/.exec(text)?.[1];
  return negative(after) === negative(wanted) && decimals(after) === decimals(wanted);
}
