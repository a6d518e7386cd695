import type { Duplex } from 'node:stream';
import type Docker from 'dockerode';
import { assertHardened } from './assert-hardened.ts';
import { endsByItself, watchEnd } from './container-end.ts';
import { statusOf } from './docker.ts';
import { encodeFrame, FRAME, type Frame, FrameReader } from './frames.ts';
import { type Sandbox, sandboxOptions } from './sandbox-options.ts';

/** Of what the runner itself says on stderr (it says nothing unless it fails). */
const MAX_COMPLAINT = 2_000;

/** What tells of a container that is used for one call. */
export type OneShotEvents = {
  onFrame: (frame: Frame) => void;
  /** The connection is over: the container has ended, or the engine has. */
  onEnd: (complaint: string) => void;
};

/**
 * A started container whose runner waits on stdin for one call.
 * `listen` gets what comes (also what came before), `send` gives it its call, `remove` ends it in any state.
 */
export type OneShot = {
  container: Docker.Container;
  isReady(): boolean;
  isOver(): boolean;
  listen(events: OneShotEvents): void;
  send(call: Buffer): void;
  /** Anything else for the runner. */
  write(kind: number, payload: Buffer): void;
  /**
   * Ends all that runs in it. A result is no proof that nothing does: the kit may have forged it. Never rejects.
   * @param answered it is about to end by itself, and gets a moment for that
   * @returns true when kernel or engine say that nothing runs; false where the engine cannot be asked
   */
  stop(answered: boolean): Promise<boolean>;
  /** Ends and removes it; resolves when it is gone. Never rejects: what the engine cannot do now, reap does later. */
  remove(): Promise<void>;
};

/**
 * Creates and starts a container that was checked by `assertHardened`. The connection to it is there before it starts, so
 * that nothing is missed.
 * @throws what the engine says; no container is left then
 */
export async function startOneShot(
  docker: Docker,
  sandbox: Extract<Sandbox, { role: 'call' }>,
  signal: AbortSignal,
  first?: Buffer,
): Promise<OneShot> {
  const options = sandboxOptions(sandbox);
  assertHardened('call', options);
  signal.throwIfAborted();
  const container = await docker.createContainer(options);
  try {
    signal.throwIfAborted();
    const stream = await container.attach({ stream: true, stdin: true, stdout: true, stderr: true, hijack: true });
    // parse boundary: with `hijack` it is the connection itself
    const shot = follow(container, stream as Duplex);
    // Written before the start, it is there when the runner first looks.
    if (sandbox.hosts.length > 0)
      shot.write(FRAME.hosts, Buffer.from(JSON.stringify(sandbox.hosts.map(({ address, port }) => [address, port]))));
    if (first !== undefined) shot.send(first);
    signal.throwIfAborted();
    await container.start();
    shot.started();
    return shot;
  } catch (error) {
    await removeContainer(container);
    throw error;
  }
}

function follow(container: Docker.Container, stream: Duplex): OneShot & { started(): void } {
  const reader = new FrameReader();
  const early: Frame[] = [];
  let events: OneShotEvents | undefined;
  let complaint = '';
  let ready = false;
  let over = false;
  let removal: Promise<void> | undefined;
  let watch: ReturnType<typeof watchEnd> | undefined;

  const remove = (): Promise<void> => {
    removal ??= removeContainer(container).finally(() => stream.destroy());
    return removal;
  };
  const end = (): void => {
    if (over) return;
    over = true;
    events?.onEnd(complaint);
  };
  const take = (frame: Frame): void => {
    if (frame.kind === FRAME.ready) ready = true;
    if (events === undefined) early.push(frame);
    else events.onFrame(frame);
  };
  const frames = {
    write(piece: Buffer): boolean {
      if (over) return true;
      try {
        for (const frame of reader.push(piece)) take(frame);
      } catch {
        complaint = 'it did not speak the way of the runner';
        stream.destroy();
        end();
      }
      return true;
    },
  };
  const complaints = {
    write(piece: Buffer): boolean {
      complaint = `${complaint}${piece.toString('utf8')}`.slice(0, MAX_COMPLAINT);
      return true;
    },
  };
  container.modem.demuxStream(stream, frames, complaints);
  stream.on('end', end);
  stream.on('close', end);
  stream.on('error', end);

  return {
    container,
    started() {
      watch = watchEnd(container);
    },
    isReady: () => ready,
    isOver: () => over,
    listen(given) {
      events = given;
      for (const frame of early.splice(0)) given.onFrame(frame);
      if (over) given.onEnd(complaint);
    },
    send: (call) => void stream.write(encodeFrame(FRAME.call, call)),
    write(kind, payload) {
      if (!over) stream.write(encodeFrame(kind, payload));
    },
    async stop(answered) {
      if (answered && (await endsByItself(await watch))) return true;
      try {
        // With SIGKILL the engine answers when the container has ended, and all its processes with it.
        await container.kill();
      } catch (error) {
        // It does not run (409), or is gone (404). Where the engine is gone, the kernel may know.
        return statusOf(error) === 409 || statusOf(error) === 404 || (await (await watch)?.()) === true;
      }
      return true;
    },
    remove,
  };
}

async function removeContainer(container: Docker.Container): Promise<void> {
  try {
    await container.remove({ force: true, v: true });
  } catch (error) {
    // It removes itself when it ends: where that has begun, its end is waited for. Otherwise it is gone, or the engine is.
    if (statusOf(error) === 409) await container.wait({ condition: 'removed' }).catch(() => undefined);
  }
}
