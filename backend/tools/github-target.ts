/** What an address or `owner/repo` names on GitHub. */
export type GithubTarget = { owner: string; repo: string } & (
  | { kind: 'repository' }
  | { kind: 'thread'; number: number }
  | { kind: 'issues' | 'pulls' | 'releases' }
  | { kind: 'release'; tag: string }
  | { kind: 'file'; ref: string; path: string }
);

const NAME = /^[\w.-]{1,100}$/;

/** Undefined when it names no repository. `host`: of a server of one's own (GitHub Enterprise). */
export function githubTarget(given: string, host: string): GithubTarget | undefined {
  const short = /^([\w.-]+)\/([\w.-]+?)(?:\.git)?(?:#(\d{1,9}))?$/.exec(given);
  if (short !== null && !URL.canParse(given)) {
    const [, owner = '', repo = '', number] = short;
    const base = { owner, repo };
    return number === undefined ? { ...base, kind: 'repository' } : { ...base, kind: 'thread', number: Number(number) };
  }
  const address = /^https?:\/\//i.test(given) ? given : `https://${given}`;
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (url.hostname !== 'github.com' && url.hostname !== 'www.github.com' && url.host !== host) return undefined;
  const [owner = '', repository = '', section, ...rest] = url.pathname.split('/').filter(Boolean).map(decoded);
  const repo = repository.replace(/\.git$/, '');
  if (!NAME.test(owner) || !NAME.test(repo)) return undefined;
  const base = { owner, repo };
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
