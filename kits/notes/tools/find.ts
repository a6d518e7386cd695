import { allNotes, lineOf, type Note, type NoteLine, readNoteFile } from './note.ts';

/**
 * Lists the notes, the newest first.
 * @param tag - Only notes with this tag.
 * @param limit - At most so many.
 */
export async function list_notes(tag?: string, limit = 50): Promise<{ notes: NoteLine[]; all: number }> {
  const notes = (await allNotes()).filter(
    ({ tags }) => tag === undefined || tags.some((one) => one.toLowerCase() === tag.toLowerCase()),
  );
  return { notes: notes.slice(0, limit).map(lineOf), all: notes.length };
}

/**
 * Finds notes that have all words, in title, tags, source or text; the best first, each with the line that fits best.
 * @param words - What to look for.
 * @param limit - At most so many.
 */
export async function search_notes(words: string, limit = 10): Promise<(NoteLine & { line: string })[]> {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) throw new Error('Say what to look for.');
  const scored = (await allNotes()).flatMap((note) => {
    const score = scoreOf(note, wanted);
    return score === 0 ? [] : [{ note, score }];
  });
  return scored
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ note }) => ({ ...lineOf(note), line: bestLine(note, wanted) }));
}

/** 0 where a word is missing. A word in the title counts most. */
function scoreOf({ title, tags, source, text }: Note, wanted: readonly string[]): number {
  const parts: [string, number][] = [
    [title.toLowerCase(), 10],
    [tags.join(' ').toLowerCase(), 5],
    [(source ?? '').toLowerCase(), 2],
    [text.toLowerCase(), 1],
  ];
  const scores = wanted.map((word) =>
    parts.reduce((sum, [part, weight]) => sum + (part.includes(word) ? weight : 0), 0),
  );
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0);
}

function bestLine({ text }: Note, wanted: readonly string[]): string {
  const fits = (line: string): number => wanted.filter((word) => line.toLowerCase().includes(word)).length;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines
    .reduce((best, line) => (fits(line) > fits(best) ? line : best), lines[0] ?? '')
    .trim()
    .slice(0, 200);
}

/**
 * Reads a whole note.
 * @param note - Its file name or its title.
 */
export async function read_note(note: string): Promise<Note> {
  return readNoteFile(note);
}
