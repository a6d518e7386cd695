import { CONNECTION_IDS } from '@pagehand/contracts/connection-ids';
import type { ToolContext } from './define-tool.ts';

/** Names of fields that hold a secret; addresses and client ids do not. */
const SECRET = /key|token|secret|session|password/i;
/** A shorter value could stand anywhere by chance. */
const SHORTEST = 8;

/**
 * JSON text without the secrets of the person's connections: a service that repeats a key in its answer must not bring
 * it to a model, a thread or a file.
 */
export function maskConnections(json: string, context: Pick<ToolContext, 'connection'>): string {
  let masked = json;
  for (const id of CONNECTION_IDS)
    for (const [name, value] of Object.entries(context.connection(id) ?? {}))
      if (SECRET.test(name) && value.length >= SHORTEST)
        for (const spelling of new Set([JSON.stringify(value).slice(1, -1), encodeURIComponent(value)]))
          masked = masked.replaceAll(spelling, '[masked]');
  return masked;
}
