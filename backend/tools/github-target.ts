/** A repository, and the origin of the pages that people see of it. */
type Place = { web: string; owner: string; repo: string };

/** What an address or `owner/repo` names on GitHub. */
export type GithubTarget = Place &
  (
    | { kind: 'repository' }
    | { kind: 'thread'; number: number }
    | { kind: 'issues' | 'pulls' | 'releases' }
    | { kind: 'release'; tag: string }
    | { kind: 'file'; ref: string; path: string }
  );

const NAME = /^[\w.-]{1,100}$/;

/**
 * Where the pages are whose API this is: `https://HOST/api/v3` belongs to `https://HOST` (Enterprise Server),
 * `https://api.NAME.ghe.com` to `https://NAME.ghe.com` (Enterprise Cloud). Source: GitHub's REST documentation.
 */
export function githubWeb(endpoint: string): string {
  const url = new URL(endpoint);
  return url.pathname === '/' ? url.origin.replace('://api.', '://') : url.origin;
}

/** Undefined when it names no repository. @param endpoint of the API: of github.com, or of a server of one's own. */
export function githubTarget(given: string, endpoint: string): GithubTarget | undefined {
  const web = githubWeb(endpoint);
  const short = /^([\w.-]+)\/([\w.-]+?)(?:\.git)?(?:#(\d{1,9}))?$/.exec(given);
  if (short !== null && !URL.canParse(given)) {
    const [, owner = '', repo = '', number] = short;
    const base = { web, owner, repo };
    return number === undefined ? { ...base, kind: 'repository' } : { ...base, kind: 'thread', number: Number(number) };
  }
  const address = /^https?:\/\//i.test(given) ? given : `https://${given}`;
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  const host = url.host.replace(/^www\.(?=github\.com$)/, '');
  if (host !== 'github.com' && host !== new URL(web).host && host !== new URL(endpoint).host) return undefined;
  const [owner = '', repository = '', section, ...rest] = url.pathname.split('/').filter(Boolean).map(decoded);
  const repo = repository.replace(/\.git$/, '');
  if (!NAME.test(owner) || !NAME.test(repo)) return undefined;
  const base = { web: host === 'github.com' ? 'https://github.com' : web, owner, repo };
  const [first = ''] = rest;
  if ((section === 'issues' || section === 'pull') && /^\d{1,9}$/.test(first))
    return { ...base, kind: 'thread', number: Number(first) };
  if (section === 'issues' || section === 'pulls' || (section === 'releases' && first === ''))
    return { ...base, kind: section };
  if (section === 'releases' && first === 'tag' && rest[1] !== undefined)
    return { ...base, kind: 'release', tag: rest.slice(1).join('/') };
  if (section === 'blob' && rest.length >= 2)
    return { ...base, kind: 'file', ref: first, path: rest.slice(1).join('/') };
  return { ...base, kind: 'repository' };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
