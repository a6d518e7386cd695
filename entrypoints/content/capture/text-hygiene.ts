import { cap, cleanText } from '@pagehand/contracts/clean-text';
import { redactSecrets } from '@pagehand/contracts/redact-secrets';

/** Counts what was masked or removed, by kind. */
export type Redacted = Record<string, number>;

/** Latin text without a format character: by far the most, and nothing to clean. */
const PLAIN = /^[\x20-\x7e\s\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u205e\u20a0-\u20bf]*$/;
/** Without one of these no rule of `redactSecrets` can match. */
const MAY_BE_SECRET = /\d[\d \-.]{8}|[\w-]{16}|-----|bearer|basic|secret|token|passw|pwd|passphrase|key/i;

/** Text of the page made fit to be read by a model: invisible code points removed, secrets masked, both counted. */
export function cleanPageText(text: string, redacted: Redacted, max?: number): string {
  let result = text;
  if (!PLAIN.test(result)) {
    const cleaned = cleanText(result);
    result = cleaned.text;
    for (const count of Object.values(cleaned.removed)) redacted['invisible'] = (redacted['invisible'] ?? 0) + count;
  }
  if (MAY_BE_SECRET.test(result)) {
    const masked = redactSecrets(result);
    result = masked.text;
    for (const [kind, count] of Object.entries(masked.redacted)) redacted[kind] = (redacted[kind] ?? 0) + count;
  }
  return max === undefined || result.length <= max ? result : cap(result, max);
}
