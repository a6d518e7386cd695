import { findCardNumbers, findIbans } from './account-numbers.ts';

/** Kinds of secrets in free text. Free of zod: the content script and the backend use it. */
export type SecretTextKind =
  | 'card-number'
  | 'iban'
  | 'jwt'
  | 'private-key'
  | 'api-key'
  | 'bearer-token'
  | 'assigned-secret'
  | 'url-token';
export type RedactedCounts = Partial<Record<SecretTextKind, number>>;

/** A stretch of the text to mask. */
export type SecretSpan = { start: number; end: number; kind: SecretTextKind };

/** Not in the middle of a longer token: keeps every pattern linear, as only token starts are tried. */
const START = '(?<![A-Za-z0-9_-])';
const JWT = new RegExp(
  `${START}eyJ[A-Za-z0-9_-]{6,4000}\\.[A-Za-z0-9_-]{6,8000}(?:\\.[A-Za-z0-9_-]{0,4000}){1,3}`,
  'g',
);
/** Tokens that say by their beginning whose they are. */
const API_KEYS = new RegExp(
  `${START}(?:${[
    'sk-(?:[a-z]+-)*[A-Za-z0-9_-]{20,200}', // OpenAI, Anthropic, OpenRouter and others
    '(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}', // AWS
    'gh[pousr]_[A-Za-z0-9]{30,255}',
    'github_pat_[A-Za-z0-9_]{40,255}',
    'glpat-[A-Za-z0-9_.-]{20,100}', // GitHub, GitLab
    'xox[abeoprs]-[A-Za-z0-9-]{10,300}',
    'xapp-[A-Za-z0-9-]{10,300}', // Slack
    'AIza[A-Za-z0-9_-]{35}',
    'ya29\\.[A-Za-z0-9_-]{20,2000}',
    '1//0[A-Za-z0-9_-]{20,300}',
    'GOCSPX-[A-Za-z0-9_-]{20,60}', // Google
    '[sr]k_(?:live|test)_[A-Za-z0-9]{10,250}',
    'whsec_[A-Za-z0-9+/=]{16,200}', // Stripe
    'npm_[A-Za-z0-9]{30,60}',
    'pypi-[A-Za-z0-9_-]{40,300}',
    'hf_[A-Za-z0-9]{30,60}',
    'dop_v1_[a-f0-9]{64}',
    'shp(?:at|ss|ca|pa)_[a-fA-F0-9]{32}',
    'SG\\.[A-Za-z0-9_-]{16,40}\\.[A-Za-z0-9_-]{30,60}',
    'tvly-[A-Za-z0-9_-]{20,80}',
    'gsk_[A-Za-z0-9]{30,80}',
    'xai-[A-Za-z0-9]{40,120}',
    'pplx-[A-Za-z0-9]{30,80}',
    'lin_api_[A-Za-z0-9]{30,60}',
    'glsa_[A-Za-z0-9_]{30,60}',
    'sq0[a-z]{3}-[A-Za-z0-9_-]{20,60}',
    'AGE-SECRET-KEY-1[0-9A-Z]{40,70}',
    'xprv[A-Za-z0-9]{100,120}',
    'ntn_[A-Za-z0-9]{40,60}',
    'secret_[A-Za-z0-9]{40,60}',
    'fig[dp]_[A-Za-z0-9_-]{30,60}',
    'key-[0-9a-f]{32}',
    'SK[0-9a-f]{32}',
    'EAA[A-Za-z0-9]{60,300}',
  ].join('|')})(?![A-Za-z0-9])`,
  'g',
);
const BEARER = /(?<![A-Za-z0-9])(?:Bearer|Basic)[ \t]{1,4}([A-Za-z0-9._~+/-]{16,4000}={0,2})/gi;
const ASSIGNED =
  /(?<![A-Za-z0-9])(?:api[_ -]?key|apikey|(?:client[_ -]?)?secret(?:[_ -]?(?:access[_ -]?)?key)?|(?:private|account|encryption)[_ -]?key|(?:access|refresh|auth|id|session|bearer)[_ -]?token|token|(?:db|user|admin|root|my)?password|passwort|kennwort|contrase(?:ñ|n)a|passwd|pwd|passphrase)["']?[ \t]{0,4}[:=][ \t]{0,4}["']?([^\s"'<>&,;]{8,400})/gi;
const URL_TOKEN =
  /[?&#](?:access_token|id_token|refresh_token|token|auth|key|api_?key|sig|signature|x-amz-signature|password|pwd|session(?:_?id)?|sid|code|secret)=([^\s"'<>&#]{12,4000})/gi;
/** A password before the host of a URL. */
const URL_PASSWORD = /(?<=[a-z]:\/\/[^\s/@:"'<>]{0,80}:)(?!\[)[^\s/@"'<>]{3,200}(?=@[a-z0-9[])/gi;
const WEBHOOK =
  /https:\/\/(?:hooks\.slack\.com\/services|discord(?:app)?\.com\/api\/webhooks)\/[A-Za-z0-9/_-]{20,200}/g;
const PEM_BEGIN = /-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----/g;

/**
 * Masks card numbers (issuer, length, Luhn), IBANs (country, length, mod 97), JWTs, private keys, keys and tokens of
 * well-known shapes, bearer strings, assigned secrets and tokens in URLs. Linear in the length; idempotent.
 * @returns the text with `[card-number]` and the like, and counts by kind.
 */
export function redactSecrets(text: string): { text: string; redacted: RedactedCounts } {
  const spans = findSecrets(text);
  if (spans.length === 0) return { text, redacted: {} };
  const redacted: RedactedCounts = {};
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, kind } of spans) {
    if (start < at) continue;
    parts.push(text.slice(at, start), `[${kind}]`);
    redacted[kind] = (redacted[kind] ?? 0) + 1;
    at = end;
  }
  parts.push(text.slice(at));
  return { text: parts.join(''), redacted };
}

/** Where secrets stand, in order; of two that overlap the earlier, then the longer one comes first. */
export function findSecrets(text: string): SecretSpan[] {
  const spans: SecretSpan[] = [...findPrivateKeys(text)];
  for (const [kind, pattern] of [
    ['jwt', JWT],
    ['api-key', API_KEYS],
    ['api-key', WEBHOOK],
    ['url-token', URL_PASSWORD],
  ] as const)
    for (const match of text.matchAll(pattern))
      spans.push({ start: match.index, end: match.index + match[0].length, kind });
  for (const [kind, pattern] of [
    ['bearer-token', BEARER],
    ['assigned-secret', ASSIGNED],
    ['url-token', URL_TOKEN],
  ] as const)
    for (const match of text.matchAll(pattern)) {
      const value = match[1] ?? '';
      const end = match.index + match[0].length;
      if (looksRandom(value)) spans.push({ start: end - value.length, end, kind });
    }
  spans.push(...findCardNumbers(text), ...findIbans(text));
  return spans.sort((a, b) => a.start - b.start || b.end - a.end);
}

/** Letters and digits mixed, or long without being words: "password: required" is no secret. */
function looksRandom(value: string): boolean {
  if (/^\[[a-z-]+\]?$/.test(value)) return false;
  const digits = value.replace(/\D/g, '').length;
  const letters = value.replace(/[^A-Za-z]/g, '').length;
  return (digits >= 2 && letters >= 2) || (value.length >= 24 && /[A-Z]/.test(value) && /[a-z]/.test(value));
}

/** From the BEGIN line to its END line; without one, as far as the key can go. */
function findPrivateKeys(text: string): SecretSpan[] {
  const spans: SecretSpan[] = [];
  let past = 0;
  for (const match of text.matchAll(PEM_BEGIN)) {
    if (match.index < past) continue;
    const from = match.index + match[0].length;
    const body = /^[A-Za-z0-9+/=\s:,.-]*/.exec(text.slice(from, from + 20_000))?.[0] ?? '';
    const close = body.search(/-----END [A-Z0-9 ]{0,80}-----/);
    const line = close < 0 ? 0 : (/-----END [A-Z0-9 ]{0,80}-----/.exec(body)?.[0].length ?? 0);
    past = from + (close < 0 ? body.length : close + line);
    spans.push({ start: match.index, end: past, kind: 'private-key' });
  }
  return spans;
}
