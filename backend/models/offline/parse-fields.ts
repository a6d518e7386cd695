import type { Field } from './command.ts';
import { onlyQuote, restore } from './quotes.ts';

/** `Name = Ada, E-mail: a@b.c` as fields; undefined when a part is none. Commas inside a value stay. */
export function fieldList(text: string, parts: readonly string[]): Field[] | undefined {
  const pieces = text
    .split(/\s*(?:,|;|\n|\band\b)\s*(?=[^,;:=\n]{1,60}?\s*(?:[:=]|\bwith\b)\s*\S)/i)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
  const fields: Field[] = [];
  for (const piece of pieces) {
    const match = /^[-*•]?\s*([^:=]{1,60}?)\s*(?:[:=]|\bwith\b)\s*(\S[\s\S]*)$/i.exec(piece);
    if (match === null) return undefined;
    const value = match[2] ?? '';
    fields.push({
      field: restore(match[1] ?? '', parts).replace(/^the\s+/i, ''),
      value: onlyQuote(value, parts) ?? restore(value.replace(/[,;]$/, ''), parts),
    });
  }
  return fields.length === 0 ? undefined : fields;
}

/** `name John, phone 123 and city Paris`: the first word is the field. Undefined when a part has only one word. */
export function wordPairs(text: string, parts: readonly string[]): Field[] | undefined {
  const pieces = text.split(/\s*,\s*(?:and\s+)?|\s+and\s+/i);
  const fields = pieces.map((piece) => /^(\S+)\s+(\S.*)$/.exec(piece.trim()));
  if (fields.length < 2 || fields.includes(null)) return undefined;
  return fields.map((match) => ({
    field: restore(match?.[1] ?? '', parts),
    value: onlyQuote(match?.[2] ?? '', parts) ?? restore(match?.[2] ?? '', parts),
  }));
}
