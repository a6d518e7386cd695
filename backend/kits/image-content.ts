import { createHash } from 'node:crypto';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { create } from 'tar';
import type { KitRuntimeName } from './kit-runtime.ts';
import { giveToKitUser, kitUser } from './kit-user.ts';

const RUNNER = join(import.meta.dirname, 'runner');
const EXTENSION: Record<KitRuntimeName, string> = { node: '.mjs', python: '.py' };

/** Name in the image, and file here. */
async function runnerFiles(runtime: KitRuntimeName): Promise<[string, string][]> {
  const names = (await readdir(RUNNER)).filter((name) => name.endsWith(EXTENSION[runtime])).sort();
  const files = names.map((name): [string, string] => [name, join(RUNNER, name)]);
  if (runtime === 'python') return files;
  const stripper = createRequire(import.meta.url).resolve('@swc/wasm-typescript');
  return [...files, ['wasm-typescript.cjs', stripper]];
}

/** Hash of all that makes an image: base, our runner, the dependencies' files. 64 hexadecimal digits. */
export async function contentHash(
  runtime: KitRuntimeName,
  baseId: string,
  dependencies: Record<string, string>,
): Promise<string> {
  const hash = createHash('sha256');
  const add = (text: string | Buffer): void => {
    hash.update(`${text.length}:`).update(text);
  };
  for (const part of ['2', runtime, baseId, String(kitUser().uid)]) add(part);
  for (const [name, path] of await runnerFiles(runtime)) {
    add(name);
    add(await readFile(path));
  }
  for (const [name, text] of Object.entries(dependencies)) {
    add(name);
    add(text);
  }
  return hash.digest('hex');
}

/**
 * A tar archive of what our images have beside their base: the runner at /pagehand, an empty /deps, a /tmp that everybody may write, and for Node a link
 * from /node_modules to it, so that /tools finds its packages.
 */
export async function imageArchive(runtime: KitRuntimeName): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'pagehand-image-'));
  try {
    await mkdir(join(folder, 'pagehand', 'work'), { recursive: true });
    await mkdir(join(folder, 'deps', 'node_modules'), { recursive: true });
    // What is mounted there at run time takes its mode from what the image has.
    await mkdir(join(folder, 'tmp'));
    await chmod(join(folder, 'tmp'), 0o1777);
    for (const [name, path] of await runnerFiles(runtime)) await cp(path, join(folder, 'pagehand', name));
    if (runtime === 'node') await symlink('deps/node_modules', join(folder, 'node_modules'));
    for (const name of await readdir(folder)) await giveToKitUser(join(folder, name));
    const pieces: Buffer[] = [];
    for await (const piece of create({ cwd: folder }, await readdir(folder))) pieces.push(piece);
    return Buffer.concat(pieces);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
