import { visibleParts } from './visible-text.ts';

/** A value exactly as it will be used: whole, isolated in its direction, hidden code points spelt out. */
export function Value({ text }: { text: string }) {
  const parts = visibleParts(text);
  return (
    <bdi className="value">
      {parts.map((part, index) =>
        part.hidden ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one string have no identity of their own
          <mark key={index} className="hidden-char">
            {part.text}
          </mark>
        ) : (
          part.text
        ),
      )}
    </bdi>
  );
}
