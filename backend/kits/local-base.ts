import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { AppError } from '@pagehand/contracts/errors';
import type Docker from 'dockerode';
import { create } from 'tar';
import type { KitRuntimeName } from './kit-runtime.ts';
import { localBaseName } from './own-bases.ts';

const run = promisify(execFile);
const MAX_OUTPUT = 16 * 1024 * 1024;

/**
 * Makes a base image from what is on this machine, for where no registry can be reached: Node from the running binary,
 * its libraries and its npm; Python from Debian's packages (`apt-get download`). Linux only. It holds no shell.
 * @returns the image's id
 * @throws AppError `kit-image-missing` where this machine cannot
 */
export async function makeLocalBase(
  docker: Docker,
  runtime: KitRuntimeName,
  onProgress: (line: string) => void,
  signal: AbortSignal,
): Promise<string> {
  const work = await mkdtemp(join(tmpdir(), 'pagehand-base-'));
  const root = join(work, 'root');
  try {
    onProgress(`Making a base image for ${runtime} from this machine`);
    await mkdir(root);
    if (runtime === 'node') await putNode(root, signal);
    else await putPython(root, work, signal);
    await putSystem(root);
    const archive = join(work, 'root.tar');
    await create({ file: archive, cwd: root, portable: true }, ['.']);
    const stream = await docker.importImage(archive, {
      repo: localBaseName(runtime).split(':')[0],
      tag: 'latest',
      changes: 'ENV PATH=/usr/local/bin:/usr/bin:/bin',
      abortSignal: signal,
    });
    await new Promise<void>((done, failed) => {
      docker.modem.followProgress(stream, (error) => (error ? failed(error) : done()));
    });
    return (await docker.getImage(localBaseName(runtime)).inspect()).Id;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AppError) throw error;
    throw new AppError(
      'kit-image-missing',
      `No base image for ${runtime}: no registry was reached, and this machine could not make one.`,
      { cause: error },
    );
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** The binary and its npm where the official image has them, and the shared libraries where the binary looks for them. */
async function putNode(root: string, signal: AbortSignal): Promise<void> {
  if (process.platform !== 'linux') throw new Error('the binary of this machine is not for Linux');
  const binary = await realpath(process.execPath);
  await copyTo(root, binary, '/usr/local/bin/node');
  const { stdout } = await run('ldd', [binary], { signal });
  for (const [, path] of stdout.matchAll(/(?:=>\s+|^\s*)(\/\S+)\s+\(0x/gm))
    if (path !== undefined) await copyTo(root, await realpath(path), path);
  const { stdout: folder } = await run('npm', ['root', '--global'], { signal });
  await cp(join(folder.trim(), 'npm'), join(root, 'usr/local/lib/node_modules/npm'), {
    recursive: true,
    dereference: true,
  });
}

/** Packages that Python's need at their installation only. */
const NOT_NEEDED =
  /^(perl|libperl|c?debconf|dpkg|install-info|libdebian-installer|libnewt|libslang|libtextwrap|mime-support|mailcap|openssl|tar$|readline-common|ca-certificates)/;

async function putPython(root: string, work: string, signal: AbortSignal): Promise<void> {
  const recurse = ['--recurse', '--no-recommends', '--no-suggests', '--no-conflicts', '--no-breaks', '--no-replaces'];
  const wanted = ['python3', 'python3-pip', 'libstdc++6', 'media-types'];
  const { stdout } = await run('apt-cache', ['depends', ...recurse, '--no-enhances', ...wanted], {
    signal,
    maxBuffer: MAX_OUTPUT,
  });
  const packages = [...new Set(stdout.match(/^[a-z0-9][a-z0-9.+-]*$/gm))].filter((name) => !NOT_NEEDED.test(name));
  const downloads = join(work, 'packages');
  await mkdir(downloads);
  // apt reads them as a user of its own where it is root.
  await chmod(work, 0o755);
  await chmod(downloads, 0o777);
  await run('apt-get', ['download', ...packages], { cwd: downloads, signal, maxBuffer: MAX_OUTPUT });
  for (const file of await readdir(downloads)) await run('dpkg-deb', ['-x', join(downloads, file), root], { signal });
  for (const folder of ['doc', 'man', 'locale', 'info', 'lintian', 'perl5'])
    await rm(join(root, 'usr/share', folder), { recursive: true, force: true });
}

/** What every image has: names for the users, the resolver's order, and a place for temporary files. */
async function putSystem(root: string): Promise<void> {
  await mkdir(join(root, 'etc'), { recursive: true });
  await writeFile(
    join(root, 'etc/passwd'),
    'root:x:0:0:root:/root:/sbin/nologin\nkit:x:10001:10001:kit:/tmp:/sbin/nologin\n',
  );
  await writeFile(join(root, 'etc/group'), 'root:x:0:\nkit:x:10001:\n');
  await writeFile(join(root, 'etc/nsswitch.conf'), 'hosts: files dns\n');
  await mkdir(join(root, 'tmp'), { recursive: true });
  await chmod(join(root, 'tmp'), 0o1777);
}

async function copyTo(root: string, from: string, to: string): Promise<void> {
  const target = join(root, to);
  await mkdir(dirname(target), { recursive: true });
  await cp(from, target, { dereference: true });
}
