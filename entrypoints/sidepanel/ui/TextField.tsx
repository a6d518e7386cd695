import type { InputHTMLAttributes, ReactNode } from 'react';
import { useText } from '../texts/text.ts';

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> & {
  label: ReactNode;
  value: string;
  onChange(value: string): void;
  /** What stands below: a hint, or what is wrong. */
  children?: ReactNode;
};

/** One line of text with its label. Addresses, codes and names of things run from left to right unless `dir` says else. */
export function TextField({ label, onChange, children, ...input }: Props) {
  return (
    <label className="field">
      <span>{label}</span>
      <input type="text" dir="ltr" {...input} onChange={(event) => onChange(event.target.value)} />
      {children}
    </label>
  );
}

/**
 * What a person enters to be let in somewhere: never completed or spell-checked. A secret is not shown, is written once
 * and never read back; `stored` says that there is one.
 */
export function CredentialField({ secret, stored, ...rest }: Props & { secret: boolean; stored?: boolean }) {
  const t = useText();
  return (
    <TextField
      type={secret ? 'password' : 'text'}
      autoComplete="off"
      spellCheck={false}
      placeholder={secret && stored ? t('keyStored') : ''}
      {...rest}
    />
  );
}
