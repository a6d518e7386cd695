import { AppError } from '@pagehand/contracts/errors';
import type { Response as UndiciResponse } from 'undici';

/**
 * The response with a body that ends with `too-large` after `maxBytes` (bytes after decompression, which undici does
 * piece by piece). `ended` is called once, when the body is read to its end, given up or broken.
 */
export function cappedResponse(
  response: UndiciResponse,
  maxBytes: number,
  toError: (error: unknown) => unknown,
  ended: () => void,
): Response {
  const reader = response.body?.getReader();
  if (reader === undefined) ended();
  let bytes = 0;
  const body =
    reader &&
    new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          try {
            const { done, value } = await reader.read();
            if (done) {
              ended();
              controller.close();
              return;
            }
            bytes += value.byteLength;
            if (bytes > maxBytes) throw tooLarge(maxBytes);
            controller.enqueue(value);
          } catch (error) {
            ended();
            reader.cancel().catch(() => undefined); // it is broken already
            controller.error(toError(error));
          }
        },
        async cancel(reason) {
          ended();
          await reader.cancel(reason);
        },
      },
      // Nothing is read ahead of the one who reads.
      { highWaterMark: 0 },
    );
  const capped = new Response(body ?? null, {
    status: response.status,
    statusText: response.statusText,
    headers: [...response.headers],
  });
  Object.defineProperty(capped, 'url', { value: response.url });
  return capped;
}

const tooLarge = (maxBytes: number): AppError =>
  new AppError(
    'too-large',
    `The answer is larger than ${Math.round(maxBytes / 1_000_000)} MB; it was not read further.`,
  );
