import { AppError, type AppErrorBody, type ErrorCode } from '@pagehand/contracts/errors';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

const STATUS: Partial<Record<ErrorCode, ContentfulStatusCode>> = {
  'bad-request': 400,
  'invalid-arguments': 400,
  'not-paired': 401,
  'pairing-refused': 401,
  'forbidden': 403,
  'not-found': 404,
  'unknown-tool': 404,
  'conflict': 409,
  'other-panel': 409,
  'cancelled': 409,
  'outcome-unknown': 409,
  'approval-mismatch': 409,
  'approval-stale': 409,
  'surface-changed': 409,
  'tool-failed': 502,
  'connection-refused': 502,
  'service-unreachable': 502,
  'service-error': 502,
  'too-large': 413,
  'too-many-requests': 429,
  'pairing-locked': 429,
  'internal': 500,
  'model-unreachable': 502,
  'model-key-refused': 502,
  'model-rate-limited': 502,
  'model-context-exceeded': 502,
  'model-bad-answer': 502,
  'model-error': 502,
  'store-unavailable': 503,
  'timeout': 504,
};

/** The HTTP status of a code; what has none of its own is a request that was understood but cannot be done. */
export const statusOf = (code: ErrorCode): ContentfulStatusCode => STATUS[code] ?? 422;

/**
 * What leaves the backend: an AppError as it is, anything else as `internal` without a word of its text, which may hold
 * a path, a stack or a provider's answer. The log has it under the request id.
 */
export function toErrorBody(error: unknown, requestId: string): AppErrorBody {
  const known = error instanceof AppError ? error : new AppError('internal', 'Something went wrong in the backend.');
  return { ...known.toBody(), requestId };
}
