import { parseHTML } from 'linkedom';
import type { SearchPage, SearchResult } from './document-reader.ts';

/** Characters of one passage. */
const PASSAGE = 320;
const MOST_RESULTS = 30;

/** The part of linkedom's elements that is used here. */
type NodeLike = {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly childNodes: Iterable<NodeLike>;
  readonly textContent: string | null;
};
type ElementLike = NodeLike & {
  readonly parentElement: ElementLike | null;
  closest(selector: string): ElementLike | null;
  querySelector(selector: string): ElementLike | null;
  querySelectorAll(selector: string): Iterable<ElementLike>;
  getAttribute(name: string): string | null;
};
type Link = { element: ElementLike; url: string };

/**
 * Results of a search page that no one described to us: links to other sites, grouped by where they lead; the words
 * around a link that belong to no other result are its passage. Call it in a worker only.
 * @param html cleaned HTML of the captured page; `url` the page's own address.
 */
export function readSearchPage(html: string, url: string): SearchPage {
  const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`);
  const body: ElementLike | null = document.body;
  if (body === null) return { results: [], state: 'unreadable' };
  const links = linksOut(body, url);
  const targets = new Map(links.map(({ element, url: target }) => [element, target]));
  const found = [...groupByUrl(links).values()].flatMap((group) => toResult(group, body, targets));
  const headed = found.filter((result) => result.headed);
  // Where results have headings, links without one are menus, footers and related searches.
  const results = (headed.length >= 2 ? headed : found).slice(0, MOST_RESULTS).map(({ headed: _, ...rest }) => rest);
  if (results.length > 0) return { results, state: 'results' };
  return { results, state: stateOf(textOf(body)) };
}

function groupByUrl(links: readonly Link[]): Map<string, Link[]> {
  const groups = new Map<string, Link[]>();
  for (const link of links) groups.set(link.url, [...(groups.get(link.url) ?? []), link]);
  return groups;
}

const HEADING = 'h1, h2, h3, h4, [role="heading"]';

function toResult(
  group: readonly Link[],
  body: ElementLike,
  targets: ReadonlyMap<ElementLike, string>,
): (SearchResult & { headed: boolean })[] {
  const [first] = group;
  if (first === undefined) return [];
  const titled = group.find(({ element }) => headingOf(element) !== undefined) ?? longest(group) ?? first;
  const heading = headingOf(titled.element);
  const title = textOf(heading ?? titled.element).slice(0, 200);
  if (!/[\p{L}\p{N}]{2}/u.test(title) || looksLikeUrl(title)) return [];
  const around = textOf(homeOf(titled, body, targets));
  const passage = passageOf(around, title);
  return [{ title, url: first.url, passage, headed: heading !== undefined }];
}

/** The heading that a link is in, or that is in it. */
const headingOf = (link: ElementLike): ElementLike | undefined =>
  link.querySelector(HEADING) ?? link.closest(HEADING) ?? undefined;

const longest = (group: readonly Link[]): Link | undefined =>
  group.filter(({ element }) => !looksLikeUrl(textOf(element))).sort((a, b) => size(b) - size(a))[0];
const size = ({ element }: Link): number => textOf(element).length;

/** The outermost element around a link that leads to no other result. */
function homeOf(link: Link, body: ElementLike, targets: ReadonlyMap<ElementLike, string>): ElementLike {
  let home = link.element;
  for (let up = home.parentElement; up !== null && up !== body; up = up.parentElement) {
    for (const other of up.querySelectorAll('a')) if ((targets.get(other) ?? link.url) !== link.url) return home;
    home = up;
  }
  return home;
}

/** The words beside the title, without lines that are addresses. */
function passageOf(around: string, title: string): string {
  const at = around.indexOf(title);
  const rest = at < 0 ? around : `${around.slice(0, at)} ${around.slice(at + title.length)}`;
  const words = rest.split(' ').filter((word) => !looksLikeUrl(word) && !/^[›>|·]+$/u.test(word));
  const text = words.join(' ').replace(title, '').trim();
  return text.length <= PASSAGE ? text : `${text.slice(0, PASSAGE).replace(/\s\S*$/u, '')} …`;
}

const looksLikeUrl = (text: string): boolean =>
  /^(?:https?:\/\/|www\.)\S+$/iu.test(text) || /^[\w-]+(?:\.[\w-]+)*\.[a-z]{2,10}(?:[/›]\S*)?$/iu.test(text);

/** Elements that words run through; all others stand apart. */
const INLINE = new Set('B I EM STRONG SPAN MARK CODE SUB SUP U S SMALL ABBR Q TIME'.split(' '));

const textOf = (element: ElementLike): string => rawText(element).replace(/\s+/gu, ' ').trim();

function rawText(node: NodeLike): string {
  // Search pages put the address there.
  if (node.nodeName === 'CITE') return ' ';
  if (node.nodeType === 3) return node.textContent ?? '';
  const text = [...node.childNodes].map(rawText).join('');
  return INLINE.has(node.nodeName) ? text : ` ${text} `;
}

function linksOut(body: ElementLike, pageUrl: string): Link[] {
  const own = siteOf(new URL(pageUrl).hostname);
  const found: Link[] = [];
  for (const element of body.querySelectorAll('a[href]')) {
    const url = targetOf(element.getAttribute('href') ?? '', pageUrl);
    if (url !== undefined && siteOf(url.hostname) !== own) found.push({ element, url: url.href });
  }
  return found;
}

/** Parameters in which search pages carry the address of a result through a redirect of their own. */
const CARRIERS = ['uddg', 'q', 'url', 'u', 'RU', 'target', 'dest'];

/** Where a link really leads: out of redirects like `/l/?uddg=...`, `/url?q=...`, `/ck/a?u=a1<base64>`. */
function targetOf(href: string, pageUrl: string): URL | undefined {
  if (!URL.canParse(href, pageUrl)) return undefined;
  const url = new URL(href, pageUrl);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  if (siteOf(url.hostname) !== siteOf(new URL(pageUrl).hostname)) return withoutHash(url);
  for (const name of CARRIERS) {
    const value = url.searchParams.get(name) ?? '';
    const inner = /^https?:\/\//iu.test(value) ? value : fromBase64(value);
    if (inner !== undefined && URL.canParse(inner) && /^https?:/iu.test(inner)) return withoutHash(new URL(inner));
  }
  return undefined;
}

/** Bing writes the address as `a1` and base64url. */
function fromBase64(value: string): string | undefined {
  if (!/^a1[\w-]{10,}$/u.test(value)) return undefined;
  const text = Buffer.from(value.slice(2), 'base64url').toString('utf8');
  return text.startsWith('http') ? text : undefined;
}

function withoutHash(url: URL): URL {
  url.hash = '';
  return url;
}

/** Good enough to tell a search page's own links from others: the last two labels, or the whole of an address. */
const siteOf = (hostname: string): string =>
  /^[\d.]+$|^\[/u.test(hostname) ? hostname : hostname.split('.').slice(-2).join('.');

const NONE =
  /\bno (?:more )?results?\b|did not match any|no matches|nothing (?:was )?found|keine (?:ergebnisse|treffer)|aucun résultat|sin resultados|nessun risultato|कोई परिणाम नहीं|لا توجد نتائج|不到|没有找到|見つかりません/iu;
const BLOCKED =
  /captcha|unusual traffic|not a robot|are you human|verify you|bots use|automated (?:queries|requests)|too many requests|anomaly|consent|before you continue|bevor sie/iu;

function stateOf(text: string): SearchPage['state'] {
  if (BLOCKED.test(text)) return 'blocked';
  return NONE.test(text) ? 'none' : 'unreadable';
}
