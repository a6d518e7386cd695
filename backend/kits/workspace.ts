import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@pagehand/contracts/errors';
import type { KitChangeEntry, KitLogEntry, KitLogNote } from '@pagehand/contracts/kit-module';
import ignoreFactory from 'ignore';
import { withTimeLimit } from '../time-limit.ts';
import { unlessAborted } from './docker.ts';
import { Git } from './git.ts';
import { type Change, History } from './history.ts';
import { giveToKitUser } from './kit-user.ts';
import { Queue } from './queue.ts';
import {
  checkWorkspacePath,
  type Entry,
  emptyFolder,
  type KnownFile,
  putEntry,
  type Reading,
  readWorkspace,
  removeEntry,
} from './workspace-files.ts';

/** So long a change waits for an earlier call that could not be seen to end. */
const QUIET_MS = 5_000;

/** A commit of this workspace, as a call reports it. */
export type Commit = { commit: string; changes: KitChangeEntry[] };

/**
 * The workspace of one module: a folder that its containers see as `/repo`, and its history beside it, which they never
 * see. Whatever changes it goes through one queue, one after the other.
 */
export class Workspace {
  /** The folder that containers get. */
  readonly folder: string;
  readonly #history: History;
  readonly #git: Git;
  readonly #queue = new Queue();
  #known: Map<string, KnownFile> | undefined;
  /** Files of no history, by stamp: a call that is rolled back takes none of them along. */
  #untracked: ReadonlyMap<string, string> = new Map();
  #head: string | undefined;
  /** Code of a kit that could not be seen to end: who reads or writes the folder waits for it. */
  #lingers: Promise<void> | undefined;

  readonly #ignored: (path: string) => boolean;
  readonly #mask: (text: string) => string;

  /**
   * @param base folder of the module, absolute and without links.
   * @param ignore patterns of .gitignore: what they name is in the folder, but in no commit.
   * @param mask for what is shown of it: names of files and differences. A file itself is what it is.
   */
  constructor(base: string, ignore: readonly string[], mask: (text: string) => string = (text) => text) {
    this.#mask = mask;
    const patterns = ignoreFactory().add([...ignore]);
    this.#ignored = (path) => patterns.ignores(path);
    this.folder = join(base, 'repo');
    this.#git = new Git(join(base, 'history.git'));
    this.#history = new History(this.#git);
  }

  /** Makes both folders, with what the kit brings as the first commit. */
  async create(files: ReadonlyMap<string, Uint8Array>, signal: AbortSignal): Promise<void> {
    await this.#queue.run(signal, async () => {
      await mkdir(this.folder, { recursive: true, mode: 0o755 });
      await giveToKitUser(this.folder);
      await this.#git.init(signal);
      for (const [path, content] of files) await putEntry(this.folder, path, { mode: '100644', content });
      await this.#commit({ kind: 'start' }, signal);
    });
  }

  /**
   * Runs a call that may change the workspace, alone, and keeps what it changed as one commit with the call's id. What
   * was changed by others before becomes a commit of its own. A call that leaves more behind than a workspace may hold
   * is rolled back. The commit is made also when the call was stopped: what happened is on the record.
   * @param lingers resolves when the work has truly ended, where it has not yet: what it did is recorded by whoever is
   *   next, as changed outside of a call
   * @throws AppError `kit-engine-lost` while an earlier call could not be seen to end
   */
  async change<T>(
    note: KitLogNote,
    signal: AbortSignal,
    work: () => Promise<T>,
    lingers: (value: T) => Promise<void> | undefined = () => undefined,
  ): Promise<{ value: T; commit: Commit | undefined; skipped: string[]; rolledBack: AppError | undefined }> {
    return this.#queue.run(signal, async () => {
      await this.#commit({ kind: 'outside' }, signal);
      const value = await work();
      this.#lingers = lingers(value);
      if (this.#lingers !== undefined) return { value, commit: undefined, skipped: [], rolledBack: undefined };
      // The work is done, and Stop must not leave it without its commit.
      const late = AbortSignal.timeout(60_000);
      try {
        const { commit, skipped } = await this.#commit(note, late);
        return { value, commit, skipped, rolledBack: undefined };
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'too-large') throw error;
        await this.#restore(late);
        return { value, commit: undefined, skipped: [], rolledBack: error };
      }
    });
  }

  /** Puts a file into the workspace. @throws AppError `invalid-arguments`, `conflict`, `too-large` */
  async save(path: string, content: Uint8Array, note: KitLogNote, signal: AbortSignal): Promise<Commit | undefined> {
    checkWorkspacePath(path);
    const done = await this.change(note, signal, () => putEntry(this.folder, path, { mode: '100644', content }));
    if (done.rolledBack !== undefined) throw done.rolledBack;
    return done.commit;
  }

  async log(limit: number, signal: AbortSignal): Promise<KitLogEntry[]> {
    return this.#queue.run(signal, () => this.#history.log(limit, signal));
  }

  /** @throws AppError `not-found` */
  async diff(commit: string, signal: AbortSignal): Promise<{ text: string; cut: boolean; files: KitChangeEntry[] }> {
    return this.#queue.run(signal, async () => {
      await this.#entryOf(commit, signal);
      const files = this.#shown(await this.#history.changes(commit, signal));
      const { text, cut } = await this.#history.diff(commit, signal);
      return { text: this.#mask(text), cut, files };
    });
  }

  /**
   * Takes back what one commit changed, as a new commit.
   * @param target its hash, or the id of the call that made it; absent: the newest that can be taken back.
   * @throws AppError `not-found`, `conflict` when a file was changed since: undo that first.
   */
  async undo(
    target: string | undefined,
    signal: AbortSignal,
  ): Promise<{ undone: KitLogEntry; commit: Commit | undefined }> {
    return this.#queue.run(signal, async () => {
      await this.#commit({ kind: 'outside' }, signal);
      const log = await this.#history.log(1_000, signal);
      const gone = new Set(log.flatMap(({ undoes }) => undoes ?? []));
      const undone = log.find(
        ({ kind, commit, callId }) =>
          (target === undefined ? kind === 'call' || kind === 'save' : target === commit || target === callId) &&
          kind !== 'start' &&
          !gone.has(commit),
      );
      if (undone === undefined)
        throw new AppError('not-found', 'There is nothing of that name in the log that can be taken back.');
      const changes = await this.#history.changes(undone.commit, signal);
      const now = this.#known ?? new Map<string, KnownFile>();
      const moved = changes.filter(({ path, after }) => !same(now.get(path), after)).map(({ path }) => path);
      if (moved.length > 0)
        throw new AppError(
          'conflict',
          `Changed again since: ${moved.slice(0, 5).join(', ')}. Undo the later calls first.`,
        );
      await this.#apply(changes, signal);
      const { commit } = await this.#commit({ kind: 'undo', undoes: undone.commit }, signal);
      return { undone, commit };
    });
  }

  /** Files as the newest commit has them, links left out. */
  async files(signal: AbortSignal): Promise<{ path: string; hash: string; size: number }[]> {
    return this.#queue.run(signal, async () => {
      const head = await this.#history.head(signal);
      if (head === undefined) return [];
      const files = [...(await this.#history.tree(head, signal))].filter(([, { mode }]) => mode !== '120000');
      const sizes = await this.#history.sizes(
        files.map(([, { hash }]) => hash),
        signal,
      );
      return files.map(([path, { hash }]) => ({ path: this.#mask(path), hash, size: sizes.get(hash) ?? 0 }));
    });
  }

  /** A content of the history, by the hash that `files` gave. */
  async content(hash: string, signal: AbortSignal): Promise<Buffer> {
    return this.#history.content(hash, signal);
  }

  #shown(changes: readonly Change[]): KitChangeEntry[] {
    return History.shown(changes).map(({ path, change }) => ({ path: this.#mask(path), change }));
  }

  /** Waits until no code of the kit runs in the folder. */
  async #quiet(signal: AbortSignal): Promise<void> {
    if (this.#lingers === undefined) return;
    const lingers = this.#lingers;
    try {
      await withTimeLimit(QUIET_MS, signal, (limited) => unlessAborted(lingers, limited));
    } catch (cause) {
      if (signal.aborted) throw new AppError('cancelled', 'It was stopped.', { cause });
      throw new AppError('kit-engine-lost', 'An earlier call could not be ended: Docker does not answer.', { cause });
    }
    this.#lingers = undefined;
  }

  async #entryOf(commit: string, signal: AbortSignal): Promise<KitLogEntry> {
    const found = (await this.#history.log(10_000, signal)).find((entry) => entry.commit === commit);
    if (found === undefined) throw new AppError('not-found', 'There is no such change in the log of this workspace.');
    return found;
  }

  /** Commits what differs from the newest commit; nothing when nothing does. */
  async #commit(note: KitLogNote, signal: AbortSignal): Promise<{ commit: Commit | undefined; skipped: string[] }> {
    await this.#quiet(signal);
    const before = await this.#load(signal);
    const reading = await readWorkspace(this.folder, before, this.#ignored, signal);
    const changes = differences(before, reading);
    let commit: Commit | undefined;
    if (changes.length > 0 || note.kind === 'start') {
      const made = await this.#history.commit(
        { parent: this.#head, note, changes, contents: reading.contents },
        signal,
      );
      this.#head = made;
      commit = { commit: made, changes: this.#shown(changes) };
    }
    this.#known = reading.files;
    this.#untracked = reading.ignored;
    return { commit, skipped: reading.skipped };
  }

  /** What the newest commit holds; stamps only of what this process has read itself. */
  async #load(signal: AbortSignal): Promise<Map<string, KnownFile>> {
    if (this.#known !== undefined) return this.#known;
    this.#head = await this.#history.head(signal);
    const tree = this.#head === undefined ? new Map<string, Entry>() : await this.#history.tree(this.#head, signal);
    return new Map([...tree].map(([path, entry]) => [path, { ...entry, stamp: '' }]));
  }

  async #apply(changes: readonly Change[], signal: AbortSignal): Promise<void> {
    for (const { path, before } of changes) if (before === undefined) await removeEntry(this.folder, path);
    for (const { path, before } of changes) {
      if (before === undefined) continue;
      const content = await this.#history.content(before.hash, signal);
      await putEntry(this.folder, path, { mode: before.mode, content });
    }
  }

  /** Back to the newest commit, for a workspace that became too large to be read. */
  async #restore(signal: AbortSignal): Promise<void> {
    const tree = this.#head === undefined ? new Map<string, Entry>() : await this.#history.tree(this.#head, signal);
    await emptyFolder(this.folder, this.#untracked);
    await this.#apply(
      [...tree].map(([path, before]) => ({ path, before, after: undefined })),
      signal,
    );
    this.#known = undefined;
  }
}

function differences(before: ReadonlyMap<string, Entry>, { files }: Reading): Change[] {
  const changes: Change[] = [];
  for (const [path, after] of files) {
    const old = before.get(path);
    if (!same(old, after)) changes.push({ path, before: old, after });
  }
  for (const [path, old] of before) if (!files.has(path)) changes.push({ path, before: old, after: undefined });
  return changes;
}

const same = (a: Entry | undefined, b: Entry | undefined): boolean => a?.hash === b?.hash && a?.mode === b?.mode;
