import type { ButtonHTMLAttributes, MouseEvent, Ref } from 'react';

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'onClick' | 'type'> & {
  look?: 'primary' | 'plain' | 'quiet' | 'danger';
  /** Called only for a click or a key press of the person: events made by scripts are ignored. */
  onPress(event: MouseEvent<HTMLButtonElement>): void;
  ref?: Ref<HTMLButtonElement>;
};

export function Button({ look = 'plain', onPress, className, ...rest }: Props) {
  return (
    <button
      {...rest}
      type="button"
      className={`button button-${look} ${className ?? ''}`}
      onClick={(event) => {
        if (event.nativeEvent.isTrusted) onPress(event);
      }}
    />
  );
}

/** A square button with an icon; `label` is its name and its tooltip. */
export function IconButton({ label, ...rest }: Props & { label: string }) {
  return (
    <Button look="quiet" {...rest} aria-label={label} title={label} className={`icon-button ${rest.className ?? ''}`} />
  );
}
