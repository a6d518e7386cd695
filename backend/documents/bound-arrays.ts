/** Bytes of one array in a thread that reads documents: all that a stream of a PDF may unpack to. */
const MOST = 64_000_000;

/**
 * Bounds how much one byte array of this thread may take. A heap limit does not count such memory, and readers of packed
 * formats (pdf.js doubles one array until a stream ends) have no limit of their own. Call it in a worker thread only, before
 * anything is read.
 */
export function boundArrays(most = MOST): void {
  const Native = globalThis.Uint8Array;
  globalThis.Uint8Array = new Proxy(Native, {
    construct(target, args: unknown[], newTarget) {
      const [size] = args;
      if (typeof size === 'number' && size > most) throw new RangeError('A document unpacks to too much.');
      return Reflect.construct(target, args, newTarget);
    },
  });
}
