/**
 * A part of a long text, from `offset`, at most `size` characters (UTF-16 code units), cut at the end of a line where
 * one is near; a last line says where to go on.
 */
export function windowOf(text: string, offset: number, size: number): string {
  if (offset >= text.length) return `[end: the text has ${text.length} characters]`;
  const hard = offset + size;
  if (hard >= text.length) return text.slice(offset);
  const lineEnd = text.lastIndexOf('\n', hard);
  const end = lineEnd > offset + size / 2 ? lineEnd + 1 : hard;
  return `${text.slice(offset, end)}\n[characters ${offset} to ${end} of ${text.length}; go on with offset ${end}]`;
}
