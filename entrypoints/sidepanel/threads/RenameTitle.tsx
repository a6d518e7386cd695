import { useEffect, useRef, useState } from 'react';
import { useText } from '../texts/text.ts';

/** A title that is edited where it stands: Enter or leaving keeps it, Esc does not. */
export function RenameTitle({ title, onDone }: { title: string; onDone(next: string | undefined): void }) {
  const t = useText();
  const [value, setValue] = useState(title);
  const input = useRef<HTMLInputElement>(null);
  const done = useRef(false);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  const finish = (keep: boolean) => {
    if (done.current) return;
    done.current = true;
    const next = value.trim();
    onDone(keep && next !== '' && next !== title ? next : undefined);
  };
  return (
    <input
      ref={input}
      className="rename"
      aria-label={t('titleLabel')}
      dir="auto"
      maxLength={200}
      value={value}
      onChange={(event) => setValue(event.target.value)}
      onBlur={() => finish(true)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') finish(true);
        if (event.key === 'Escape') {
          event.stopPropagation();
          finish(false);
        }
      }}
    />
  );
}
