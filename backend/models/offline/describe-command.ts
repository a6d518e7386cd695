import type { ActCommand, Target } from './command.ts';
import { quote } from './quotes.ts';

const ROLE_TEXT: Readonly<Record<string, string>> = { searchbox: 'search box', menuitem: 'menu item' };

function ordinalText(ordinal: number): string {
  if (ordinal === -1) return 'last';
  const tens = ordinal % 100;
  const end = tens >= 11 && tens <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][ordinal % 10] ?? 'th');
  return ordinal <= 3 ? `${ordinal}${end}` : `#${ordinal}`;
}

/** A target in words that `parseTarget` reads back as the same target. */
export function describeTarget(target: Target): string {
  const words = [
    ...(target.ordinal === undefined ? [] : [ordinalText(target.ordinal)]),
    ...(target.role === undefined ? [] : [ROLE_TEXT[target.role] ?? target.role]),
    ...(target.name === '' ? [] : [quote(target.name)]),
    ...(target.place === undefined ? [] : ['in', quote(target.place)]),
  ];
  return words.join(' ');
}

/** A command in words that `parseCommands` reads back as the same command: the goal that goes to the planner. */
export function describeCommand(command: ActCommand): string {
  switch (command.kind) {
    case 'open-url':
      return `open ${command.url}${command.newTab === true ? ' in a new tab' : ''}`;
    case 'open':
      return `open ${describeTarget(command.target)}${command.newTab === true ? ' in a new tab' : ''}`;
    case 'click':
      return `${command.count === 2 ? 'double-click' : command.button === undefined ? 'click' : `${command.button}-click`} ${describeTarget(command.target)}`;
    case 'type':
      if (command.target === undefined) return `type ${quote(command.text)}`;
      return `${command.append === true ? 'append' : 'type'} ${quote(command.text)} ${command.append === true ? 'to' : 'into'} ${describeTarget(command.target)}`;
    case 'search':
      return `search for ${quote(command.text)}`;
    case 'set':
      return `set ${describeTarget(command.target)} to ${quote(command.value)}`;
    case 'select':
      return `select ${command.values.map(quote).join(', ')}${command.target === undefined ? '' : ` from ${describeTarget(command.target)}`}`;
    case 'check':
      return `${command.checked ? 'check' : 'uncheck'} ${describeTarget(command.target)}`;
    case 'clear':
      return `clear ${describeTarget(command.target)}`;
    case 'fill':
      return `fill in: ${command.fields.map(({ field, value }) => `${quote(field)} = ${quote(value)}`).join(', ')}`;
    case 'submit':
      return command.target === undefined ? 'submit' : `submit ${describeTarget(command.target)}`;
    case 'press':
      return `press ${command.key}${command.target === undefined ? '' : ` in ${describeTarget(command.target)}`}`;
    case 'hover':
      return `hover over ${describeTarget(command.target)}`;
    case 'focus':
      return `focus ${describeTarget(command.target)}`;
    case 'drag':
      return `drag ${describeTarget(command.target)} ${command.place ?? 'onto'} ${describeTarget(command.to)}`;
    case 'upload':
      return `upload ${command.files.map(quote).join(', ')}${command.target === undefined ? '' : ` to ${describeTarget(command.target)}`}`;
    case 'dialog':
      if (command.text !== undefined) return `answer the question with ${quote(command.text)}`;
      return `${command.accept ? 'accept' : 'dismiss'} the question`;
    case 'screenshot':
      return 'take a screenshot';
    case 'scroll-to':
      return `scroll to ${describeTarget(command.target)}`;
    case 'scroll':
      return `scroll ${command.direction}${command.pages === undefined ? '' : ` ${command.pages} pages`}`;
    case 'wait':
      if (command.until.for === 'time') return `wait ${command.until.ms} ms`;
      if (command.until.for === 'navigation') return 'wait for the page to load';
      return `wait for ${quote(command.until.text)} to ${command.until.for === 'gone' ? 'disappear' : 'appear'}`;
    case 'switch-tab':
      return command.which === 'new' ? 'switch to the new tab' : `switch to tab ${quote(command.which)}`;
    case 'close-tab':
      return 'close the tab';
    default:
      return command.kind === 'back' ? 'go back' : command.kind === 'forward' ? 'go forward' : 'reload the page';
  }
}

/** Several commands as one goal. */
export function describeGoal(commands: readonly ActCommand[]): string {
  return commands.map(describeCommand).join('; ');
}
