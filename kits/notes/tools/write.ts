import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { allNotes, FOLDER, lineOf, type NoteLine, printNote, readNoteFile, slugOf } from './note.ts';

/**
 * Adds a note. It becomes a Markdown file of its own.
 * @param title - What it is about, in a few words.
 * @param text - The note, in Markdown.
 * @param tags - Words to find it by.
 * @param source - Address of the page it comes from.
 */
export async function add_note(title: string, text: string, tags: string[] = [], source?: string): Promise<NoteLine> {
  if (title.trim() === '') throw new Error('A note needs a title.');
  const taken = new Set((await allNotes()).map(({ file }) => file));
  const slug = slugOf(title);
  let file = `${slug}.md`;
  for (let count = 2; taken.has(file); count += 1) file = `${slug}-${count}.md`;
  const note = {
    title: title.trim(),
    added: new Date().toISOString(),
    tags,
    ...(source === undefined ? {} : { source }),
    text,
  };
  await mkdir(FOLDER, { recursive: true });
  await writeFile(join(FOLDER, file), printNote(note), { flag: 'wx' });
  return lineOf({ file, ...note });
}

/**
 * Adds text at the end of a note.
 * @param note - Its file name or its title.
 * @param text - What to add, in Markdown.
 */
export async function append_to_note(note: string, text: string): Promise<NoteLine> {
  const found = await readNoteFile(note);
  await writeFile(join(FOLDER, found.file), printNote({ ...found, text: `${found.text}\n\n${text}` }));
  return lineOf(found);
}
