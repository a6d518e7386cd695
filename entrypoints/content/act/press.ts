import type { ActionStep } from '@pagehand/contracts/plan';
import { bodyOf, flatParent } from './capture-kit.ts';
import { deepActive } from './changed-nodes.ts';
import type { ActContext } from './context.ts';
import { editingHost, isTextField } from './editing.ts';
import { pressKey } from './keys.ts';
import { inWords, type Located, locate, requireSame } from './locate.ts';
import { Observation } from './observe.ts';
import { type ActResult, Refusal } from './refusal.ts';
import { toEvidence } from './to-evidence.ts';

/**
 * Presses one key of the closed list on the element that has the focus, or on `ref`, which gets the focus first.
 * @param focus a ref that must have the focus: a key without a target was judged as one that is pressed there.
 * Events and default actions: `keys.ts` (keydown, default action, keyup) and `implicit-submission.ts` (Enter).
 */
export async function press(
  step: Extract<ActionStep, { kind: 'press' }>,
  context: ActContext,
  focus: string | undefined,
): Promise<ActResult> {
  const located = step.ref === undefined ? undefined : await locate(step.ref, context);
  const assumed = focus === undefined ? undefined : await locate(focus, context);
  if (assumed !== undefined) requireFocus(assumed, context);
  const element = located?.element ?? deepActive(context.document, context) ?? bodyOf(context.document);
  const secret = context.memory.secrets.kindOf(element) !== undefined;
  if (secret && /^(?:Backspace|Delete|Space)$/.test(step.key))
    throw new Refusal('secret-field', 'The field takes a secret; the person fills it.');
  const observation = new Observation(context, element);
  try {
    if (located !== undefined && element instanceof HTMLElement && deepActive(context.document, context) !== element) {
      (editingHost(element) ?? element).focus({ preventScroll: false });
      if (isTextField(element) && element.selectionStart === 0 && element.type !== 'number')
        element.setSelectionRange(element.value.length, element.value.length);
    }
    await observation.sample();
    // Dialogs that take the focus do so meanwhile.
    if (located !== undefined) requireSame(located, context);
    if (assumed !== undefined) requireFocus(assumed, context);
    observation.acting();
    const caret = caretOf(element, context);
    const active = deepActive(context.document, context);
    await pressKey(step.key, element, context);
    await observation.settle({ first: 500, quiet: 120, most: 2_500 });
    const seen = observation.end();
    const evidence = toEvidence(seen, located?.found);
    const now = deepActive(context.document, context);
    if (seen.strong.length > 0) return { outcome: 'changed', evidence };
    if (now !== active && now !== null)
      return { outcome: 'changed', evidence: { ...evidence, summary: `focus moved to ${now.localName}` } };
    if (caretOf(element, context) !== caret)
      return { outcome: 'changed', evidence: { ...evidence, summary: 'the caret or the selection moved' } };
    if (seen.weak.includes('the page scrolled')) return { outcome: 'changed', evidence };
    if (seen.weak.length > 0) return { outcome: 'unsure', code: 'unconfirmed', evidence };
    return { outcome: 'no-effect', evidence };
  } finally {
    observation.close();
  }
}

/** The element, or what in it has the focus for it. @throws Refusal target-changed. */
function requireFocus(assumed: Located, context: ActContext): void {
  requireSame(assumed, context);
  for (
    let node = deepActive(context.document, context);
    node !== null;
    node = flatParent(node, context.memory.shadowRootOf)
  )
    if (node === assumed.element) return;
  throw new Refusal(
    'target-changed',
    `${inWords(assumed)} does not have the focus any more; name the target of the key.`,
  );
}

function caretOf(element: Element, context: ActContext): string {
  if (isTextField(element)) return `${element.selectionStart},${element.selectionEnd}`;
  const selection = context.view.getSelection();
  return `${selection?.anchorOffset},${selection?.focusOffset},${selection?.toString().length}`;
}
