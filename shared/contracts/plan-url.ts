import { classifyHost, isOwnHost } from './host-class.ts';
import { LIMITS } from './limits.ts';
import type { PlanProblemCode } from './plan-problems.ts';

export type UrlCheck = { ok: true; href: string; url: URL } | { ok: false; code: PlanProblemCode; message: string };

const refuse = (code: PlanProblemCode, message: string): UrlCheck => ({ ok: false, code, message });

/** Controls, white space, and code points that URL parsers drop or that nobody sees. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zs}\p{Zl}\p{Zp}\p{Cs}\p{Cn}\p{Default_Ignorable_Code_Point}]/u;

/**
 * A URL of a plan: absolute, parsed once by the WHATWG rules, `https:` (or `http:` while the page itself is on `http:`),
 * no user info, nothing invisible, not our own backend and not a metadata service, however they are spelt.
 * @param pageUrl the top frame's URL, for the scheme.
 * @returns the serialized URL, which is what is shown, approved and opened.
 */
export function checkUrl(raw: string, pageUrl: string, ownHosts: readonly string[]): UrlCheck {
  if (HIDDEN.test(raw))
    return refuse(
      'url-characters',
      'White space, control and invisible characters are not allowed in a URL; percent-encode them.',
    );
  const url = parseUrl(raw);
  if (!url) return refuse('url-malformed', 'Not an absolute URL: write it out, beginning with https://.');
  const pageScheme = parseUrl(pageUrl)?.protocol;
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && pageScheme === 'http:'))
    return refuse('url-scheme', `Only https URLs can be opened from here, not ${url.protocol}`.slice(0, 200));
  if (url.username !== '' || url.password !== '' || hasUserInfo(raw))
    return refuse('url-user-info', 'A URL must not carry a user name or password.');
  const target = checkTarget(url, ownHosts);
  if (target) return target;
  return url.href.length > LIMITS.url
    ? refuse('too-long', `Longer than ${LIMITS.url} characters when encoded.`)
    : { ok: true, href: url.href, url };
}

/** Hosts that no approval opens: our own backend and metadata services. Also asked of links and forms of the page. */
export function checkTarget(
  url: URL,
  ownHosts: readonly string[],
): { ok: false; code: PlanProblemCode; message: string } | undefined {
  if (isOwnHost(url, ownHosts))
    return {
      ok: false,
      code: 'url-own-backend',
      message: 'That is the address of the backend itself; it is never a target.',
    };
  if (classifyHost(url.hostname) === 'metadata')
    return { ok: false, code: 'url-metadata', message: 'Link-local and metadata addresses are never a target.' };
  return undefined;
}

export function parseUrl(raw: string): URL | undefined {
  try {
    return new URL(raw);
  } catch {
    return undefined;
  }
}

/** `https://@host` and `https://:@host` carry empty user info, which the parser drops in silence. */
function hasUserInfo(raw: string): boolean {
  const authority = /^[a-z][a-z0-9+.-]*:[/\\]*([^/\\?#]*)/i.exec(raw)?.[1] ?? '';
  return authority.includes('@');
}
