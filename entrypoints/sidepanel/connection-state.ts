import { AppError } from '@pagehand/contracts/errors';
import { models } from '../utils/backend-client.ts';
import { clearConnection, DEFAULT_PORT, getConnection } from '../utils/connection.ts';
import { connect, pairWithCode } from '../utils/pairing.ts';
import type { ConnectionState } from './store/view-state.ts';

/** Where the backend was last: a token that was revoked says nothing about its port. */
let port = DEFAULT_PORT;

export const lastPort = (): number => port;

/** Finds the backend; a token that it no longer knows is forgotten, so that pairing can begin afresh. */
export async function connectToBackend(signal: AbortSignal): Promise<ConnectionState> {
  try {
    const state = await connect(signal);
    port = state.port;
    if (state.state === 'unreachable') return failed(state.error);
    if (state.state === 'needs-code') return failed(new AppError('not-paired', 'The backend wants a code.'));
    await models.get({}, signal);
    return { state: 'ready', version: state.health.version };
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-paired') {
      port = (await getConnection())?.port ?? port;
      await clearConnection();
      const again = await connect(signal);
      if (again.state === 'paired') return { state: 'ready', version: again.health.version };
    }
    return failed(error);
  }
}

/** @throws AppError `pairing-refused`, `pairing-locked`, `backend-unreachable`. */
export async function pairByCode(code: string, at: number, signal: AbortSignal): Promise<ConnectionState> {
  port = at;
  await pairWithCode({ port, code }, signal);
  return connectToBackend(signal);
}

function failed(error: unknown): ConnectionState {
  const known = AppError.from(error, 'internal', String(error));
  const state =
    known.code === 'not-paired' || known.code === 'forbidden'
      ? 'not-paired'
      : known.code === 'version-mismatch'
        ? 'version-mismatch'
        : 'unreachable';
  return { state, error: known.toBody() };
}
