import { AppError } from '@pagehand/contracts/errors';
import {
  type KitChangeEntry,
  type KitLogEntry,
  type KitLogNote,
  KitLogNoteSchema,
} from '@pagehand/contracts/kit-module';
import type { Git } from './git.ts';
import type { Entry } from './workspace-files.ts';

export type Change = { path: string; before: Entry | undefined; after: Entry | undefined };

const BRANCH = 'refs/heads/main';
/** The most that a diff shows, in characters. */
const DIFF = 200_000;

/** The commits of one workspace: each says in its message which call made it. */
export class History {
  readonly #git: Git;

  constructor(git: Git) {
    this.#git = git;
  }

  /** Its newest commit; undefined while there is none. */
  async head(signal: AbortSignal): Promise<string | undefined> {
    const found = (await this.#git.run(['for-each-ref', '--format=%(objectname)', BRANCH], signal)).toString().trim();
    return found === '' ? undefined : found;
  }

  /** Files and links of a commit. */
  async tree(commit: string, signal: AbortSignal): Promise<Map<string, Entry>> {
    const out = (await this.#git.run(['ls-tree', '-r', '-z', '--full-tree', commit], signal)).toString('utf8');
    const files = new Map<string, Entry>();
    for (const line of out.split('\0')) {
      const match = /^(100644|100755|120000) blob ([0-9a-f]{40})\t(.+)$/su.exec(line);
      if (match?.[3] !== undefined) files.set(match[3], entryOf(match[1], match[2]));
    }
    return files;
  }

  async content(hash: string, signal: AbortSignal): Promise<Buffer> {
    return this.#git.run(['cat-file', 'blob', hash], signal);
  }

  /** Sizes of blobs, by hash. */
  async sizes(hashes: readonly string[], signal: AbortSignal): Promise<Map<string, number>> {
    if (hashes.length === 0) return new Map();
    const lines = await this.#git.run(['cat-file', '--batch-check=%(objectname) %(objectsize)'], signal, [
      `${hashes.join('\n')}\n`,
    ]);
    return new Map(
      lines
        .toString()
        .split('\n')
        .map((line) => line.split(' '))
        .map(([hash = '', size = '0']) => [hash, Number(size)]),
    );
  }

  /**
   * Adds a commit of exactly these changes; contents go in as they are, through no filter.
   * @returns its hash.
   */
  async commit(
    {
      parent,
      note,
      changes,
      contents,
    }: {
      parent: string | undefined;
      note: KitLogNote;
      changes: readonly Change[];
      contents: ReadonlyMap<string, Uint8Array>;
    },
    signal: AbortSignal,
  ): Promise<string> {
    const seconds = Math.floor(Date.now() / 1_000);
    const message = Buffer.from(`${titleOf(note)}\n\n${JSON.stringify(note)}\n`);
    const stream: (string | Uint8Array)[] = [
      `commit ${BRANCH}\nmark :1\ncommitter Pagehand <pagehand@localhost> ${seconds} +0000\ndata ${message.length}\n`,
      message,
      parent === undefined ? '\n' : `\nfrom ${parent}\n`,
    ];
    for (const { path, after } of changes) if (after === undefined) stream.push(`D ${quoted(path)}\n`);
    for (const { path, after } of changes) {
      if (after === undefined) continue;
      const content = contents.get(path);
      if (content === undefined) stream.push(`M ${after.mode} ${after.hash} ${quoted(path)}\n`);
      else stream.push(`M ${after.mode} inline ${quoted(path)}\ndata ${content.length}\n`, content, '\n');
    }
    stream.push('\nget-mark :1\ndone\n');
    const made = await this.#git.run(['fast-import', '--quiet', '--done', '--date-format=raw'], signal, stream);
    return made.toString().trim();
  }

  /** Newest first. */
  async log(limit: number, signal: AbortSignal): Promise<KitLogEntry[]> {
    if ((await this.head(signal)) === undefined) return [];
    const out = await this.#git.run(['log', `--max-count=${limit}`, '-z', '--format=%H %ct %B', BRANCH], signal);
    const commits = out.toString('utf8').split('\0').filter(Boolean);
    return commits.flatMap((text) => {
      const match = /^([0-9a-f]{40}) (\d+) ([\s\S]*)$/u.exec(text.trim());
      const note = noteOf(match?.[3] ?? '');
      return match?.[1] === undefined || note === undefined
        ? []
        : [{ commit: match[1], at: Number(match[2]) * 1_000, ...note }];
    });
  }

  /** What a commit changed, against the one before it. */
  async changes(commit: string, signal: AbortSignal): Promise<Change[]> {
    const args = ['diff-tree', '-r', '-z', '--root', '--no-commit-id', '--no-renames', '--raw', '--no-abbrev', commit];
    const parts = (await this.#git.run(args, signal)).toString('utf8').split('\0');
    const changes: Change[] = [];
    for (let at = 0; at + 1 < parts.length; at += 2) {
      const match = /^:(\d{6}) (\d{6}) ([0-9a-f]{40}) ([0-9a-f]{40}) [A-Z]/u.exec(parts[at] ?? '');
      const path = parts[at + 1];
      if (match === null || path === undefined) continue;
      changes.push({ path, before: entryOrNone(match[1], match[3]), after: entryOrNone(match[2], match[4]) });
    }
    return changes;
  }

  /** The difference that a commit made, as text for a person; cut where it is long. */
  async diff(commit: string, signal: AbortSignal): Promise<{ text: string; cut: boolean }> {
    const args = [
      'diff-tree',
      '-r',
      '--root',
      '--no-commit-id',
      '--no-ext-diff',
      '--no-textconv',
      '--no-renames',
      '-p',
      commit,
    ];
    const text = (await this.#git.run(args, signal)).toString('utf8');
    return { text: text.slice(0, DIFF), cut: text.length > DIFF };
  }

  /** Files of a commit's difference, as the panel lists them. */
  static shown(changes: readonly Change[]): KitChangeEntry[] {
    return changes.map(({ path, before, after }) => ({
      path,
      change: before === undefined ? 'added' : after === undefined ? 'removed' : 'changed',
    }));
  }
}

const TITLES: Record<KitLogNote['kind'], string> = {
  start: 'Begin',
  call: 'Call',
  save: 'Save',
  undo: 'Undo',
  outside: 'Changed outside of a call',
};
const titleOf = ({ kind, tool, callId }: KitLogNote): string => [TITLES[kind], tool, callId].filter(Boolean).join(' ');

function noteOf(message: string): KitLogNote | undefined {
  try {
    return KitLogNoteSchema.parse(JSON.parse(message.trim().split('\n').at(-1) ?? ''));
  } catch {
    return undefined;
  }
}

/** A path in the form of fast-import: quoted as in C. Control characters never get here. */
const quoted = (path: string): string => `"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

function entryOrNone(mode: string | undefined, hash: string | undefined): Entry | undefined {
  return mode === '000000' ? undefined : entryOf(mode, hash);
}

function entryOf(mode: string | undefined, hash: string | undefined): Entry {
  if (hash !== undefined && (mode === '100644' || mode === '100755' || mode === '120000')) return { mode, hash };
  throw new AppError('store-unavailable', 'The history of the workspace holds something that is no file.');
}
