import type { Duplex } from 'node:stream';
import { AppError } from '@pagehand/contracts/errors';
import type { KitConnection } from '@pagehand/contracts/kit-module';
import { FRAME, type Frame } from './frames.ts';
import { KIT_LIMITS } from './kit-limits.ts';
import type { NetworkHost } from './network-hosts.ts';

/** Opens a connection by the rules of the egress client. @throws AppError */
export type Connect = (target: { host: string; port: number }, signal: AbortSignal) => Promise<Duplex>;

type Open = {
  host: NetworkHost;
  began: number;
  sent: number;
  received: number;
  /** Given to the container, and not taken yet. */
  waiting: number;
  /** From the container, and not handed on yet. */
  pending: number;
  remote: Duplex | undefined;
  early: Buffer[];
  /** The kit has said all. */
  ended: boolean;
  stop: AbortController;
  idle?: NodeJS.Timeout;
};

const { window: WINDOW, connections: AT_ONCE, allConnections: ALL, bytes: BYTES, idleMs: IDLE_MS } = KIT_LIMITS.network;
/** A piece may reach past the window's end. */
const SLACK = 64 * 1024;

/**
 * The network of one call: connections that the runner accepts on loopback inside the container go on, byte for byte, to
 * exactly the host and port that kit.yaml names. The container itself has no network, so there is nothing else to reach, and
 * what is encrypted stays so from end to end. Of what the container sends nothing is believed.
 */
export class KitNetwork {
  /** Those that are over, the first hundred. */
  readonly connections: KitConnection[] = [];
  readonly #hosts: readonly NetworkHost[];
  readonly #connect: Connect;
  readonly #send: (kind: number, payload: Buffer) => void;
  readonly #open = new Map<number, Open>();
  #opened = 0;
  #bytes = 0;

  constructor(hosts: readonly NetworkHost[], connect: Connect, send: (kind: number, payload: Buffer) => void) {
    this.#hosts = hosts;
    this.#connect = connect;
    this.#send = send;
  }

  /** A frame that is about a connection; any other is not for here. */
  take({ kind, payload }: Frame): void {
    if (payload.length < 4) return;
    const id = payload.readUInt32BE(0);
    if (kind === FRAME.open) {
      this.#begin(id, payload.length < 6 ? -1 : payload.readUInt16BE(4));
      return;
    }
    const one = this.#open.get(id);
    // Over already, on our side.
    if (one === undefined) return;
    if (kind === FRAME.data) this.#fromKit(id, one, payload.subarray(4));
    else if (kind === FRAME.taken) this.#taken(id, one, payload.length < 8 ? -1 : payload.readUInt32BE(4));
    else if (kind === FRAME.end) {
      one.ended = true;
      one.remote?.end();
    } else if (kind === FRAME.close) this.#end(id, one);
  }

  /** Ends all that is open. */
  close(): void {
    for (const [id, one] of this.#open) this.#end(id, one);
  }

  #begin(id: number, index: number): void {
    const host = this.#hosts[index];
    if (host === undefined || this.#open.has(id)) return;
    this.#opened += 1;
    const stop = new AbortController();
    const began = performance.now();
    const one: Open = {
      ...{ host, began, stop, sent: 0, received: 0, waiting: 0, pending: 0 },
      ...{ remote: undefined, early: [], ended: false },
    };
    const full =
      this.#opened > ALL
        ? `A call may open ${ALL} connections.`
        : this.#open.size >= AT_ONCE
          ? `A call may have ${AT_ONCE} connections open at once.`
          : undefined;
    this.#open.set(id, one);
    if (full !== undefined) {
      this.#end(id, one, new AppError('too-large', full));
      return;
    }
    this.#connect({ host: host.host, port: host.port }, stop.signal).then(
      (remote) => this.#joined(id, one, remote),
      (error: unknown) => this.#end(id, one, asAppError(error)),
    );
  }

  #joined(id: number, one: Open, remote: Duplex): void {
    remote.on('error', () => this.#end(id, one, new AppError('service-unreachable', 'The connection broke off.')));
    if (this.#open.get(id) !== one) {
      remote.destroy();
      return;
    }
    one.remote = remote;
    this.#touch(id, one);
    remote.on('data', (piece: Buffer) => {
      one.received += piece.length;
      one.waiting += piece.length;
      if (!this.#count(id, one, piece.length)) return;
      this.#send(FRAME.data, numbered(id, piece));
      if (one.waiting >= WINDOW) remote.pause();
    });
    remote.on('end', () => this.#send(FRAME.end, numbered(id)));
    remote.on('close', () => this.#end(id, one));
    for (const piece of one.early.splice(0)) this.#write(id, one, remote, piece);
    if (one.ended) remote.end();
  }

  #fromKit(id: number, one: Open, piece: Buffer): void {
    one.sent += piece.length;
    one.pending += piece.length;
    if (one.pending > WINDOW + SLACK) {
      this.#end(id, one, new AppError('too-large', 'The kit sent faster than its connection takes.'));
      return;
    }
    if (!this.#count(id, one, piece.length)) return;
    if (one.remote === undefined) one.early.push(piece);
    else this.#write(id, one, one.remote, piece);
  }

  #write(id: number, one: Open, remote: Duplex, piece: Buffer): void {
    remote.write(piece, () => {
      if (this.#open.get(id) !== one) return;
      one.pending -= piece.length;
      const taken = Buffer.alloc(4);
      taken.writeUInt32BE(piece.length);
      this.#send(FRAME.taken, numbered(id, taken));
    });
  }

  #taken(id: number, one: Open, bytes: number): void {
    if (bytes < 0 || bytes > one.waiting) {
      this.#end(id, one, new AppError('kit-bad-result', 'The kit did not speak the way of the runner.'));
      return;
    }
    one.waiting -= bytes;
    if (one.waiting < WINDOW) one.remote?.resume();
  }

  /** @returns false when the call has had its share, and the connection is over */
  #count(id: number, one: Open, bytes: number): boolean {
    this.#bytes += bytes;
    this.#touch(id, one);
    if (this.#bytes <= BYTES) return true;
    this.#end(id, one, new AppError('too-large', `A call may send and receive ${BYTES >> 20} MB.`));
    return false;
  }

  #touch(id: number, one: Open): void {
    clearTimeout(one.idle);
    const quiet = new AppError('timeout', `Nothing came or went for ${IDLE_MS / 1_000} seconds.`);
    one.idle = setTimeout(() => this.#end(id, one, quiet), IDLE_MS);
    one.idle.unref();
  }

  #end(id: number, one: Open, problem?: AppError): void {
    if (this.#open.get(id) !== one) return;
    this.#open.delete(id);
    clearTimeout(one.idle);
    one.stop.abort();
    one.remote?.destroy();
    this.#send(FRAME.close, numbered(id));
    const { host, port } = one.host;
    const ms = Math.round(performance.now() - one.began);
    if (this.connections.length < KIT_LIMITS.network.told)
      this.connections.push({
        ...{ host, port, sent: one.sent, received: one.received, ms },
        ...(problem === undefined ? {} : { problem: problem.toBody() }),
      });
  }
}

function numbered(id: number, payload: Buffer = Buffer.alloc(0)): Buffer {
  const number = Buffer.alloc(4);
  number.writeUInt32BE(id);
  return Buffer.concat([number, payload]);
}

const asAppError = (error: unknown): AppError =>
  error instanceof AppError
    ? error
    : new AppError('service-unreachable', 'The server could not be reached.', { cause: error });
