import { LIMITS } from '@pagehand/contracts/limits';
import type { RefInfo } from '@pagehand/contracts/snapshot';
import type { ActCommand, Target } from './command.ts';
import { fold } from './name-score.ts';
import { setTo } from './resolve-value.ts';
import { missing, type ResolveContext, type Resolved, type Step, steps, withTarget } from './resolved.ts';
import { label, optionsFor, pickOption } from './tell-apart.ts';

export function fill(command: Extract<ActCommand, { kind: 'fill' }>, context: ResolveContext): Resolved {
  const fields: Extract<Step, { kind: 'fill' }>['fields'] = [];
  const other: Step[] = [];
  const lacking: string[] = [];
  const already: string[] = [];
  let ask: Resolved | undefined;
  let certain = true;
  for (const { field, value } of command.fields.slice(0, LIMITS.fillFields)) {
    const resolved = setTo({ kind: 'set', target: { name: field }, value }, context);
    if (resolved.kind === 'missing') lacking.push(JSON.stringify(field));
    else if (resolved.kind === 'nothing') already.push(resolved.note);
    else if (resolved.kind === 'blocked') return resolved;
    // A choice is asked before anything is filled, a secret when the rest is done.
    else if (resolved.kind === 'ask' && /secret field/.test(resolved.question)) ask = resolved;
    else if (resolved.kind === 'ask') return resolved;
    else {
      certain &&= resolved.certain;
      for (const step of resolved.steps) {
        if (step.kind === 'type') fields.push({ ref: step.ref, value: step.text });
        else if (step.kind === 'check') fields.push({ ref: step.ref, value: step.checked });
        else if (step.kind === 'select') fields.push({ ref: step.ref, value: step.values });
        else if (step.kind === 'set_value') fields.push({ ref: step.ref, value: step.value });
        else other.push(step);
      }
    }
  }
  if (lacking.length > 0) {
    const there = context.snapshot.refs
      .filter((info) =>
        ['textbox', 'searchbox', 'combobox', 'spinbutton', 'checkbox', 'radio', 'listbox', 'slider', 'switch'].includes(
          info.role,
        ),
      )
      .map(label);
    return missing(
      `There is no field ${lacking.join(', ')} on this page. Fields: ${there.length === 0 ? 'none' : [...new Set(there)].slice(0, 12).join(', ')}.`,
      undefined,
    );
  }
  const list: Step[] = [...(fields.length > 0 ? [{ kind: 'fill' as const, fields }] : []), ...other];
  if (list.length > 0) return { ...steps(list, certain), ...(ask === undefined ? {} : { more: true as const }) };
  return ask ?? { kind: 'nothing', note: already.join('; ') };
}

export function submit(target: Target | undefined, context: ResolveContext): Resolved {
  if (target !== undefined) {
    const inForm = context.snapshot.refs.filter(
      (info) =>
        isSubmit(info) &&
        fold(`${info.place ?? ''}`)
          .join(' ')
          .includes(fold(target.name).join(' ')),
    );
    const [only] = inForm;
    if (only !== undefined && inForm.length === 1) return steps([{ kind: 'click', ref: only.ref }]);
    return withTarget(target, 'submit', context, ({ info, certain }) =>
      steps([{ kind: 'click', ref: info.ref }], certain),
    );
  }
  const buttons = context.snapshot.refs.filter(isSubmit);
  const near =
    context.typed === undefined
      ? []
      : buttons.filter((info) => info.fingerprint.within === context.typed?.fingerprint.within);
  const pool = near.length > 0 ? near : buttons;
  const named = pool.filter((info) =>
    /\b(?:submit|send|save|continue|sign up|register|log in|sign in|order|confirm)\b/i.test(info.name),
  );
  const [one] = pool.length === 1 ? pool : named.length === 1 ? named : [];
  if (one !== undefined) return steps([{ kind: 'click', ref: one.ref }]);
  if (pool.length === 0) {
    const field =
      context.typed ??
      context.snapshot.refs.find((info) => info.states.includes('focused') && info.submits !== undefined);
    return field === undefined
      ? missing('This page has no form to submit.', undefined)
      : steps([{ kind: 'press', key: 'Enter', ref: field.ref }]);
  }
  const question = `Step ${context.number}: several buttons submit a form. Which one do you mean?`;
  const answer = context.progress.answerTo(question);
  if (answer === undefined) return { kind: 'ask', question, options: optionsFor(pool) };
  const picked = pickOption(pool, answer);
  return picked === undefined
    ? { kind: 'blocked', reason: `The answer ${JSON.stringify(answer)} fits none of the buttons.` }
    : steps([{ kind: 'click', ref: picked.ref }]);
}

function isSubmit(info: RefInfo): boolean {
  return (
    info.role === 'button' &&
    (info.submits !== undefined || info.inputType === 'submit') &&
    !info.states.includes('disabled')
  );
}
