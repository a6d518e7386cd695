import { untrustedBlock } from '@pagehand/contracts/untrusted-block';
import type { Note } from '../../store/store.ts';

/** Notes of one thread, and characters of one note. */
export const NOTE_LIMITS = { count: 200, length: 2_000 } as const;

/** The notes that hold every word of the query, whatever their case. */
export function findNotes(notes: readonly Note[], query: string): Note[] {
  const words = query.toLowerCase().split(/\s+/u).filter(Boolean);
  return notes.filter(({ text }) => words.every((word) => text.toLowerCase().includes(word)));
}

/** A note may hold what a page said: it comes back as data. */
export function shownNotes(notes: readonly Note[]): string {
  if (notes.length === 0) return 'There is no such note in this conversation.';
  const lines = notes.map(({ noteId, text }) => `${noteId}. ${text}`).join('\n');
  return untrustedBlock({ source: 'pagehand', kind: 'notes' }, lines);
}
