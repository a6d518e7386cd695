/**
 * A part of a long text, from `offset`, at most `size` characters (UTF-16 code units), cut at the end of a line where
 * one is near; a last line says where to go on.
 */
export function windowOf(text: string, offset: number, size: number): string {
  const { part, note } = windowParts(text, offset, size);
  return [part, note].filter((piece) => piece !== '').join('\n');
}

/** The part and the line about it apart. */
export function windowParts(text: string, offset: number, size: number): { part: string; note: string } {
  if (offset >= text.length && offset > 0) return { part: '', note: `[end: the text has ${text.length} characters]` };
  const hard = offset + size;
  if (hard >= text.length) return { part: text.slice(offset), note: '' };
  const lineEnd = text.lastIndexOf('\n', hard);
  const end = lineEnd > offset + size / 2 ? lineEnd + 1 : hard;
  return {
    part: text.slice(offset, end),
    note: `[characters ${offset} to ${end} of ${text.length}; go on with offset ${end}]`,
  };
}
