import { KIT_LIMITS } from './kit-limits.ts';

/**
 * What goes over the container's stdin and stdout: frames of one byte of kind, four bytes of length (big endian), then
 * that many bytes. What the kit prints travels inside frames, so it can never be taken for the runner's own.
 */
export const FRAME = {
  /** To the runner: the call, as JSON. */
  call: 0x43,
  /** From the runner: it listens. */
  ready: 0x52,
  /** A piece of the kit's stdout, of its stderr. */
  stdout: 0x4f,
  stderr: 0x45,
  /** The end, as JSON: what the function returned or threw. */
  result: 0x56,
  /** The end, as JSON: the kit's process went without a result. */
  crashed: 0x58,
  /** To the runner, before the call: loopback addresses and ports to listen on, as JSON `[[address, port], ...]`. */
  hosts: 0x4e,
  /** From the runner: a connection to one of them; its number (4 bytes), which of them (2 bytes). */
  open: 0x6f,
  /** Both ways, each begins with the connection's number: bytes; no more bytes; it is over; so many bytes (4) were taken. */
  data: 0x64,
  end: 0x65,
  close: 0x63,
  taken: 0x77,
} as const;

export const FRAME_HEADER = 5;
const KINDS = new Set<number>(Object.values(FRAME));

export function encodeFrame(kind: number, payload: Buffer): Buffer {
  const header = Buffer.alloc(FRAME_HEADER);
  header.writeUInt8(kind, 0);
  header.writeUInt32BE(payload.length, 1);
  return Buffer.concat([header, payload]);
}

export type Frame = { kind: number; payload: Buffer };

/**
 * Reads frames out of a stream of pieces. Of what the container sends nothing is believed: an unknown kind or a length past
 * the bound of a result makes it throw.
 */
export class FrameReader {
  private pieces: Buffer[] = [];
  private size = 0;

  /** @throws Error when the stream is not of frames, or one is too long */
  push(piece: Buffer): Frame[] {
    this.pieces.push(piece);
    this.size += piece.length;
    const frames: Frame[] = [];
    for (;;) {
      if (this.size < FRAME_HEADER) return frames;
      const header = this.peek(FRAME_HEADER);
      const kind = header.readUInt8(0);
      const length = header.readUInt32BE(1);
      if (!KINDS.has(kind)) throw new Error('no frame');
      if (length > KIT_LIMITS.result + 64 * 1024) throw new Error('the frame is too long');
      if (this.size < FRAME_HEADER + length) return frames;
      frames.push({ kind, payload: this.take(FRAME_HEADER + length).subarray(FRAME_HEADER) });
    }
  }

  private peek(length: number): Buffer {
    const [first] = this.pieces;
    if (first !== undefined && first.length >= length) return first;
    const all = Buffer.concat(this.pieces);
    this.pieces = [all];
    return all;
  }

  private take(length: number): Buffer {
    const [first] = this.pieces;
    const all = first !== undefined && first.length >= length ? first : Buffer.concat(this.pieces);
    const others = all === first ? this.pieces.slice(1) : [];
    const rest = all.subarray(length);
    this.pieces = rest.length > 0 ? [rest, ...others] : others;
    this.size -= length;
    return all.subarray(0, length);
  }
}
