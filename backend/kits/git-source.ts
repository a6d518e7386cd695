import { execFile } from 'node:child_process';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { AppError } from '@pagehand/contracts/errors';
import { withTimeLimit } from '../time-limit.ts';

const run = promisify(execFile);

/** Fetching a kit may take this long, ms. */
const TIME_LIMIT = 120_000;

const PROTOCOLS = ['https', 'ssh', 'file'] as const;

export type GitUrl = {
  protocol: (typeof PROTOCOLS)[number];
  /** For git; may hold a user name and a password. */
  url: string;
  /** The same without them, to show and to keep. */
  shown: string;
  /** Branch or tag; absent: the default branch. */
  ref?: string;
  /** Folder of the kit in the repository; absent: its top. */
  folder?: string;
};

const REF = /^(?!-)(?!.*\.\.)[\w./+-]{1,200}$/;
const FOLDER = /^(?!.*(^|\/)\.+(\/|$))[\w.@ +-]+(\/[\w.@ +-]+)*$/;
/** `git@host:path`, as Git hosts show it. */
const SCP = /^([\w.-]+)@([A-Za-z0-9][A-Za-z0-9.-]*):(?!\/)([^\s:]+)$/;

/**
 * Reads `https://host/repo.git`, `ssh://...`, `git@host:path` or `file:///path`, each with an optional `#ref` or
 * `#ref:folder`. Undefined: not meant as a Git URL.
 * @throws AppError `kit-source-refused` for other protocols, and for what Git would read as an option or a command
 */
export function parseGitUrl(text: string): GitUrl | undefined {
  const [address = '', ...rest] = text.split('#');
  const [ref = '', folder = ''] = rest.join('#').split(':');
  const scp = SCP.exec(address);
  const parsed = URL.parse(scp ? `ssh://${scp[1]}@${scp[2]}/${scp[3]}` : address);
  if (parsed === null || !/^[a-z][a-z0-9+.-]+:(\/\/|:)/i.test(scp ? parsed.href : address)) return undefined;
  const protocol = PROTOCOLS.find((known) => `${known}:` === parsed.protocol);
  if (protocol === undefined)
    throw new AppError('kit-source-refused', `Kits come by https, ssh or file, not by ${parsed.protocol}//.`);
  if (ref !== '' && !REF.test(ref)) throw new AppError('kit-source-refused', `"${ref}" is no name of a branch or tag.`);
  if (folder !== '' && !FOLDER.test(folder))
    throw new AppError('kit-source-refused', `"${folder}" is no folder of a repository.`);
  if (protocol !== 'file' && !/^[A-Za-z0-9[]/.test(parsed.hostname))
    throw new AppError('kit-source-refused', `"${parsed.hostname}" is no host name.`);
  const shown = new URL(parsed.href);
  shown.password = '';
  if (protocol === 'https') shown.username = '';
  return {
    protocol,
    url: parsed.href,
    shown: shown.href,
    ...(ref === '' ? {} : { ref }),
    ...(folder === '' ? {} : { folder }),
  };
}

/** Nothing that the machine's or the person's Git settings say, no prompt, only the one protocol, redirects included. */
const environment = (protocol: string): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  SSH_AUTH_SOCK: process.env['SSH_AUTH_SOCK'],
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: devNull,
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: '',
  SSH_ASKPASS: '',
  GIT_SSH_COMMAND: 'ssh -oBatchMode=yes -oForwardAgent=no -oPermitLocalCommand=no',
  GIT_ALLOW_PROTOCOL: protocol,
  GIT_LFS_SKIP_SMUDGE: '1',
});

/** No hooks, no submodules, no file system monitor, no template; broken objects are refused. */
const SETTINGS = [
  'core.hooksPath=',
  'core.fsmonitor=false',
  'init.templateDir=',
  'submodule.recurse=false',
  'fetch.fsckObjects=true',
  'transfer.fsckObjects=true',
  'gc.auto=0',
  'advice.detachedHead=false',
].flatMap((setting) => ['-c', setting === 'core.hooksPath=' ? `core.hooksPath=${devNull}` : setting]);

/** One commit, without a working tree, templates or links into another repository. */
const CLONE = [
  '--bare',
  '--quiet',
  '--depth',
  '1',
  '--single-branch',
  '--no-tags',
  '--no-local',
  '--template=',
] as const;

/**
 * Fetches one commit into a bare repository and writes it as a tar archive, which is then unpacked like any other: Git
 * never makes a working tree, so that no link, hook or filter of the repository takes effect.
 * @param folder an empty folder of ours.
 * @returns the archive and the commit.
 * @throws AppError `kit-source-refused` (with Git's words, without the password), `cancelled`, `timeout`
 */
export async function fetchGit(
  source: GitUrl,
  folder: string,
  signal: AbortSignal,
): Promise<{ archive: string; commit: string }> {
  const bare = join(folder, 'repository.git');
  const archive = join(folder, 'source.tar');
  return withTimeLimit(TIME_LIMIT, signal, async (limited) => {
    const git = async (...args: string[]): Promise<string> => {
      const options = { env: environment(source.protocol), cwd: folder, maxBuffer: 1_000_000, signal: limited };
      return (await run('git', [...SETTINGS, ...args], options)).stdout;
    };
    try {
      const branch = source.ref === undefined ? [] : ['--branch', source.ref];
      await git('clone', ...CLONE, ...branch, '--', source.url, bare);
      const commit = (await git('--git-dir', bare, 'rev-parse', '--verify', 'HEAD^{commit}')).trim();
      const tree = source.folder === undefined ? commit : `${commit}:${source.folder}`;
      await git('--git-dir', bare, 'archive', '--format=tar', '--output', archive, tree);
      return { archive, commit };
    } catch (error) {
      if (signal.aborted) throw new AppError('cancelled', 'It was stopped.', { cause: error });
      if (limited.aborted) throw new AppError('timeout', 'Git took longer than two minutes.', { cause: error });
      throw new AppError('kit-source-refused', `Git could not fetch ${source.shown}: ${gitWords(error, source)}`);
    }
  });
}

/** What Git said last, in one line, with the address as it is shown. */
function gitWords(error: unknown, { url, shown }: GitUrl): string {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 'Git is not installed.';
  const text = error instanceof Error && 'stderr' in error && typeof error.stderr === 'string' ? error.stderr : '';
  const said =
    text
      .trim()
      .split('\n')
      .filter((line) => /^(fatal|error|remote):/.test(line))
      .at(-1) ?? 'it said nothing';
  const password = URL.parse(url)?.password;
  const clean = said.replaceAll(url, shown);
  return `${(password ? clean.replaceAll(password, '...') : clean).slice(0, 300)}.`;
}
