import { unshadowed } from './capture-kit.ts';
/**
 * Waits in a page. Timers of hidden tabs are held back to once a second, later to once a minute; messages are not. So a
 * hidden tab waits on messages, which costs it processor time for the (bounded) wait.
 * @throws the signal's reason when aborted.
 */
export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (!unshadowed(document, 'hidden')) {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(done, ms);
      function done() {
        signal.removeEventListener('abort', stop);
        resolve();
      }
      function stop() {
        clearTimeout(timer);
        reject(signal.reason);
      }
      signal.addEventListener('abort', stop, { once: true });
    });
    return;
  }
  const end = performance.now() + ms;
  const { port1, port2 } = new MessageChannel();
  try {
    while (performance.now() < end) {
      await new Promise<void>((resolve) => {
        port1.onmessage = () => resolve();
        port2.postMessage(undefined);
      });
      signal.throwIfAborted();
    }
  } finally {
    port1.close();
  }
}
