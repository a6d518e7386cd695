import type { ModelResponses } from '@pagehand/contracts/api';
import type * as z from 'zod';
import { withTimeLimit } from '../time-limit.ts';
import { listModels } from './list-models.ts';

export type ServerPlace = { name: string; baseUrl: string };

/** Local model servers on their default ports. */
const LOCAL_SERVERS: readonly ServerPlace[] = [
  { name: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1' },
  { name: 'LM Studio', baseUrl: 'http://127.0.0.1:1234/v1' },
];

/** A server on this machine answers at once or not at all (ms). */
const PATIENCE = 1_500;

/** Looks for model servers on this machine. One that does not answer like OpenAI's API is not there. */
export async function findServers(
  signal: AbortSignal,
  places: readonly ServerPlace[] = LOCAL_SERVERS,
): Promise<z.infer<typeof ModelResponses.find>> {
  const found = await Promise.all(
    places.map(async (place) => {
      const result = await withTimeLimit(PATIENCE, signal, (limited) => listModels(place.baseUrl, undefined, limited));
      return result.kind === 'models' ? [{ ...place, models: result.models.slice(0, 200) }] : [];
    }),
  );
  return { servers: found.flat() };
}
