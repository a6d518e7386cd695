import type { ReactNode } from 'react';

/** The id of the list, and of the option that the keys are on: the field that drives it names both. */
export const OPTION_LIST = 'composer-options';
export const optionId = (index: number): string => `composer-option-${index}`;

type Option = { key: string; disabled?: boolean; content: ReactNode };

/**
 * What fits the words that are being typed, above the field. The field keeps the focus and drives the list by its keys:
 * arrows move, Enter takes, Esc closes. `note` stands above the options.
 */
export function OptionList(props: {
  label: string;
  note: string | undefined;
  options: readonly Option[];
  picked: number;
  onPick(index: number): void;
}) {
  return (
    <div className="popover slash-menu">
      {props.note === undefined ? null : (
        <p className="hint" role="status">
          {props.note}
        </p>
      )}
      <div role="listbox" id={OPTION_LIST} aria-label={props.label}>
        {props.options.map(({ key, disabled, content }, index) => (
          // The field's keys drive the list; the pointer is the other way in.
          // biome-ignore lint/a11y/useKeyWithClickEvents: see above
          <div
            key={key}
            role="option"
            id={optionId(index)}
            tabIndex={-1}
            className="slash-option"
            aria-disabled={disabled}
            aria-selected={index === props.picked}
            onClick={(event) => {
              if (event.nativeEvent.isTrusted) props.onPick(index);
            }}
          >
            {content}
          </div>
        ))}
      </div>
    </div>
  );
}
