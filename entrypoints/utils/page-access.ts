import { browser } from 'wxt/browser';
import { getActiveTab, type TabInfo } from './tabs.ts';

/** Why an extension can never read a page. */
export type RestrictedReason =
  | 'browser-page'
  | 'store'
  | 'pdf'
  | 'file'
  | 'extension'
  | 'view-source'
  | 'about'
  | 'other';

/** Whether Pagehand may look at a tab now. */
export type PageAccess =
  | { state: 'none' }
  /** `wholeSite`: granted for the site, not only for this visit (activeTab); cross-origin steps need the site. */
  | { state: 'readable'; tab: TabInfo; origin: string; wholeSite: boolean }
  | { state: 'restricted'; tab: TabInfo; reason: RestrictedReason }
  /** `origin` is unknown when the browser does not even tell the address: then the toolbar button grants the visit. */
  | { state: 'needs-access'; tab: TabInfo; origin: string | undefined };

/** State of the given tab, by default of the one in front. */
export async function getPageAccess(tab?: TabInfo): Promise<PageAccess> {
  const target = tab ?? (await getActiveTab());
  if (target === undefined) return { state: 'none' };
  const byUrl = target.url === undefined ? undefined : restrictedReason(target.url);
  if (byUrl !== undefined) return { state: 'restricted', tab: target, reason: byUrl };
  const probe = await probeTab(target.tabId);
  if (probe.kind === 'readable') {
    return { state: 'readable', tab: target, origin: probe.origin, wholeSite: await hasSiteAccess(probe.origin) };
  }
  if (probe.kind === 'pdf') return { state: 'restricted', tab: target, reason: 'pdf' };
  const byError = restrictedByError(probe.message);
  if (byError !== undefined) return { state: 'restricted', tab: target, reason: byError };
  const origin = target.url === undefined ? undefined : new URL(target.url).origin;
  // Access is there and the page still cannot be scripted: a PDF viewer, or a page that the browser protects.
  if (origin !== undefined && (await hasSiteAccess(origin))) {
    return { state: 'restricted', tab: target, reason: looksLikePdf(target.url) ? 'pdf' : 'other' };
  }
  return { state: 'needs-access', tab: target, origin };
}

/** Whether access to the site was granted for good. */
export async function hasSiteAccess(origin: string): Promise<boolean> {
  const pattern = sitePattern(origin);
  return pattern !== undefined && (await browser.permissions.contains({ origins: [pattern] }));
}

/**
 * Asks the browser for access to a site. Call it straight from a click, before any await: the browser wants a user
 * gesture. Resolves to whether the person allowed it.
 */
export async function requestSiteAccess(origin: string): Promise<boolean> {
  const pattern = sitePattern(origin);
  return pattern !== undefined && browser.permissions.request({ origins: [pattern] });
}

/** Calls back when a site was granted or taken away. Returns the unsubscribe function. */
export function onSiteAccessChanged(listener: () => void): () => void {
  browser.permissions.onAdded.addListener(listener);
  browser.permissions.onRemoved.addListener(listener);
  return () => {
    browser.permissions.onAdded.removeListener(listener);
    browser.permissions.onRemoved.removeListener(listener);
  };
}

/** Match pattern of an http(s) origin. Patterns ignore ports: a grant covers all ports of the host. */
export function sitePattern(origin: string): string | undefined {
  if (!URL.canParse(origin)) return undefined;
  const { protocol, hostname } = new URL(origin);
  return protocol === 'http:' || protocol === 'https:' ? `${protocol}//${hostname}/*` : undefined;
}

const STORES = ['chromewebstore.google.com', 'chrome.google.com', 'addons.mozilla.org', 'microsoftedge.microsoft.com'];

/** Why this URL can never be read, or undefined when it may be. Pure. */
export function restrictedReason(url: string): RestrictedReason | undefined {
  if (url.startsWith('view-source:')) return 'view-source';
  if (!URL.canParse(url)) return 'other';
  const { protocol, hostname, pathname } = new URL(url);
  if (protocol === 'http:' || protocol === 'https:') {
    if (STORES.includes(hostname) && (hostname !== 'chrome.google.com' || pathname.startsWith('/webstore')))
      return 'store';
    return undefined;
  }
  if (protocol === 'file:') return looksLikePdf(url) ? 'pdf' : 'file';
  if (protocol === 'about:') return 'about';
  if (/^(chrome|moz|safari-web)-extension:$/u.test(protocol)) return 'extension';
  if (/^(chrome|edge|brave|opera|vivaldi|devtools|resource|chrome-untrusted|chrome-search):$/u.test(protocol))
    return 'browser-page';
  return 'other';
}

/** Browsers tell by their error text why a tab whose address they hide cannot be scripted. */
function restrictedByError(error: string): RestrictedReason | undefined {
  if (/extensions gallery|extension gallery/iu.test(error)) return 'store';
  if (/chrome:\/\/|browser settings|devtools/iu.test(error)) return 'browser-page';
  if (/chrome-extension:|moz-extension:|another extension/iu.test(error)) return 'extension';
  if (/view-source/iu.test(error)) return 'view-source';
  if (/file:\/\//iu.test(error)) return 'file';
  return undefined;
}

type Probe = { kind: 'readable'; origin: string } | { kind: 'pdf' } | { kind: 'refused'; message: string };

async function probeTab(tabId: number): Promise<Probe> {
  try {
    const [injection] = await browser.scripting.executeScript({
      target: { tabId, frameIds: [0] },
      injectImmediately: true,
      func: () => ({ origin: location.origin, type: document.contentType }),
    });
    const found = injection?.result;
    if (found === undefined || found === null) return { kind: 'refused', message: '' };
    return found.type === 'application/pdf' ? { kind: 'pdf' } : { kind: 'readable', origin: found.origin };
  } catch (error) {
    return { kind: 'refused', message: error instanceof Error ? error.message : String(error) };
  }
}

const looksLikePdf = (url: string | undefined): boolean =>
  url !== undefined && URL.canParse(url) && new URL(url).pathname.toLowerCase().endsWith('.pdf');
