import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export const FOLDER = '/repo/notes';

/** A note; `file` is its name in notes/. */
export type Note = { file: string; title: string; added: string; tags: string[]; source?: string; text: string };
/** A note without its text. */
export type NoteLine = Omit<Note, 'text'>;

/** File name from a title: letters and digits of any language, at most 60 characters. */
export const slugOf = (title: string): string =>
  // Capped by code points: half of one is no name.
  Array.from(
    title
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, ''),
  )
    .slice(0, 60)
    .join('')
    .replace(/-$/, '') || 'note';

/** The head is JSON values behind names, which is YAML as well: other programs for notes read it. */
export function printNote({ title, added, tags, source, text }: Omit<Note, 'file'>): string {
  const head = { title, added, tags, ...(source === undefined ? {} : { source }) };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `---\n${lines.join('\n')}\n---\n\n${text.trim()}\n`;
}

function parseNote(file: string, content: string): Note {
  const found = /^---\r?\n([\s\S]*?)\r?\n---\r?\n/.exec(content);
  const head = new Map(
    (found?.[1] ?? '')
      .split(/\r?\n/)
      .map((line) => [line.split(':')[0]?.trim() ?? '', line.slice(line.indexOf(':') + 1).trim()]),
  );
  const text = content.slice(found?.[0].length ?? 0).trim();
  const value = (name: string): unknown => {
    const written = head.get(name);
    try {
      return written === undefined ? undefined : JSON.parse(written);
    } catch {
      // A person may have written it without quotes.
      return written;
    }
  };
  const [tags, source] = [value('tags'), value('source')];
  return {
    file,
    title: String(value('title') ?? /^#\s+(.*)$/m.exec(text)?.[1] ?? file.replace(/\.md$/, '')),
    added: String(value('added') ?? ''),
    tags: Array.isArray(tags) ? tags.map(String) : [],
    ...(typeof source === 'string' ? { source } : {}),
    text,
  };
}

/** One note by its file name, or by its title. */
export async function readNoteFile(name: string): Promise<Note> {
  const notes = await allNotes();
  const wanted = name.trim().toLowerCase();
  const found =
    notes.find(({ file }) => file === name || file === `${name}.md`) ??
    notes.find(({ title }) => title.toLowerCase() === wanted);
  if (found === undefined) throw new Error(`There is no note "${name}". list_notes says which there are.`);
  return found;
}

/** All notes, the newest first. */
export async function allNotes(): Promise<Note[]> {
  const files = await readdir(FOLDER).catch(() => []);
  const notes = await Promise.all(
    files
      .filter((file) => file.endsWith('.md'))
      .map(async (file) => parseNote(file, await readFile(join(FOLDER, file), 'utf8'))),
  );
  return notes.sort((a, b) => b.added.localeCompare(a.added) || a.file.localeCompare(b.file));
}

export const lineOf = ({ text: _text, ...line }: Note): NoteLine => line;
