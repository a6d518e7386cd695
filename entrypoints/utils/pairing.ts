import { AppError } from '@pagehand/contracts/errors';
import { browser } from 'wxt/browser';
import * as z from 'zod';
import { getHealth, type Health, pair } from './backend-client.ts';
import { DEFAULT_PORT, getConnection, setConnection } from './connection.ts';

/** What `npm start` lays next to the manifest of its copy of the build. The code is used once. */
const PairingFileSchema = z.strictObject({ port: z.int().min(1).max(65_535), code: z.string().min(4).max(64) });

/** How things stand between extension and backend. */
export type PairingState =
  | { state: 'paired'; port: number; health: Health }
  /** A backend runs, and wants the code that it printed. */
  | { state: 'needs-code'; port: number; health: Health }
  | { state: 'unreachable'; port: number; error: AppError };

/**
 * Looks for the backend and pairs by itself where `npm start` left a code.
 * Order: the stored connection, the pairing file, the default port.
 */
export async function connect(signal: AbortSignal): Promise<PairingState> {
  const [stored, file] = await Promise.all([getConnection(), readPairingFile()]);
  const port = file?.port ?? stored?.port ?? DEFAULT_PORT;
  try {
    const health = await getHealth(port, signal);
    if (stored !== undefined && stored.port === port) return { state: 'paired', port, health };
    if (file !== undefined) {
      try {
        await pairWithCode({ port, code: file.code }, signal);
        return { state: 'paired', port, health };
      } catch (error) {
        // The code of the file was used or has run out: the person types a new one.
        if (!(error instanceof AppError) || error.code === 'backend-unreachable') throw error;
      }
    }
    return { state: 'needs-code', port, health };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { state: 'unreachable', port, error };
  }
}

/**
 * Pairs by the code that the backend printed and stores the token.
 * @throws AppError `pairing-refused`, `pairing-locked`, `backend-unreachable`, `version-mismatch`.
 */
export async function pairWithCode(input: { port: number; code: string }, signal: AbortSignal): Promise<void> {
  const { token } = await pair(input.port, { code: input.code.trim(), name: browserName() }, signal);
  await setConnection({ port: input.port, token });
}

async function readPairingFile(): Promise<z.infer<typeof PairingFileSchema> | undefined> {
  try {
    // Not in the build, only in the copy that `npm start` makes, hence no typed path.
    const response = await fetch(new URL('/pairing.json', browser.runtime.getURL('/')), { cache: 'no-store' });
    return PairingFileSchema.safeParse(await response.json()).data;
  } catch {
    return undefined;
  }
}

const browserName = (): string => (navigator.userAgent.includes('Firefox/') ? 'Firefox' : 'Chromium');
