import { CONNECTION_IDS } from '@pagehand/contracts/connection-ids';
import { jiitTokenOf } from '../connections/jiit-session.ts';
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
  for (const value of secretsOf(context))
    for (const spelling of new Set([JSON.stringify(value).slice(1, -1), encodeURIComponent(value)]))
      masked = masked.replaceAll(spelling, '[masked]');
  return masked;
}

function secretsOf(context: Pick<ToolContext, 'connection'>): string[] {
  const kept = CONNECTION_IDS.flatMap((id) =>
    Object.entries(context.connection(id) ?? {}).flatMap(([name, value]) => (SECRET.test(name) ? [value] : [])),
  );
  // The portal's session is kept whole; the token in it is what the portal gets.
  const token = jiitTokenOf(context.connection('pyjiit')?.['session']);
  return [...kept, ...(token === undefined ? [] : [token])].filter(({ length }) => length >= SHORTEST);
}
