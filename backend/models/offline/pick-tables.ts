import type { PageTable } from '../../documents/tables.ts';
import { nameScore } from './name-score.ts';

/** The tables a person means: by number (-1 is the last), by name, or all of them. */
export function pickTables(
  tables: readonly PageTable[],
  which: { ordinal?: number; name?: string } | undefined,
): PageTable[] {
  if (which?.ordinal !== undefined) {
    const table = which.ordinal === -1 ? tables.at(-1) : tables[which.ordinal - 1];
    return table === undefined ? [] : [table];
  }
  const said = which?.name;
  if (said === undefined) return [...tables];
  const scored = tables.map((table) => ({
    table,
    score: Math.max(nameScore(table.name, said), nameScore(table.header.join(' '), said) * 0.8),
  }));
  const top = Math.max(0, ...scored.map(({ score }) => score));
  return top < 40 ? [] : scored.filter(({ score }) => score === top).map(({ table }) => table);
}
