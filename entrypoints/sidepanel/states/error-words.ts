import { type AppErrorBody, ERROR_CODES, type ErrorCode } from '@pagehand/contracts/errors';
import { CONNECTION_NAMES } from '../settings/connection-names.ts';
import type { Translate } from '../texts/text.ts';
import { errorKey } from './error-key.ts';

/** The one thing to do about an error, where the panel can do it. */
export type ErrorAction = 'connect' | 'pair' | 'model' | 'allow' | 'connection' | 'retry' | 'new-thread' | undefined;

const ACTIONS: Partial<Record<ErrorCode, Exclude<ErrorAction, undefined>>> = {
  'backend-unreachable': 'connect',
  'version-mismatch': 'connect',
  'not-paired': 'pair',
  'pairing-refused': 'pair',
  'pairing-locked': 'pair',
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
  // Another program may have let go of the database, or the disk have room again.
  'store-unavailable': 'retry',
  'internal': 'retry',
  'page-gone': 'retry',
  'page-timeout': 'retry',
};

export function actionFor({ code, connection }: AppErrorBody): ErrorAction {
  const action = ACTIONS[code] ?? (ERROR_CODES[code].retryable ? 'retry' : undefined);
  return action === 'connection' && connection === undefined ? undefined : action;
}

/** `Connect Google`: the button of an error that names what is not connected. */
export const connectWords = ({ connection }: AppErrorBody, t: Translate): string | undefined =>
  connection && t('connectNamed', { name: CONNECTION_NAMES[connection.id] });

/** What is so, in a sentence: ours where the code says it all, else what the other side said. */
export function errorWords(error: AppErrorBody, t: Translate): string {
  const key = errorKey(error.code);
  return key ? t(key as Parameters<Translate>[0]) : error.message; // error_ keys have no plural forms
}
