import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { devNull } from 'node:os';
import { AppError } from '@pagehand/contracts/errors';

/** The most that one command may print; a workspace is smaller. */
const OUTPUT_BYTES = 256 * 1024 * 1024;

/** Whatever could make Git run something, ask somebody or look elsewhere is off, whatever any file says. */
const SETTINGS = {
  'core.hooksPath': devNull,
  'core.fsmonitor': 'false',
  'core.attributesFile': devNull,
  'core.excludesFile': devNull,
  'core.quotePath': 'false',
  'core.pager': 'cat',
  'protocol.allow': 'never',
  'gc.auto': '0',
  'commit.gpgSign': 'false',
  'log.showSignature': 'false',
  'diff.external': '',
  'i18n.logOutputEncoding': 'utf-8',
} as const;

/**
 * The one way to Git: a bare repository that lies outside of every workspace. Git is never shown a work tree: files are
 * read and written by workspace-files.ts, so that no `.gitattributes`, filter, hook, link or nested repository of a kit
 * is ever looked at. Nothing of the person's own Git configuration is read.
 */
export class Git {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Makes the repository where there is none. */
  async init(signal: AbortSignal): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await this.run(
      ['init', '--quiet', '--bare', '--initial-branch=main', '--template=', '--object-format=sha1'],
      signal,
    );
  }

  /**
   * Runs one command of Git and returns what it printed.
   * @throws AppError `tool-unavailable` without Git, `cancelled`, `store-unavailable` when the command failed.
   */
  run(args: readonly string[], signal: AbortSignal, input: readonly (string | Uint8Array)[] = []): Promise<Buffer> {
    const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    return new Promise((resolve, reject) => {
      const child = spawn('git', [...settings, ...args], {
        cwd: this.#folder,
        env: {
          PATH: process.env['PATH'],
          GIT_DIR: this.#folder,
          HOME: this.#folder,
          GIT_CONFIG_NOSYSTEM: '1',
          GIT_CONFIG_GLOBAL: devNull,
          GIT_ATTR_NOSYSTEM: '1',
          GIT_TERMINAL_PROMPT: '0',
          GIT_NO_REPLACE_OBJECTS: '1',
          LC_ALL: 'C',
        },
        stdio: ['pipe', 'pipe', 'pipe'],
        signal,
        windowsHide: true,
      });
      const out: Buffer[] = [];
      let size = 0;
      let complaint = '';
      child.stdout.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > OUTPUT_BYTES) child.kill();
        else out.push(chunk);
      });
      child.stderr.on('data', (chunk: Buffer) => {
        complaint = (complaint + chunk.toString('utf8')).slice(-2_000);
      });
      child.on('error', (cause) => {
        if (signal.aborted) reject(new AppError('cancelled', 'It was stopped.', { cause }));
        else if ('code' in cause && cause.code === 'ENOENT')
          reject(new AppError('tool-unavailable', 'Git is not installed: the workspaces of kits need it.', { cause }));
        else reject(failed(args, cause));
      });
      child.on('close', (code) => {
        if (code === 0 && size <= OUTPUT_BYTES) resolve(Buffer.concat(out));
        else reject(failed(args, new Error(complaint)));
      });
      // It may end before it has read everything: then its exit code says why.
      child.stdin.on('error', () => undefined);
      for (const part of input) child.stdin.write(part);
      child.stdin.end();
    });
  }
}

/** Git's own words may hold paths: they stay in the cause. */
const failed = (args: readonly string[], cause: unknown): AppError =>
  new AppError('store-unavailable', `The history of the workspace could not be used (git ${args[0] ?? ''}).`, {
    cause,
  });
