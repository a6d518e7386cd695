import { AppError } from '@pagehand/contracts/errors';
import { askForPairingCode, type ControlAnswer } from '../api/control-socket.ts';
import { CODE_LIFE_MS } from '../api/pairing.ts';
import { loadConfig } from '../config.ts';

const ANSWER_MS = 5_000;

/** `npm start -- pair`: a fresh code from the backend that runs on the data folder. */
export async function runPair(options: { data?: string }): Promise<number> {
  const { data } = loadConfig({ data: options.data });
  const { port, code } = await ask(data);
  const minutes = CODE_LIFE_MS / 60_000;
  console.log(`Enter this code in the panel, within ${minutes} minutes; it works once: ${code} (port ${port})`);
  return 0;
}

async function ask(data: string): Promise<ControlAnswer> {
  try {
    return await askForPairingCode(data, AbortSignal.timeout(ANSWER_MS));
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('timeout', `The Pagehand on ${data} did not answer.`, { cause: error });
  }
}
