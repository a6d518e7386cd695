import { findMeanings } from './find-meaning.ts';
import type { PinnedStep } from './plan.ts';
import { parseUrl } from './plan-url.ts';
import type { AssessedRisk } from './risk-assessment.ts';
import type { RiskContext } from './risk-context.ts';
import { RiskNotes } from './risk-notes.ts';
import { noteActivation, noteChange, noteChoice, takesTextAsItIs } from './risk-of-target.ts';
import { noteOpening, otherOrigins } from './risk-of-url.ts';
import { noteWriting } from './risk-of-writing.ts';
import type { RefInfo } from './snapshot.ts';

export { assessToolCall, type ToolCallToAssess } from './assess-tool-call.ts';

export type { RiskContext } from './risk-context.ts';

/** Keys that activate what has the focus. */
const ACTIVATES: ReadonlySet<string> = new Set(['Enter', 'Space', 'Control+Enter', 'Shift+Enter']);
/** Keys that remove something outside of a text field (a mail, a file, a shape). */
const REMOVES: ReadonlySet<string> = new Set(['Delete', 'Backspace']);

/** Whether what a key does is another thing on each element. */
export const dependsOnFocus = (key: string): boolean => ACTIVATES.has(key) || REMOVES.has(key);

/**
 * The risk of one step, decided by code: from the action, the meaning of its target, the origin and the taint of the
 * run. Words of the page and the model only raise it; what is missing or unknown is `high`. Pure, never throws on a
 * sanitized step.
 */
export function assessStep(step: PinnedStep, context: RiskContext): AssessedRisk {
  const notes = new RiskNotes();
  const find = (ref: string | undefined): RefInfo | undefined => context.snapshot.refs.find((info) => info.ref === ref);
  switch (step.kind) {
    case 'scroll':
    case 'scroll_to':
    case 'wait':
    case 'read':
    case 'find':
    case 'screenshot':
      notes.add('none', 'reads-only');
      break;
    case 'hover':
    case 'focus':
    case 'back':
    case 'forward':
    case 'reload':
    case 'switch_tab':
      notes.add('low', 'acts-on-page');
      break;
    case 'close_tab':
      // What was typed there is lost.
      notes.add('high', 'acts-on-page', 'closes a tab');
      break;
    case 'click':
      noteActivation(notes, step, find(step.ref), context);
      if (
        step.button === 'middle' ||
        step.modifiers?.some((key) => key === 'Control' || key === 'Meta' || key === 'Shift')
      )
        notes.add('low', 'opens-tab');
      break;
    case 'press':
      notePress(notes, step, find(step.ref), context);
      break;
    case 'type':
      noteWriting(notes, step, find(step.ref), [step.text], context);
      if (step.submit) noteActivation(notes, step, find(step.ref), context);
      break;
    case 'set_value':
      noteWriting(notes, step, find(step.ref), [step.value], context);
      break;
    case 'fill':
      for (const field of step.fields) {
        const texts = typeof field.value === 'string' ? [field.value] : [];
        noteWriting(notes, step, find(field.ref), texts, context);
        if (typeof field.value === 'boolean') noteChange(notes, find(field.ref));
        else noteChoice(notes, find(field.ref), choicesOf(field.value, find(field.ref)));
      }
      // A text may be split over the fields of one form.
      noteWriting(
        notes,
        step,
        find(step.fields[0]?.ref),
        [step.fields.map((field) => (typeof field.value === 'string' ? field.value : '')).join('')],
        context,
      );
      break;
    case 'select':
      noteWriting(notes, step, find(step.ref), [], context);
      noteChoice(notes, find(step.ref), step.values);
      break;
    case 'check':
      noteWriting(notes, step, find(step.ref), [], context);
      noteChange(notes, find(step.ref));
      break;
    case 'drag':
      noteDrag(notes, step, find(step.ref), find(step.to), context);
      break;
    case 'upload':
      noteWriting(notes, step, find(step.ref), [], context);
      notes.add('high', 'file', step.files.join(', '));
      break;
    case 'dialog':
      // What the page will ask is not known yet: a yes may confirm anything.
      notes.add(step.accept ? 'high' : 'low', 'acts-on-page', step.accept ? 'says yes to a question' : undefined);
      if (step.text !== undefined) notes.add('high', 'types-text');
      break;
    case 'navigate':
    case 'open_tab':
      noteOpening(notes, parseUrl(step.url), step.origin, context);
      if (step.kind === 'open_tab') notes.add('low', 'opens-tab');
      break;
    default:
      // A kind that the types do not know: only a caller that went round the sanitizer gets here.
      notes.add('high', 'unknown-action');
  }
  return notes.result();
}

/** The labels among what is put into a field: text for one that takes text is none. */
function choicesOf(value: string | readonly string[], info: RefInfo | undefined): readonly string[] {
  if (typeof value !== 'string') return value;
  return info !== undefined && takesTextAsItIs(info) ? [] : [value];
}

function notePress(
  notes: RiskNotes,
  step: PinnedStep & { kind: 'press' },
  info: RefInfo | undefined,
  context: RiskContext,
): void {
  if (ACTIVATES.has(step.key)) {
    // Shift+Enter is a line break in editors and the same as Enter elsewhere; without a target nobody knows what is hit.
    if (step.ref === undefined) notes.add('high', 'unknown-target', step.key);
    else noteActivation(notes, step, info, context);
    return;
  }
  notes.add('low', 'acts-on-page');
  const inText =
    info !== undefined &&
    (info.tag === 'input' ||
      info.tag === 'textarea' ||
      info.role === 'textbox' ||
      info.role === 'searchbox' ||
      info.role === 'combobox');
  if (REMOVES.has(step.key) && !inText) notes.add('high', 'deletes', step.key);
  if (step.ref !== undefined && info === undefined) notes.add('high', 'unknown-target');
}

/** Letting something go is an activation of what it is let go on: a bin, a folder, a column "Published". */
function noteDrag(
  notes: RiskNotes,
  step: PinnedStep & { kind: 'drag' },
  from: RefInfo | undefined,
  to: RefInfo | undefined,
  context: RiskContext,
): void {
  notes.add('low', 'acts-on-page');
  if (from === undefined || to === undefined) notes.add('high', 'unknown-target');
  if (otherOrigins(step.origin, context).length > 0) notes.add('high', 'writes-to-other-site', step.origin);
  if (to === undefined) return;
  for (const { meaning, strength, word } of findMeanings(to.name))
    notes.add(strength === 'strong' ? 'critical' : 'high', meaning, word);
}
