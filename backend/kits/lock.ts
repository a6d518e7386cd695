import { readFile, rename, writeFile } from 'node:fs/promises';
import { AppError } from '@pagehand/contracts/errors';
import { type KitChange, type KitLock, KitLockSchema, type KitSource } from '@pagehand/contracts/kit-lock';
import { parseJson } from '@pagehand/contracts/parse-json';
import type { Kit } from './load-kit.ts';

/** What is locked: the kit as it was read, where it came from, and what its base image meant then. */
export function makeLock(kit: Kit, source: KitSource, pinned: string, at: Date): KitLock {
  const { manifest, tools, files, digest } = kit;
  const asked = manifest.image === undefined ? {} : { asked: manifest.image };
  return {
    lockVersion: 1,
    id: manifest.id,
    version: manifest.version,
    source,
    image: { ...asked, pinned },
    files,
    digest,
    acceptedAt: at.toISOString(),
    manifest,
    tools,
  };
}

/** Writes the lock as a whole or not at all. */
export async function writeLock(path: string, lock: KitLock): Promise<void> {
  const text = `${JSON.stringify(KitLockSchema.parse(lock), undefined, 2)}\n`;
  await writeFile(`${path}.new`, text, { mode: 0o600 });
  await rename(`${path}.new`, path);
}

/**
 * Undefined where there is none.
 * @throws AppError `kit-changed` when the file was tampered with or is of another time
 */
export async function readLock(path: string, signal: AbortSignal): Promise<KitLock | undefined> {
  let text: string;
  try {
    text = await readFile(path, { encoding: 'utf8', signal });
  } catch (error) {
    if (signal.aborted) throw new AppError('cancelled', 'It was stopped.', { cause: error });
    return undefined;
  }
  const json = parseJson(text, { chars: 8_000_000 });
  const parsed = json.ok ? KitLockSchema.safeParse(json.value) : undefined;
  if (parsed?.success === true) return parsed.data;
  throw new AppError('kit-changed', 'The lock of the kit cannot be read: remove the kit and add it again.');
}

/** How files differ from those of a lock; undefined when they are the same. */
export function changeOf(
  locked: Readonly<Record<string, string>>,
  now: Readonly<Record<string, string>>,
): KitChange | undefined {
  const added = Object.keys(now).filter((path) => !Object.hasOwn(locked, path));
  const removed = Object.keys(locked).filter((path) => !Object.hasOwn(now, path));
  const changed = Object.keys(now).filter((path) => Object.hasOwn(locked, path) && locked[path] !== now[path]);
  if (added.length + removed.length + changed.length === 0) return undefined;
  return { added: added.sort(), removed: removed.sort(), changed: changed.sort() };
}

/** The refusal of a kit that is not what was accepted; it names the files. */
export function kitChanged(id: string, change: KitChange): AppError {
  const problems = (['added', 'removed', 'changed'] as const).flatMap((kind) =>
    change[kind].map((path) => ({ code: kind, path: path.slice(0, 500), message: `${path} was ${kind}.` })),
  );
  const shown = problems.slice(0, 5).map(({ message }) => message);
  const more = problems.length > shown.length ? ` And ${problems.length - shown.length} more.` : '';
  return new AppError('kit-changed', `The kit ${id} is not what was accepted. ${shown.join(' ')}${more}`, { problems });
}
