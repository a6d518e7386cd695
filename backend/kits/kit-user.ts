import { lchown, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Who a kit's code is where the backend is root: nobody on this machine has this number. */
const STRANGER = 10_001;

/**
 * User and group of the container's processes: those of the backend, so that both can write the workspace; never root.
 * On Windows and macOS the engine's file sharing does not look at owners.
 */
export function kitUser(): { uid: number; gid: number } {
  const uid = process.getuid?.() ?? STRANGER;
  const gid = process.getgid?.() ?? STRANGER;
  return { uid: uid === 0 ? STRANGER : uid, gid: gid === 0 ? STRANGER : gid };
}

/**
 * Where the backend is root: gives a folder and all in it to the container's user. Links themselves change hands, what
 * they lead to does not. Only while no code of the kit runs: it could swap a folder for a link.
 */
export async function giveToKitUser(path: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = kitUser();
  const found = await lstat(path);
  if (found.uid !== uid || found.gid !== gid) await lchown(path, uid, gid);
  if (!found.isDirectory()) return;
  for (const name of await readdir(path)) await giveToKitUser(join(path, name));
}
