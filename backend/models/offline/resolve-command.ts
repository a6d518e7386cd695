import { LIMITS } from '@pagehand/contracts/limits';
import type { ActionStep } from '@pagehand/contracts/plan';
import type { PageSnapshot, RefInfo } from '@pagehand/contracts/snapshot';
import type { ActCommand, Target } from './command.ts';
import { describeTarget } from './describe-command.ts';
import { findTarget, fold, label, nameScore, optionsFor, type Purpose, pickOption } from './find-target.ts';
import { type Attempt, PREPARES, type Progress } from './plan-progress.ts';

export type Step = ActionStep;

/**
 * What a command comes to on the page as it is. `certain`: the names are the ones that were said, so it may stand behind
 * steps that change the page. `missing`: not there (yet); `text` is what to wait for.
 */
export type Resolved =
  | { kind: 'steps'; steps: Step[]; certain: boolean; parts?: string[] }
  | { kind: 'nothing'; note: string }
  | { kind: 'ask'; question: string; options: string[] }
  | { kind: 'missing'; reason: string; text: string | undefined }
  | { kind: 'blocked'; reason: string };

export type ResolveContext = {
  snapshot: PageSnapshot;
  /** The command's number, from 1. */
  number: number;
  attempts: readonly Attempt[];
  progress: Progress;
  /** Field that the command before typed into, in the same plan. */
  typed: RefInfo | undefined;
};

type One = { info: RefInfo; certain: boolean };

/** Finds the steps of one command. Pure: snapshot and rounds in, steps or a reason out. */
export function resolveCommand(command: ActCommand, context: ResolveContext): Resolved {
  switch (command.kind) {
    case 'open-url':
      return steps([
        command.newTab === true ? { kind: 'open_tab', url: command.url } : { kind: 'navigate', url: command.url },
      ]);
    case 'open':
      return withTarget(command.target, 'open', context, ({ info, certain }) =>
        steps(
          [
            command.newTab === true && info.href !== undefined
              ? { kind: 'open_tab', url: info.href }
              : { kind: 'click', ref: info.ref },
          ],
          certain,
        ),
      );
    case 'click':
      return withTarget(command.target, 'click', context, ({ info, certain }) =>
        steps(
          [
            {
              kind: 'click',
              ref: info.ref,
              ...(command.count === undefined ? {} : { count: command.count }),
              ...(command.button === undefined ? {} : { button: command.button }),
            },
          ],
          certain,
        ),
      );
    case 'type':
      return typeInto(command, context);
    case 'search': {
      const field = findTarget(context.snapshot, { name: '', role: 'searchbox' }, 'text');
      if (field.kind === 'none') return missing('This page has no search box.', undefined);
      const info = field.kind === 'one' ? field.info : field.infos[0];
      return info === undefined
        ? missing('This page has no search box.', undefined)
        : steps([{ kind: 'type', ref: info.ref, text: command.text, submit: true }]);
    }
    case 'clear':
      return withTarget(
        command.target,
        'text',
        context,
        ({ info, certain }) =>
          secret(info, command.target, context) ??
          steps([{ kind: 'type', ref: info.ref, text: '', mode: 'replace' }], certain),
      );
    case 'set':
      return setTo(command, context);
    case 'select':
      return select(command.values, command.target, context);
    case 'check':
      return withTarget(command.target, 'check', context, ({ info, certain }) => check(info, command.checked, certain));
    case 'fill':
      return fill(command, context);
    case 'submit':
      return submit(command.target, context);
    case 'press':
      if (command.target === undefined)
        return steps([
          { kind: 'press', key: command.key, ...(context.typed === undefined ? {} : { ref: context.typed.ref }) },
        ]);
      return withTarget(command.target, 'any', context, ({ info, certain }) =>
        steps([{ kind: 'press', key: command.key, ref: info.ref }], certain),
      );
    case 'hover':
      return withTarget(command.target, 'any', context, ({ info, certain }) =>
        steps([{ kind: 'hover', ref: info.ref }], certain),
      );
    case 'focus':
      return withTarget(
        command.target,
        'text',
        context,
        ({ info, certain }) => steps([{ kind: 'focus', ref: info.ref }], certain),
        'any',
      );
    case 'scroll-to':
      return withTarget(command.target, 'any', context, ({ info, certain }) =>
        steps([{ kind: 'scroll_to', ref: info.ref }], certain),
      );
    case 'scroll':
      return steps([
        {
          kind: 'scroll',
          direction: command.direction,
          ...(command.pages === undefined ? {} : { pages: command.pages }),
        },
      ]);
    case 'wait':
      return steps([{ kind: 'wait', until: command.until }]);
    case 'switch-tab':
      return switchTab(command.which, context);
    case 'close-tab':
      return steps([{ kind: 'close_tab' }]);
    default:
      return steps([{ kind: command.kind }]);
  }
}

function steps(list: Step[], certain = true, parts?: string[]): Resolved {
  return { kind: 'steps', steps: list, certain, ...(parts === undefined ? {} : { parts }) };
}
function missing(reason: string, text: string | undefined): Resolved {
  return { kind: 'missing', reason, text };
}

/** Finds the one element, asks when several are equal (the person's answer is looked up first), or says what is there. */
function withTarget(
  target: Target,
  purpose: Purpose,
  context: ResolveContext,
  make: (one: One) => Resolved,
  second?: Purpose,
): Resolved {
  const found = findTarget(context.snapshot, target, purpose);
  if (found.kind === 'one') return make({ info: found.info, certain: found.exact });
  if (found.kind === 'none')
    return second === undefined ? noTarget(target, found.near) : withTarget(target, second, context, make);
  const question = `Step ${context.number}: there are ${found.infos.length} elements that fit ${describeTarget(target)}. Which one do you mean?`;
  const answer = context.progress.answerTo(question);
  if (answer === undefined) return { kind: 'ask', question, options: optionsFor(found.infos) };
  const picked = pickOption(found.infos, answer);
  if (picked !== undefined) return make({ info: picked, certain: true });
  const other = findTarget(context.snapshot, { name: answer }, purpose);
  if (other.kind === 'one') return make({ info: other.info, certain: other.exact });
  return {
    kind: 'blocked',
    reason: `The answer ${JSON.stringify(answer)} fits none of the ${found.infos.length} elements.`,
  };
}

function noTarget(target: Target, near: readonly string[]): Resolved {
  const there = near.length === 0 ? '' : ` Nearest on the page: ${near.join(', ')}.`;
  return missing(
    `There is no ${describeTarget(target)} on this page.${there}`,
    target.name === '' ? undefined : target.name,
  );
}

/** Secrets are the person's: they fill them in the page, and say so. */
function secret(info: RefInfo, target: Target, context: ResolveContext): Resolved | undefined {
  if (info.secret === undefined) return undefined;
  const question = `Step ${context.number}: ${describeTarget(target)} is a secret field, so I do not fill it. Please type it into the page yourself, then go on.`;
  const answer = context.progress.answerTo(question);
  if (answer === undefined) return { kind: 'ask', question, options: ['It is filled, go on', 'Stop here'] };
  return /^(?:stop|no|cancel)/i.test(answer)
    ? { kind: 'blocked', reason: `You stopped at the secret field ${describeTarget(target)}.` }
    : { kind: 'nothing', note: `${describeTarget(target)}: filled by you` };
}

function typeInto(command: Extract<ActCommand, { kind: 'type' }>, context: ResolveContext): Resolved {
  const { target, text, append } = command;
  const make = (one: One, named: Target): Resolved =>
    secret(one.info, named, context) ?? valueSteps(one, text, append === true);
  if (target !== undefined) return withTarget(target, 'text', context, (one) => make(one, target), 'value');
  const fields = context.snapshot.refs.filter(
    (info) =>
      ['textbox', 'searchbox', 'combobox', 'spinbutton'].includes(info.role) &&
      !info.states.includes('disabled') &&
      !info.states.includes('readonly') &&
      info.tag !== 'select',
  );
  const focused = fields.find((info) => info.states.includes('focused'));
  const [first] = fields;
  if (focused !== undefined) return make({ info: focused, certain: true }, { name: focused.name });
  if (first === undefined) return missing('This page has no field to type into.', undefined);
  if (fields.length === 1) return make({ info: first, certain: true }, { name: first.name });
  const question = `Step ${context.number}: which field do you mean?`;
  const answer = context.progress.answerTo(question);
  if (answer === undefined) return { kind: 'ask', question, options: optionsFor(fields) };
  const picked = pickOption(fields, answer);
  return picked === undefined
    ? { kind: 'blocked', reason: `The answer ${JSON.stringify(answer)} fits no field.` }
    : make({ info: picked, certain: true }, { name: picked.name });
}

const YES = /^(?:yes|y|true|on|checked|ticked|x|1|✓|✔)$/i;
const NO = /^(?:no|n|false|off|unchecked|unticked|0|-)$/i;

/** The step that gives an element a value, by what it is. */
function valueSteps({ info, certain }: One, value: string, append = false): Resolved {
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

function setTo(command: Extract<ActCommand, { kind: 'set' }>, context: ResolveContext): Resolved {
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

function check(info: RefInfo, checked: boolean, certain: boolean): Resolved {
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

function select(values: readonly string[], target: Target | undefined, context: ResolveContext): Resolved {
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

function fill(command: Extract<ActCommand, { kind: 'fill' }>, context: ResolveContext): Resolved {
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
  if (list.length > 0) return steps(list, certain);
  return ask ?? { kind: 'nothing', note: already.join('; ') };
}

function submit(target: Target | undefined, context: ResolveContext): Resolved {
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

function switchTab(which: string, context: ResolveContext): Resolved {
  const tabs = context.progress.newTabs;
  const tab =
    which === 'new' ? tabs.at(-1) : tabs.findLast(({ url }) => url.toLowerCase().includes(which.toLowerCase()));
  if (tab !== undefined) return steps([{ kind: 'switch_tab', tabId: tab.tabId }]);
  return {
    kind: 'blocked',
    reason:
      'I only know tabs that were opened by a step of this task. Switch to the tab yourself, then ask again there.',
  };
}
