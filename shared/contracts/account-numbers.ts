/** Card numbers and IBANs in free text, found by their own checks, so that other long numbers stay. Free of zod. */
type Span<K extends string> = { start: number; end: number; kind: K };

/** Digits parted by single spaces or dashes, as long as they go. */
const DIGIT_RUN = /\d(?:[ \u00a0\u2009\u202f-]?\d){12,}/g;

export function findCardNumbers(text: string): Span<'card-number'>[] {
  const spans: Span<'card-number'>[] = [];
  for (const match of text.matchAll(DIGIT_RUN)) {
    if (/[\d.,]/.test(text[match.index - 1] ?? '')) continue;
    const { digits, places } = readRun(match[0]);
    // A number begins and ends at a group: other numbers may stand beside it in one run.
    for (let first = 0; first + 13 <= digits.length; first += 1) {
      const start = places[first] ?? 0;
      if (first > 0 && places[first - 1] === start - 1) continue;
      const count = cardLength(digits, places, first);
      if (count === undefined) continue;
      spans.push({
        start: match.index + start,
        end: match.index + (places[first + count - 1] ?? 0) + 1,
        kind: 'card-number',
      });
      first += count - 1;
    }
  }
  return spans;
}

function readRun(run: string): { digits: number[]; places: number[] } {
  const digits: number[] = [];
  const places: number[] = [];
  for (let at = 0; at < run.length; at += 1) {
    const digit = run.charCodeAt(at) - 0x30;
    if (digit < 0 || digit > 9) continue;
    digits.push(digit);
    places.push(at);
  }
  return { digits, places };
}

/** How many digits from `first` on are a card number that ends with a group; the longest one. */
function cardLength(digits: readonly number[], places: readonly number[], first: number): number | undefined {
  for (const length of issuerLengths(digits, first)) {
    const last = first + length - 1;
    const end = places[last];
    if (end === undefined || places[last + 1] === end + 1) continue;
    if (passesLuhn(digits, first, length)) return length;
  }
  return undefined;
}

function passesLuhn(digits: readonly number[], first: number, length: number): boolean {
  let sum = 0;
  let same = true;
  for (let index = 0; index < length; index += 1) {
    const digit = digits[first + length - 1 - index] ?? 0;
    same &&= digit === digits[first];
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0 && !same;
}

const MANY = [19, 18, 17, 16] as const;

/** Lengths that the issuer's numbers have, longest first. */
function issuerLengths(digits: readonly number[], first: number): readonly number[] {
  const [a = 0, b = 0, c = 0, d = 0] = digits.slice(first, first + 4);
  const two = a * 10 + b;
  const four = two * 100 + c * 10 + d;
  if (a === 4) return [19, 16, 13];
  if ((two >= 51 && two <= 55) || (four >= 2221 && four <= 2720)) return [16];
  if (two === 34 || two === 37) return [15];
  if (two === 36 || two === 38 || two === 39 || (four >= 3000 && four <= 3059)) return [...MANY, 15, 14];
  if (two === 35 || two === 62 || two === 65 || four === 6011 || two === 64 || two === 60 || two === 81) return MANY;
  return two === 50 || (two >= 56 && two <= 69) ? [...MANY, 15, 14, 13] : [];
}

/** IBAN lengths by country (ISO 13616 registry). */
const IBAN_LENGTHS: Readonly<Record<string, number>> = Object.fromEntries(
  'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

export function findIbans(text: string): Span<'iban'>[] {
  const spans: Span<'iban'>[] = [];
  for (const match of text.matchAll(/(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}(?=[ \u00a0-]?[A-Za-z0-9])/g)) {
    const length = IBAN_LENGTHS[match[0].slice(0, 2).toUpperCase()];
    if (length === undefined) continue;
    let iban = '';
    let at = match.index;
    for (; at < text.length && iban.length < length; at += 1) {
      const char = text[at] ?? '';
      if (/[A-Za-z0-9]/.test(char)) iban += char;
      else if (!/[ \u00a0-]/.test(char) || /[ \u00a0-]/.test(text[at - 1] ?? '')) break;
    }
    if (iban.length === length && !/[A-Za-z0-9]/.test(text[at] ?? '') && isIban(iban))
      spans.push({ start: match.index, end: at, kind: 'iban' });
  }
  return spans;
}

/** ISO 7064 mod 97-10: the rearranged number leaves 1. */
export function isIban(iban: string): boolean {
  const compact = iban.replace(/[ \u00a0-]/g, '').toUpperCase();
  if (IBAN_LENGTHS[compact.slice(0, 2)] !== compact.length || !/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(compact)) return false;
  let rest = 0;
  for (const char of `${compact.slice(4)}${compact.slice(0, 4)}`) {
    const value = Number.parseInt(char, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}
