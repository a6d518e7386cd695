import type { Evidence } from '@pagehand/contracts/receipt';
import type { Observation } from './observe.ts';

/** Joins what was seen into a receipt's evidence. */
export function toEvidence(seen: ReturnType<Observation['end']>, found: 'ref' | 'fingerprint' | undefined): Evidence {
  return {
    summary: ([...seen.strong, ...seen.weak].slice(0, 4).join('; ') || 'nothing changed').slice(0, 500),
    ...(seen.before === undefined ? {} : { before: seen.before }),
    ...(seen.after === undefined ? {} : { after: seen.after }),
    ...(seen.url === undefined ? {} : { url: seen.url }),
    ...(seen.messages.length === 0 ? {} : { messages: seen.messages }),
    ...(found === undefined ? {} : { found }),
  };
}
