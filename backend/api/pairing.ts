import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { AppError } from '@pagehand/contracts/errors';
import type { Store } from '../store/store.ts';

/** A code lives two minutes, takes five tries, and is used once. */
export const CODE_LIFE_MS = 120_000;
const CODE_TRIES = 5;
/** Codes that live at once: the one that `npm start` writes for its own build, and those printed for other browsers. */
const LIVE_CODES = 4;
/** Without 0 O 1 I L U, which people mix up. 8 of 30 signs: 39 bits, against five tries. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 8;
/** Of a code that lives longer than two minutes: nobody types it, so it need not be short. 157 bits: not to be guessed. */
const LONG_CODE_LENGTH = 32;

/** What a browser says of an extension's page; a web page cannot have such an origin. */
const EXTENSION_ORIGIN =
  /^(?:chrome-extension:\/\/[a-p]{32}|moz-extension:\/\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export const isExtensionOrigin = (origin: string): boolean => EXTENSION_ORIGIN.test(origin);

const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

type LiveCode = { hash: Buffer; expiresAt: number };

export type Pairing = {
  /**
   * A fresh one-time code, as a person types it: `ABCD-EFGH`. The oldest of more than four dies.
   * @param lifeMs two minutes, unless the code lies in a build of our own, where it waits until the panel is opened.
   */
  mint(lifeMs?: number): string;
  /** A code can be used right now. */
  alive(): boolean;
  /**
   * Uses a code up and binds a new token to the origin that used it. Synchronous, so that of many right codes at once
   * exactly one wins.
   * @throws AppError `pairing-refused` (wrong, expired or used) or `pairing-locked` (after five wrong tries).
   */
  redeem(code: string, name: string, origin: string): { token: string; pairingId: string };
};

/** @param now for tests: the clock, in ms. */
export function createPairing(store: Pick<Store, 'pairings'>, now: () => number = Date.now): Pairing {
  let codes: LiveCode[] = [];
  let triesLeft = 0;
  let blockedUntil = 0;
  const drop = (): void => {
    codes = codes.filter((code) => code.expiresAt > now());
  };
  return {
    mint(lifeMs = CODE_LIFE_MS) {
      drop();
      const length = lifeMs > CODE_LIFE_MS ? LONG_CODE_LENGTH : CODE_LENGTH;
      const code = Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
      codes = [...codes, { hash: hashOf(code), expiresAt: now() + lifeMs }].slice(-LIVE_CODES);
      triesLeft = CODE_TRIES;
      blockedUntil = 0;
      return `${code.slice(0, 4)}-${code.slice(4)}`;
    },
    alive() {
      drop();
      return codes.length > 0;
    },
    redeem(code, name, origin) {
      if (now() < blockedUntil)
        throw new AppError('pairing-locked', 'Too many wrong codes. Ask the backend for a new one.');
      drop();
      if (codes.length === 0) throw new AppError('pairing-refused', 'The code has expired or was used.');
      const tried = hashOf(code.toUpperCase().replaceAll(/[\s-]/g, ''));
      // All are compared, so that the time taken does not say which one was near.
      const found = codes.filter((live) => timingSafeEqual(live.hash, tried))[0];
      if (found === undefined) {
        triesLeft -= 1;
        if (triesLeft <= 0) {
          blockedUntil = Math.max(...codes.map((live) => live.expiresAt));
          codes = [];
        }
        throw new AppError('pairing-refused', 'The code is wrong.');
      }
      codes = codes.filter((live) => live !== found);
      const token = randomBytes(32).toString('base64url');
      const pairingId = randomBytes(12).toString('hex');
      store.pairings.add({ pairingId, name: cleanName(name), origin, tokenHash: hashToken(token) });
      return { token, pairingId };
    },
  };
}

const hashOf = (code: string): Buffer => createHash('sha256').update(code).digest();

/** A name is shown in a list: no control, no invisible and no direction signs. */
const cleanName = (name: string): string => name.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim() || 'Browser';

/**
 * Which pairing a bearer token belongs to. Every pairing is compared, each in constant time, and it must be one of the
 * origin that asks: a token that was carried elsewhere is worth nothing.
 */
export function findPairing(store: Pick<Store, 'pairings'>, token: string, origin: string): string | undefined {
  const tried = Buffer.from(hashToken(token), 'hex');
  let found: string | undefined;
  for (const pairing of store.pairings.list()) {
    const same = timingSafeEqual(Buffer.from(pairing.tokenHash, 'hex'), tried);
    if (same && pairing.origin === origin) found = pairing.pairingId;
  }
  return found;
}
