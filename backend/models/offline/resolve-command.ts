import type { ActCommand, Target } from './command.ts';
import { findTarget } from './find-target.ts';
import { fill, submit } from './resolve-form.ts';
import { check, select, setTo, valueSteps } from './resolve-value.ts';
import { missing, type One, type ResolveContext, type Resolved, secret, steps, withTarget } from './resolved.ts';
import { optionsFor, pickOption } from './tell-apart.ts';

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
    case 'drag':
      return withTarget(command.target, 'any', context, (from) =>
        withTarget(command.to, 'any', context, (to) =>
          steps(
            [
              {
                kind: 'drag',
                ref: from.info.ref,
                to: to.info.ref,
                ...(command.place === undefined ? {} : { place: command.place }),
              },
            ],
            from.certain && to.certain,
          ),
        ),
      );
    case 'upload':
      return upload(command, context);
    case 'dialog':
      return steps([command]);
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

/** Without a target: the page's one file input. */
function upload({ files, target }: Extract<ActCommand, { kind: 'upload' }>, context: ResolveContext): Resolved {
  const give = (ref: string, certain: boolean): Resolved => steps([{ kind: 'upload', ref, files }], certain);
  if (target !== undefined) return withTarget(target, 'any', context, ({ info, certain }) => give(info.ref, certain));
  const inputs = context.snapshot.refs.filter((info) => info.inputType === 'file');
  const [first] = inputs;
  if (first === undefined) return missing('This page has no field for files.', undefined);
  if (inputs.length === 1) return give(first.ref, true);
  const question = `Step ${context.number}: which field gets ${files.join(', ')}?`;
  const answer = context.progress.answerTo(question);
  if (answer === undefined) return { kind: 'ask', question, options: optionsFor(inputs) };
  const picked = pickOption(inputs, answer);
  return picked === undefined
    ? { kind: 'blocked', reason: `The answer ${JSON.stringify(answer)} fits no field.` }
    : give(picked.ref, true);
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
