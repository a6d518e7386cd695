import { describe, expect, it } from 'vitest';
import { type Command, isAct } from '../../backend/models/offline/command.ts';
import { describeCommand, describeGoal } from '../../backend/models/offline/describe-command.ts';
import { parseCommands } from '../../backend/models/offline/parse-commands.ts';
import { TABLE } from './offline-utterances.ts';

/** A command in one line: acting ones as the goal they make, the others by kind and arguments. */
function line(command: Command): string {
  if (isAct(command)) return describeCommand(command);
  const { kind, ...rest } = command;
  return Object.keys(rest).length === 0 ? kind : `${kind} ${JSON.stringify(rest)}`;
}

describe('the grammar of the offline model', () => {
  it.each(TABLE)('understands: %s', (utterance, ...meaning) => {
    expect(parseCommands(utterance).map(line)).toEqual(meaning);
  });
  it('is tried on at least 120 utterances', () => {
    expect(TABLE.length).toBeGreaterThanOrEqual(120);
  });
  it('reads back every goal that it writes', () => {
    for (const [utterance] of TABLE) {
      const commands = parseCommands(utterance).filter(isAct);
      if (commands.length > 0) expect(parseCommands(describeGoal(commands)), utterance).toEqual(commands);
    }
  });
  it('reads back values with every kind of quote, line breaks and separators', () => {
    for (const text of [
      'a "b" “c” «d»',
      "it's",
      'one; two then click three',
      'first line\nsecond: line',
      '⟦0⟧ x',
      'ends with \\',
      '= : , and',
    ])
      expect(parseCommands(describeGoal([{ kind: 'type', text, target: { name: 'Notes' } }]))).toEqual([
        { kind: 'type', text: text.replace(/[⟦⟧]/g, ' '), target: { name: 'Notes' } },
      ]);
  });
  it('never fails, whatever is typed', () => {
    for (const text of [
      '',
      ' ',
      '?',
      '"',
      '"""',
      "'",
      ';',
      'then',
      'and and and',
      'click',
      'type',
      'fill in:',
      'a: \n b:',
      '⟦99⟧',
      'x'.repeat(20_000),
      'click "'.repeat(500),
      'a and '.repeat(2_000),
      '\u202e\u0000',
    ])
      expect(Array.isArray(parseCommands(text))).toBe(true);
  });
});
