import type { Command } from '@pagehand/contracts/commands';
import { useText } from '../texts/text.ts';

/** The commands that fit what was typed. The composer keeps the focus; arrows move, Enter takes, Esc closes. */
export function SlashMenu(props: {
  suggestions: readonly Command[];
  unknown: boolean;
  picked: number;
  onPick(command: Command): void;
}) {
  const t = useText();
  return (
    <div className="popover slash-menu">
      {props.unknown ? (
        <p className="hint" role="status">
          {t(props.suggestions.length > 0 ? 'commandMeant' : 'commandUnknown')}
        </p>
      ) : null}
      <div role="listbox" id="slash-menu" aria-label={t('commands')}>
        {props.suggestions.map((command, index) => (
          // The composer's keys drive the list; the pointer is the other way in.
          // biome-ignore lint/a11y/useKeyWithClickEvents: see above
          <div
            key={command.name}
            role="option"
            id={`slash-${index}`}
            tabIndex={-1}
            className="slash-option"
            aria-disabled={command.unavailable !== undefined}
            aria-selected={index === props.picked}
            onClick={(event) => {
              if (event.nativeEvent.isTrusted) props.onPick(command);
            }}
          >
            <span className="slash-name">
              /{command.name}
              <span className="slash-args">{argumentHint(command)}</span>
            </span>
            <span className="slash-about">
              {command.unavailable?.message ?? (command.description === '' ? t('commandAsk') : command.description)}
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}

/** ` <goal> [target_url]`: what a command takes, after its name. */
export function argumentHint(command: Command): string {
  return [...command.required.map((name) => ` <${name}>`), ...command.optional.map((name) => ` [${name}]`)].join('');
}
