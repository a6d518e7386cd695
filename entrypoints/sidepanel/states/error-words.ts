import { type AppErrorBody, ERROR_CODES, type ErrorCode } from '@pagehand/contracts/errors';
import english from '../../../public/_locales/en/messages.json';
import { CONNECTION_NAMES } from '../settings/connection-names.ts';
import type { Translate } from '../texts/text.ts';

/** The one thing to do about an error, where the panel can do it. */
export type ErrorAction = 'connect' | 'pair' | 'model' | 'allow' | 'connection' | 'retry' | 'new-thread' | undefined;

const ACTIONS: Partial<Record<ErrorCode, Exclude<ErrorAction, undefined>>> = {
  'backend-unreachable': 'connect',
  'version-mismatch': 'connect',
  'not-paired': 'pair',
  'pairing-refused': 'pair',
  'forbidden': 'pair',
  'model-unreachable': 'model',
  'model-key-refused': 'model',
  'model-error': 'model',
  'model-bad-answer': 'model',
  'connection-missing': 'connection',
  'connection-refused': 'connection',
  'model-rate-limited': 'retry',
  'model-context-exceeded': 'new-thread',
  'site-access-missing': 'allow',
  'too-many-requests': 'retry',
  'timeout': 'retry',
  'internal': 'retry',
  'page-gone': 'retry',
  'page-timeout': 'retry',
};

export function actionFor({ code, connection }: AppErrorBody): ErrorAction {
  const action = ACTIONS[code] ?? (ERROR_CODES[code].retryable ? 'retry' : undefined);
  return action === 'connection' && connection === undefined ? undefined : action;
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
  'page-gone',
  'page-restricted',
  'pairing-refused',
  'plan-refused',
  'site-access-missing',
  'store-unavailable',
  'timeout',
  'too-many-requests',
  'version-mismatch',
]);

/** What the other side said of an error, where a person needs it beside our words; problems are listed one by one. */
export function errorDetail({ code, message, problems }: AppErrorBody): string | undefined {
  const listed = problems !== undefined && problems.length > 0;
  return errorKey(code) === undefined || SAY_IT_ALL.has(code) || listed || message === '' ? undefined : message;
}

/** `Connect Google`: the button of an error that names what is not connected. */
export const connectWords = ({ connection }: AppErrorBody, t: Translate): string | undefined =>
  connection && t('connectNamed', { name: CONNECTION_NAMES[connection.id] });

/** `not-paired` -> `error_not_paired`: the panel's own words for a code, where it has some. */
export function errorKey(code: ErrorCode): keyof typeof english | undefined {
  const key = `error_${code.replaceAll('-', '_')}`;
  return key in english ? (key as keyof typeof english) : undefined; // checked on this line
}

/** What is so, in a sentence: ours where the code says it all, else what the other side said. */
export function errorWords(error: AppErrorBody, t: Translate): string {
  const key = errorKey(error.code);
  return key ? t(key as Parameters<Translate>[0]) : error.message; // error_ keys have no plural forms
}
