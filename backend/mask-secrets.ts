/** A shorter value stands anywhere by chance: nobody may call it a secret. */
export const SHORTEST_SECRET = 4;
/** A spelling shorter than this is masked where it stands as a word of its own: within other words it is chance. */
const SURE = 8;
const MASK = '[masked]';

/**
 * Text without the secrets, plain or as services and documents write them: in JSON, in an address, escaped for HTML or
 * Markdown, in hex, in Base64 (alone or within a longer text). A service that repeats a key must not bring it to a model,
 * a thread or a file.
 * @param text plain text; JSON text may lose a number that is a secret, so that it is JSON no more: see `maskValue`.
 */
export function maskSecrets(text: string, secrets: Iterable<string>): string {
  return secretMask(secrets)(text);
}

/** The same for many texts. */
export function secretMask(secrets: Iterable<string>): (text: string) => string {
  const known = [...new Set(secrets)].filter(({ length }) => length >= SHORTEST_SECRET).flatMap(spellings);
  const sure = known.filter(({ length }) => length >= SURE);
  const words = known.filter(({ length }) => length < SURE).map(asWord);
  return (text) =>
    words.reduce(
      (masked, word) => masked.replace(word, MASK),
      sure.reduce((masked, spelling) => masked.replaceAll(spelling, MASK), text),
    );
}

const asWord = (text: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}_])${text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}(?![\\p{L}\\p{N}_])`, 'gu');

/** A value with the mask over every text and number in it, and over the names of its fields. */
export function maskValue(value: unknown, mask: (text: string) => string): unknown {
  if (typeof value === 'string') return mask(value);
  if (typeof value === 'number') {
    const masked = mask(String(value));
    return masked === String(value) ? value : masked;
  }
  if (Array.isArray(value)) return value.map((one) => maskValue(one, mask));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [mask(name), maskValue(one, mask)]));
}

/** Longest first: a part of a spelling that is masked would leave the rest of it. */
function spellings(secret: string): string[] {
  const url = encodeURIComponent(secret);
  const hex = Buffer.from(secret).toString('hex');
  const plain = [
    secret,
    url,
    url.replace(/%../g, (one) => one.toLowerCase()),
    secret.replaceAll('&', '&amp;').replaceAll('=', '&#61;').replaceAll('+', '&#43;'),
    secret.replace(/[\\`*_[\]#+.!|>~-]/g, '\\$&'),
    secret.replace(/[\\_*]/g, '\\$&'),
    secret.replaceAll('/', '\\/'),
    hex,
    hex.toUpperCase(),
    ...base64(secret),
  ];
  const inJson = (one: string): string => JSON.stringify(one).slice(1, -1);
  return [...new Set(plain.flatMap((one) => [one, inJson(one), inJson(inJson(one))]))].sort(
    (a, b) => b.length - a.length,
  );
}

/**
 * Base64 and base64url of the secret, wherever it begins in what was encoded: three bytes are four letters, so what stands
 * before it shifts its letters in three ways. Letters that hold bits of its neighbours are left out.
 */
function base64(secret: string): string[] {
  return [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
    const whole = bytes.toString('base64').replace(/=+$/, '');
    const own = whole.slice(Math.ceil((before * 8) / 6), bytes.length % 3 === 0 ? undefined : -1);
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')];
  });
}
