import { createDecipheriv } from 'node:crypto';
import { dateDigits } from '../../backend/connections/jiit-cipher.ts';

/** What the portal reads of a wrapped text. @throws Error when it was wrapped on another day, or is damaged. */
export function unwrap(wrapped: string, now: Date): string {
  const decipher = createDecipheriv('aes-128-cbc', `qa8y${dateDigits(now)}ty1pn`, 'dcek9wb8frty1pnm');
  return Buffer.concat([decipher.update(Buffer.from(wrapped, 'base64')), decipher.final()]).toString('utf8');
}
