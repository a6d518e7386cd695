import { decodeHost } from './punycode.ts';

/** A text that the run has read, and where. */
export type ReadText = { origin: string; text: string };
/** Text of one origin found in what is about to go to another. `data` is the text as it was read, shortened. */
export type LeakedText = { origin: string; data: string };

/** Letters and digits in a row that count as carried text, when they are more than one common word. */
const RUN = 20;
/** With a digit in it a shorter run is telling: order numbers, codes, addresses. */
const TELLING_RUN = 12;
/** Window of the search; a longer common run always holds one. */
const WINDOW = 12;
/** What is looked at in one outgoing text (code units), its decodings together, and one read text. */
const MAX_OUT = 24_000;
const MAX_DECODED = 200_000;
const MAX_READ = 2_000_000;

/**
 * Looks for text read elsewhere in outgoing text: as it is, percent-encoded, in base64, base32 or hex, reversed, and
 * split (pass the parts together). Short codes count when they have at least five digits or mix letters and digits.
 * Linear in the length of the read texts.
 */
export function findReadText(parts: readonly string[], readTexts: readonly ReadText[]): LeakedText[] {
  const outgoing = decodings(parts);
  if (outgoing.length === 0) return [];
  const windows = new Map<number, [text: string, at: number][]>();
  const codes = new Set<string>();
  for (const text of outgoing) {
    for (const [code] of codesIn(text)) codes.add(code);
    const packed = pack(text);
    eachWindow(packed, (hash, at) => {
      const list = windows.get(hash);
      if (list) {
        if (list.length < 4) list.push([packed, at]);
      } else windows.set(hash, [[packed, at]]);
      return false;
    });
  }
  const found = new Map<string, LeakedText>();
  for (const { origin, text } of readTexts) {
    if (found.has(origin)) continue;
    const data = carried(text.slice(0, MAX_READ), windows, codes);
    if (data !== undefined) found.set(origin, { origin, data: data.slice(0, 80) });
  }
  return [...found.values()];
}

/** The parts of a URL that can carry text: each, and all of one kind joined (a text may be split over them). */
export function urlParts(url: URL): string[] {
  const labels = decodeHost(url.hostname).split('.');
  const path = url.pathname.split('/').filter((part) => part !== '');
  const pairs = url.search
    .slice(1)
    .split('&')
    .filter((part) => part !== '');
  const values = pairs.map((pair) => pair.slice(pair.indexOf('=') + 1));
  const names = pairs.map((pair) => (pair.includes('=') ? pair.slice(0, pair.indexOf('=')) : ''));
  const hash = url.hash.slice(1);
  const hashValues = hash.split('&').map((pair) => pair.slice(pair.indexOf('=') + 1));
  const whole = [...labels.slice(0, -2), ...path, ...values, hash];
  return [
    ...whole,
    ...names,
    labels.slice(0, -2).join(''),
    labels.slice(0, -2).reverse().join(''),
    path.join(''),
    values.join(''),
    names.join(''),
    hashValues.join(''),
    [...values].reverse().join(''),
    whole.join(''),
    `${url.username}${url.password}`,
  ];
}

function carried(
  text: string,
  windows: ReadonlyMap<number, [string, number][]>,
  codes: ReadonlySet<string>,
): string | undefined {
  const packed = pack(text);
  let result: string | undefined;
  eachWindow(packed, (hash, at) => {
    for (const [other, otherAt] of windows.get(hash) ?? []) {
      const run = commonRun(packed, at, other, otherAt);
      if (run === undefined || !telling(run.text)) continue;
      result = unpack(text, run.start, run.text.length);
      return true;
    }
    return false;
  });
  if (result !== undefined || codes.size === 0) return result;
  for (const [code, token] of codesIn(text)) if (codes.has(code)) return token;
  return undefined;
}

/** The stretch of the text that packed letters and digits came from, as it was written. */
function unpack(text: string, start: number, length: number): string {
  let seen = 0;
  let from = -1;
  for (let at = 0; at < text.length; ) {
    const char = String.fromCodePoint(text.codePointAt(at) ?? 0);
    const { length: packedLength } = pack(char);
    if (from < 0 && seen >= start && packedLength > 0) from = at;
    seen += packedLength;
    at += char.length;
    if (from >= 0 && (seen >= start + length || at - from > 200)) return text.slice(from, at);
  }
  return text.slice(Math.max(0, from));
}

const telling = (run: string): boolean => run.length >= RUN || (run.length >= TELLING_RUN && /\p{N}/u.test(run));

/** The longest run around a common window; undefined when only the hashes are equal. */
function commonRun(a: string, atA: number, b: string, atB: number): { start: number; text: string } | undefined {
  for (let offset = 0; offset < WINDOW; offset += 1) if (a[atA + offset] !== b[atB + offset]) return undefined;
  let start = 0;
  while (start < 200 && atA - start > 0 && atB - start > 0 && a[atA - start - 1] === b[atB - start - 1]) start += 1;
  let end = WINDOW;
  while (end < 400 && atA + end < a.length && atB + end < b.length && a[atA + end] === b[atB + end]) end += 1;
  return { start: atA - start, text: a.slice(atA - start, atA + end) };
}

/** Rolling hash over every window; `visit` returns true to stop. */
function eachWindow(text: string, visit: (hash: number, at: number) => boolean): void {
  const base = 257;
  let top = 1;
  for (let index = 1; index < WINDOW; index += 1) top = Math.imul(top, base);
  let hash = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (index >= WINDOW) hash = (hash - Math.imul(text.charCodeAt(index - WINDOW), top)) | 0;
    hash = (Math.imul(hash, base) + text.charCodeAt(index)) | 0;
    if (index >= WINDOW - 1 && visit(hash, index - WINDOW + 1)) return;
  }
}

/** Letters and digits only, in lower case: spaces, signs and case are lost on most ways out. */
const pack = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** Short telling tokens: codes, numbers, mail addresses. Years, prices and single words are too common. */
function* codesIn(text: string): Generator<[packed: string, token: string]> {
  for (const [token] of text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}._%+@-]{4,}[\p{L}\p{N}]|\d{5,}/gu)) {
    const packed = pack(token);
    const digits = packed.replace(/\P{N}/gu, '').length;
    if (
      digits >= 5 ||
      (digits >= 2 && packed.length >= 6 && digits < packed.length) ||
      /^[^@]+@[^@]+\.[^@.]+$/.test(token)
    )
      yield [packed, token];
  }
}

/** Every reading of the parts, two decodings deep, without repeats and bounded. */
function decodings(parts: readonly string[]): string[] {
  const seen = new Set<string>();
  let budget = MAX_DECODED;
  const add = (text: string, depth: number): void => {
    const cut = text.slice(0, MAX_OUT);
    if (cut.length < 4 || seen.has(cut) || budget <= 0) return;
    budget -= cut.length;
    seen.add(cut);
    if (depth === 0) return;
    const plain = percent(cut);
    add(plain, depth - 1);
    add([...plain].reverse().join(''), depth - 1);
    for (const decoded of [
      ...runsOf(plain, /[A-Za-z0-9+/_-]{8,}={0,2}/g, base64),
      ...runsOf(plain, /(?:[0-9a-f]{2}[\s:,%-]?){4,}/gi, hex),
      ...runsOf(plain, /[a-z2-7]{8,}/gi, base32),
    ])
      add(decoded, depth - 1);
  };
  for (const part of parts) add(part, 3);
  return [...seen];
}

/** Each run decoded, and all runs decoded and joined (a text encoded piece by piece). */
function runsOf(text: string, run: RegExp, decode: (run: string) => string[]): string[] {
  const runs = [...text.matchAll(run)].slice(0, 50).map(([match]) => decode(match));
  return [...runs.flat(), ...(runs.length > 1 ? [runs.map(([first = '']) => first).join('')] : [])];
}

function percent(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced.replace(/%[0-9a-f]{2}/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
  }
}

/** base64 and base64url; a few letters may stand before the code, so every alignment is tried. */
function base64(run: string): string[] {
  const clean = run.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
  return [0, 1, 2, 3].flatMap((skip) => {
    const body = clean.slice(skip);
    try {
      const binary = atob(body.slice(0, body.length - (body.length % 4 === 1 ? 1 : 0)));
      return readable(Uint8Array.from(binary, (char) => char.charCodeAt(0)));
    } catch {
      return [];
    }
  });
}

function hex(run: string): string[] {
  const digits = run.replace(/[^0-9a-f]/gi, '');
  return readable(Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)));
}

function base32(run: string): string[] {
  const bytes: number[] = [];
  let bits = 0;
  let value = 0;
  for (const char of run.toLowerCase()) {
    value = ((value << 5) | 'abcdefghijklmnopqrstuvwxyz234567'.indexOf(char)) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((value >> bits) & 255);
    }
  }
  return readable(Uint8Array.from(bytes));
}

/** Text of bytes if it is mostly text: random bytes are no finding. */
function readable(bytes: Uint8Array): string[] {
  const text = new TextDecoder().decode(bytes);
  const odd = text.replace(/[\p{L}\p{N}\p{P}\p{S}\p{Z}\s]/gu, '').length + (text.match(/\ufffd/g)?.length ?? 0);
  return text.length >= 4 && odd * 4 <= text.length ? [text] : [];
}
