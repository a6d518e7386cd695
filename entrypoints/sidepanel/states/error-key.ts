import type { AppErrorBody, ErrorCode } from '@pagehand/contracts/errors';
import english from '../../../public/_locales/en/messages.json';

/** `not-paired` -> `error_not_paired`: the panel's own words for a code, where it means one thing only. */
export function errorKey(code: ErrorCode): keyof typeof english | undefined {
  const key = `error_${code.replaceAll('-', '_')}`;
  return key in english ? (key as keyof typeof english) : undefined; // checked on this line
}

/** Codes whose own words say it all; beside those of the others, what the other side said is shown. */
const SAY_IT_ALL: ReadonlySet<ErrorCode> = new Set([
  'backend-unreachable',
  'cancelled',
  'model-context-exceeded',
  'model-key-refused',
  'model-rate-limited',
  'model-unreachable',
  'not-paired',
  'other-panel',
  'page-gone',
  'page-restricted',
  'pairing-locked',
  'pairing-refused',
  'site-access-missing',
  'store-unavailable',
  'version-mismatch',
]);

/** What the other side said of an error, where a person needs it beside our words; problems are listed one by one. */
export function errorDetail({ code, message, problems }: AppErrorBody): string | undefined {
  const listed = problems !== undefined && problems.length > 0;
  return errorKey(code) === undefined || SAY_IT_ALL.has(code) || listed || message === '' ? undefined : message;
}
