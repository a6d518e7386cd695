import { AppError } from '@pagehand/contracts/errors';
import type { CapturedOutput } from './captured-output.ts';
import { FRAME } from './frames.ts';
import { KIT_LIMITS } from './kit-limits.ts';
import type { KitNetwork } from './kit-network.ts';
import type { OneShot } from './one-shot.ts';
import { type Answer, readCrash, readResult } from './read-answer.ts';

/**
 * Hears a container out: until its answer, or until it is over, floods, takes too long or is stopped. The time limit runs
 * from when its runner listens.
 * @returns the answer; `lost` when the connection ended without one
 * @throws AppError `timeout`, `cancelled`, `kit-output-flood`; the caller ends the container
 */
export function converse(
  shot: OneShot,
  output: CapturedOutput,
  network: KitNetwork | undefined,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Answer | { lost: string }> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const settle = (done: () => void): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      done();
    };
    const fail = (error: AppError): void => settle(() => reject(error));
    const stop = (): void => fail(new AppError('cancelled', 'The tool was stopped.'));
    const late = (): void => fail(new AppError('timeout', `The tool did not end within ${timeoutMs} ms.`));
    const begin = (): void => {
      clearTimeout(timer);
      timer = setTimeout(late, timeoutMs);
    };
    timer = setTimeout(
      () => fail(new AppError('timeout', 'The container of the tool did not start within 30 seconds.')),
      KIT_LIMITS.startMs,
    );
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    shot.listen({
      onFrame(frame) {
        const { kind, payload } = frame;
        if (kind === FRAME.ready) begin();
        else if (kind === FRAME.result) settle(() => resolve(readResult(payload)));
        else if (kind === FRAME.crashed) settle(() => resolve(readCrash(payload, output.text('stderr'))));
        else if (kind === FRAME.stdout || kind === FRAME.stderr) {
          output.add(kind === FRAME.stdout ? 'stdout' : 'stderr', payload);
          if (output.bytes > KIT_LIMITS.output)
            fail(new AppError('kit-output-flood', 'The tool printed more than 16 MB and was ended.'));
        } else network?.take(frame);
      },
      onEnd: (complaint) => settle(() => resolve({ lost: complaint })),
    });
    if (shot.isReady()) begin();
  });
}
