import { LIMITS } from '@pagehand/contracts/limits';
import type { RefInfo } from '@pagehand/contracts/snapshot';
import type { ActCommand, Target } from './command.ts';
import { findTarget } from './find-target.ts';
import { nameScore } from './name-score.ts';
import { PREPARES } from './plan-progress.ts';
import { missing, type One, type ResolveContext, type Resolved, secret, steps, withTarget } from './resolved.ts';
import { label, optionsFor, pickOption } from './tell-apart.ts';

const YES = /^(?:yes|y|true|on|checked|ticked|x|1|✓|✔)$/i;
const NO = /^(?:no|n|false|off|unchecked|unticked|0|-)$/i;

/** The step that gives an element a value, by what it is. */
export function valueSteps({ info, certain }: One, value: string, append = false): Resolved {
  if (info.states.includes('disabled')) return { kind: 'blocked', reason: `${label(info)} is disabled.` };
  if (info.states.includes('readonly')) return { kind: 'blocked', reason: `${label(info)} is read-only.` };
  if (['checkbox', 'switch', 'radio'].includes(info.role)) {
    if (YES.test(value) || (info.role === 'radio' && !NO.test(value))) return check(info, true, certain);
    return NO.test(value)
      ? check(info, false, certain)
      : { kind: 'blocked', reason: `${label(info)} can only be on or off, not ${JSON.stringify(value)}.` };
  }
  if (info.tag === 'select' || info.role === 'listbox') return chooseIn({ info, certain }, [value]);
  if (/^(?:date|time|datetime-local|month|week|range|color)$/.test(info.inputType ?? '') || info.role === 'slider')
    return steps(
      [{ kind: 'set_value', ref: info.ref, value: fieldValue(info, value).slice(0, LIMITS.value) }],
      certain,
    );
  if (!append && info.value === value && value !== '')
    return { kind: 'nothing', note: `${label(info)} already holds ${JSON.stringify(value)}` };
  return steps([{ kind: 'type', ref: info.ref, text: value, ...(append ? { mode: 'append' as const } : {}) }], certain);
}

/** A date field wants its ISO form: `1 December 2026` becomes `2026-12-01`. Anything else stays as it was said. */
function fieldValue(info: RefInfo, value: string): string {
  if (info.inputType !== 'date' || /^\d{4}-\d{2}-\d{2}$/.test(value)) return value;
  const words = /[a-z]{3,}/i.test(value) ? new Date(`${value.replace(/(\d)(?:st|nd|rd|th)\b/g, '$1')} UTC`) : undefined;
  if (words !== undefined && !Number.isNaN(words.getTime())) return words.toISOString().slice(0, 10);
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(value);
  return dotted === null ? value : `${dotted[3]}-${dotted[2]?.padStart(2, '0')}-${dotted[1]?.padStart(2, '0')}`;
}

export function setTo(command: Extract<ActCommand, { kind: 'set' }>, context: ResolveContext): Resolved {
  const { target, value } = command;
  const found = findTarget(context.snapshot, target, 'value');
  if (found.kind === 'none') {
    // "Set Shipping to Express": the radio Express of the group Shipping.
    const radio = findTarget(context.snapshot, { name: value, place: target.name }, 'check');
    if (radio.kind === 'one') return check(radio.info, true, radio.exact);
    const list = findTarget(context.snapshot, target, 'choose');
    if (list.kind === 'one') return select([value], target, context);
  }
  return withTarget(target, 'value', context, (one) => {
    if (one.info.role === 'combobox' && one.info.tag !== 'input' && one.info.tag !== 'textarea')
      return select([value], target, context);
    return secret(one.info, target, context) ?? valueSteps(one, value);
  });
}

export function check(info: RefInfo, checked: boolean, certain: boolean): Resolved {
  if (info.states.includes('disabled')) return { kind: 'blocked', reason: `${label(info)} is disabled.` };
  const now = ['checked', 'selected', 'pressed'].some((state) => info.states.includes(state));
  if (now === checked) return { kind: 'nothing', note: `${label(info)} is already ${checked ? 'on' : 'off'}` };
  if (info.role === 'radio' && !checked)
    return {
      kind: 'blocked',
      reason: `${label(info)} is one of several: choose another one instead of taking it off.`,
    };
  return steps(
    [
      ['option', 'treeitem'].includes(info.role)
        ? { kind: 'click', ref: info.ref }
        : { kind: 'check', ref: info.ref, checked },
    ],
    certain,
  );
}

/** Options by the names that were said. */
function chooseIn({ info, certain }: One, values: readonly string[]): Resolved {
  const options = (info.options ?? []).map((option) => option.replace(/ \(disabled\)$/, ''));
  const chosen: string[] = [];
  for (const value of values) {
    const scored = options
      .map((option) => ({ option, score: nameScore(option, value) }))
      .filter(({ score }) => score >= 50);
    const top = Math.max(0, ...scored.map(({ score }) => score));
    const best = [...new Set(scored.filter(({ score }) => score === top).map(({ option }) => option))];
    const [option] = best;
    if (option === undefined && options.length > 0 && options.length < LIMITS.options)
      return {
        kind: 'blocked',
        reason: `${label(info)} has no option ${JSON.stringify(value)}. It has: ${options.slice(0, 12).join(', ')}.`,
      };
    if (best.length > 1)
      return {
        kind: 'blocked',
        reason: `Several options of ${label(info)} fit ${JSON.stringify(value)}: ${best.slice(0, 8).join(', ')}. Say which.`,
      };
    chosen.push(option ?? value);
  }
  if (chosen.length === 1 && info.value !== undefined && info.value === chosen[0])
    return { kind: 'nothing', note: `${label(info)} is already set to ${JSON.stringify(chosen[0])}` };
  return steps([{ kind: 'select', ref: info.ref, values: chosen }], certain);
}

export function select(values: readonly string[], target: Target | undefined, context: ResolveContext): Resolved {
  if (target === undefined) return selectAnywhere(values, context);
  const found = findTarget(context.snapshot, target, 'choose');
  if (found.kind === 'none') {
    const [value = ''] = values;
    const inGroup = findTarget(context.snapshot, { name: value, place: target.name }, 'check');
    if (inGroup.kind === 'one') return check(inGroup.info, true, inGroup.exact);
  }
  return withTarget(target, 'choose', context, (one) => {
    const { info } = one;
    if (info.tag === 'select' || (info.options ?? []).length > 0) return chooseIn(one, values);
    if (info.role === 'radiogroup' || info.role === 'group')
      return withTarget({ name: values[0] ?? '', place: info.name }, 'check', context, (radio) =>
        check(radio.info, true, radio.certain),
      );
    return customList(one, values[0] ?? '', context);
  });
}

/** A list made of other elements: open it, then click the option in the page as it is then. */
function customList({ info, certain }: One, value: string, context: ResolveContext): Resolved {
  const option = findTarget(context.snapshot, { name: value, role: 'option' }, 'click');
  if (option.kind === 'one' && option.exact) return steps([{ kind: 'click', ref: option.info.ref }], true);
  const opened = context.attempts.some(({ part, receipt }) => PREPARES.test(part) && receipt !== undefined);
  if (opened) return missing(`The list ${label(info)} shows no option ${JSON.stringify(value)}.`, undefined);
  return steps([{ kind: 'click', ref: info.ref }], certain, [`open the list ${label(info)}`]);
}

/** "Select Germany": the one list that has it, else a radio, box or option of that name. */
function selectAnywhere(values: readonly string[], context: ResolveContext): Resolved {
  const lists = context.snapshot.refs.filter(
    (info) =>
      (info.options ?? []).length > 0 &&
      values.every((value) => (info.options ?? []).some((option) => nameScore(option, value) >= 90)),
  );
  const [list] = lists;
  if (list !== undefined && lists.length === 1) return chooseIn({ info: list, certain: true }, values);
  if (lists.length > 1) {
    const question = `Step ${context.number}: several lists have ${values.map((value) => JSON.stringify(value)).join(', ')}. Which one do you mean?`;
    const answer = context.progress.answerTo(question);
    const picked = answer === undefined ? undefined : pickOption(lists, answer);
    if (answer === undefined) return { kind: 'ask', question, options: optionsFor(lists) };
    return picked === undefined
      ? { kind: 'blocked', reason: `The answer ${JSON.stringify(answer)} fits none of the lists.` }
      : chooseIn({ info: picked, certain: true }, values);
  }
  const [value = ''] = values;
  const box = findTarget(context.snapshot, { name: value }, 'check');
  if (box.kind !== 'none')
    return withTarget({ name: value }, 'check', context, (one) => check(one.info, true, one.certain));
  return withTarget({ name: value }, 'click', context, (one) =>
    steps([{ kind: 'click', ref: one.info.ref }], one.certain),
  );
}
