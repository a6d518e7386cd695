import { LIMITS } from '@pagehand/contracts/limits';
import { type UntrustedSource, untrustedBlock } from '@pagehand/contracts/untrusted-block';

/** Characters of one window: about 2,500 tokens. */
const WINDOW = 10_000;
/** Characters of one block: it must fit into a ToolMessage with the lines around it. */
const MOST = LIMITS.toolMessage - 1_000;

/**
 * A part of a long text from `offset` (UTF-16 code units), as data; a line behind the block says where to go on.
 */
export function windowBlock(source: UntrustedSource, text: string, offset: number): string {
  for (let size = WINDOW; ; size = Math.floor(size / 2)) {
    const { part, note } = windowParts(text, offset, size);
    const block = untrustedBlock(source, part);
    // Escaping makes text longer: the end of the block must never be what a cap cuts off.
    if (block.length <= MOST || size < 100) return note === '' ? block : `${block}\n${note}`;
  }
}

/**
 * At most `size` characters from `offset`, cut at the end of a line where one is near, and the line on how to go on.
 */
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
