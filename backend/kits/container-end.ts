import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type Docker from 'dockerode';
import { statusOf } from './docker.ts';

/** A container that has answered ends by itself within this, or is ended. */
const OWN_END_MS = 100;
const LOOK_MS = 1;

/**
 * Tells whether the first process of a container has ended. When it has, the kernel has ended every other process of the
 * container before (pid_namespaces(7)), whatever a kit did to hide one.
 */
export type EndWatch = () => Promise<boolean>;

/**
 * Looks a running container's first process up in this machine's own `/proc`: to see it go there takes a millisecond, to
 * be told by the engine some forty. Only where that process is surely this container's.
 * @returns undefined where the engine runs elsewhere (a virtual machine, another host) or the process cannot be seen
 */
export async function watchEnd(container: Docker.Container): Promise<EndWatch | undefined> {
  try {
    const { State } = await container.inspect();
    if (!State.Running) return async () => true;
    const began = await startOf(State.Pid);
    const group = await readFile(`/proc/${State.Pid}/cgroup`, 'utf8');
    if (began === undefined || !group.includes(container.id)) return undefined;
    return async () => (await startOf(State.Pid)) !== began;
  } catch (error) {
    // Removed already: that is an end too.
    return statusOf(error) === 404 ? async () => true : undefined;
  }
}

/** Waits a little for a container that is about to end by itself. @returns whether it has ended */
export async function endsByItself(watch: EndWatch | undefined): Promise<boolean> {
  if (watch === undefined) return false;
  for (const last = performance.now() + OWN_END_MS; performance.now() < last; await wait(LOOK_MS))
    if (await watch()) return true;
  return false;
}

/** When a process began, in ticks since boot, which tells it from a later one of the same number; undefined: it has ended. */
async function startOf(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // "pid (name) state ...": the name may hold anything, also brackets. The start is field 22.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
}
