/** Longest stretch of the page's main thread that capture takes before it lets the page run, in ms. */
const SLICE_MS = 24;

/** Lets the page's own tasks run. A message, not a timer: timers of hidden tabs wait a second or longer. */
export function yieldToPage(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

/** Splits long work: call `due()` often, and await `rest()` when it says so. */
export class Slices {
  #started = performance.now();
  #signal: AbortSignal;
  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }
  due(): boolean {
    return performance.now() - this.#started > SLICE_MS;
  }
  /** @throws the signal's reason when the call was aborted meanwhile. */
  async rest(): Promise<void> {
    await yieldToPage();
    this.#signal.throwIfAborted();
    this.#started = performance.now();
  }
}
