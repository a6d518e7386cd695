import type { Command } from '@pagehand/contracts/commands';
import { useText } from '../texts/text.ts';
import { OptionList } from './OptionList.tsx';

/** The commands that fit what was typed. */
export function SlashMenu(props: {
  suggestions: readonly Command[];
  unknown: boolean;
  picked: number;
  onPick(index: number): void;
}) {
  const t = useText();
  const { suggestions, unknown } = props;
  return (
    <OptionList
      label={t('commands')}
      note={unknown ? t(suggestions.length > 0 ? 'commandMeant' : 'commandUnknown') : undefined}
      options={suggestions.map((command) => ({
        key: command.name,
        disabled: command.unavailable !== undefined,
        content: (
          <>
            <span className="slash-name" dir="ltr">
              /{command.name}
              <span className="slash-args">{argumentHint(command)}</span>
            </span>
            <span className="slash-about">
              {command.unavailable?.message ?? (command.description === '' ? t('commandAsk') : command.description)}
            </span>
          </>
        ),
      }))}
      picked={props.picked}
      onPick={props.onPick}
    />
  );
}

/** ` <goal> [target_url]`: what a command takes, after its name. */
export function argumentHint(command: Command): string {
  return [...command.required.map((name) => ` <${name}>`), ...command.optional.map((name) => ` [${name}]`)].join('');
}
