import { findMeanings } from './find-meaning.ts';
import { findReadText, urlParts } from './find-read-text.ts';
import { classifyHost } from './host-class.ts';
import { lookalikeReason } from './lookalike-host.ts';
import { parseUrl } from './plan-url.ts';
import { decodeHost } from './punycode.ts';
import type { RiskContext, TaintContext } from './risk-context.ts';
import type { RiskNotes } from './risk-notes.ts';

/** A URL that the plan names: the model may have put anything into it. */
export function noteOpening(notes: RiskNotes, url: URL | undefined, from: string, context: RiskContext): void {
  if (!url) {
    notes.add('high', 'unknown-target');
    return;
  }
  noteDestination(notes, url, from, context);
  notePath(notes, url);
  if (!isKnownLink(url, context)) noteCarriedText(notes, urlParts(url), url.origin, context);
}

/** Where a link, a form or a plan leads: same site, other site, private address, look-alike, without encryption. */
export function noteDestination(notes: RiskNotes, url: URL, from: string, context: TaintContext): void {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    notes.add('high', 'leaves-this-site', url.protocol);
    return;
  }
  if (url.origin === from) {
    notes.add('low', 'same-origin-link');
    return;
  }
  notes.add('high', 'leaves-this-site', `to ${decodeHost(url.host)}`);
  const hostClass = classifyHost(url.hostname);
  if (hostClass !== 'public') notes.add('critical', 'private-address', url.host);
  if (url.protocol === 'http:' && hostClass !== 'loopback') notes.add('high', 'not-encrypted', url.host);
  const known = [from, ...context.taint].flatMap((origin) => parseUrl(origin)?.hostname ?? []);
  const odd = lookalikeReason(url.hostname, known);
  if (odd !== undefined) notes.add('high', 'lookalike-domain', odd);
}

/** Names of parameters that say what an address does: `?action=delete`. */
const ACTION_NAMES =
  /^(?:_?method|act(?:ion)?|ajax|cmd|command|do|event|func(?:tion)?|intent|mode|op(?:eration)?|task|verb)$/i;
/** Meanings that hold for a parameter's own name too: `?delete=7`. */
const NAMED: ReadonlySet<string> = new Set(['deletes', 'signs-in', 'changes-account']);

/**
 * An address like /account/delete, /logout or ?action=delete does something when it is opened, whatever the page calls
 * it. Pages about an account or a sign-in are only looked at by a link; what they do needs a form.
 */
export function notePath(notes: RiskNotes, url: URL): void {
  for (const segment of url.pathname.split('/')) {
    const words = inWords(segment.replace(/\.\w{1,5}$/, ''));
    if (words.length > 3) continue;
    for (const { meaning, strength, word } of findMeanings(words.join(' ')))
      if (strength === 'strong' ? DOES.has(meaning) : NAMED.has(meaning) && words.length < 3)
        notes.add('high', meaning, word);
  }
  for (const [name, value] of queryPairs(url)) {
    const words = inWords(ACTION_NAMES.test(name) ? value : name);
    if (words.length > 3) continue;
    for (const { meaning, word } of findMeanings(words.join(' ')))
      if (ACTION_NAMES.test(name) || meaning === 'deletes') notes.add('high', meaning, word);
  }
}
const DOES: ReadonlySet<string> = new Set(['pays', 'deletes', 'sends', 'publishes', 'grants']);

/** Names and values of a query, without percent-encoding where that is valid. */
const queryPairs = (url: URL): [name: string, value: string][] =>
  url.search
    .slice(1)
    .split('&')
    .slice(0, 100)
    .map((pair) => {
      const [name = '', ...rest] = pair.split('=');
      return [decoded(name), decoded(rest.join('='))];
    });

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
};

const inWords = (text: string): string[] =>
  text
    .slice(0, 200)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');

/** Text read on other sites in what goes to `destination`: critical, with the data and where it goes. */
export function noteCarriedText(
  notes: RiskNotes,
  parts: readonly string[],
  destination: string,
  context: TaintContext,
): void {
  const elsewhere = (context.readTexts ?? []).filter(({ origin }) => !sameSite(origin, destination));
  if (elsewhere.length === 0) return;
  for (const { origin, data } of findReadText(parts, elsewhere))
    notes.add('critical', 'carries-read-text', `"${data}" from ${origin} to ${destination}`);
}

/** The other origins that the run has read, if any. */
export function otherOrigins(destination: string, context: TaintContext): string[] {
  return context.taint.filter((origin) => !sameSite(origin, destination));
}

/** Same origin; `www.` does not make another site. */
export function sameSite(a: string, b: string): boolean {
  const plain = (origin: string): string =>
    origin
      .toLowerCase()
      .replace(/^(https?:\/\/)www\./, '$1')
      .replace(/\/$/, '');
  return plain(a) === plain(b);
}

/** A URL that stands as it is on the page or in a text that was read carries only what that page itself put there. */
export function isKnownLink(url: URL, context: TaintContext & Partial<RiskContext>): boolean {
  if (context.snapshot?.refs.some((info) => info.href === url.href)) return true;
  if (url.href.length < 12) return false;
  const bare = url.href.replace(/\/$/, '');
  return (context.readTexts ?? []).some(({ text }) => {
    const at = text.indexOf(bare);
    return at >= 0 && /^\/?(?:[\s"'<>)\]]|$)/.test(text.slice(at + bare.length, at + bare.length + 2));
  });
}
