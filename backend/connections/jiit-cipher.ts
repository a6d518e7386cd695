import { createCipheriv, randomInt } from 'node:crypto';

/**
 * How the portal of the Jaypee Institute wraps what it is sent: AES-128-CBC with a fixed vector and a key made of the
 * date in India. It hides nothing (the key is known to all); the protection is TLS.
 */
const VECTOR = 'dcek9wb8frty1pnm';

/** `DMYwdmy`: day, month and year of the date in India, their first digits, the weekday (Sunday is 0), their second digits. */
export function dateDigits(now: Date): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Asia/Kolkata',
    day: '2-digit',
    month: '2-digit',
    year: '2-digit',
  }).formatToParts(now);
  const of = (type: string): string => parts.find((part) => part.type === type)?.value ?? '00';
  const [day, month, year] = [of('day'), of('month'), of('year')];
  const weekday = new Date(`20${year}-${month}-${day}T00:00:00Z`).getUTCDay();
  return [day, month, year].map((two) => two[0]).join('') + weekday + [day, month, year].map((two) => two[1]).join('');
}

const keyOf = (now: Date): string => `qa8y${dateDigits(now)}ty1pn`;

/** Base64 of the wrapped text. */
export function wrap(text: string, now: Date): string {
  const cipher = createCipheriv('aes-128-cbc', keyOf(now), VECTOR);
  return Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]).toString('base64');
}

/** The header `LocalName` of each request: the date between random characters, wrapped. */
export const localName = (now: Date): string => wrap(`${noise(4)}${dateDigits(now)}${noise(5)}`, now);

const LETTERS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const noise = (length: number): string => Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('');
