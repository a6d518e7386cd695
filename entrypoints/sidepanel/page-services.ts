import { capturePage } from '../utils/capture-page.ts';
import { getPageAccess, onSiteAccessChanged, type PageAccess, requestSiteAccess } from '../utils/page-access.ts';
import { onActiveTabChanged } from '../utils/tabs.ts';
import type { Services } from './services.ts';
import type { PageInFront } from './store/view-state.ts';

const PAGE_READ = 'pagehand:page-read';

/** The page in front of the panel's window, and reading it. */
export const pageServices: Services['page'] = {
  watch(listener) {
    let latest = 0;
    const look = async () => {
      latest += 1;
      const mine = latest;
      const access = await getPageAccess();
      if (mine === latest) listener(pageInFront(access));
    };
    const again = () => void look();
    again();
    const offs = [onActiveTabChanged(again), onSiteAccessChanged(again)];
    // The toolbar button and the keys grant the visit without any event of the browser: look when the person turns to
    // the panel, and when a page was read.
    window.addEventListener('focus', again);
    window.addEventListener(PAGE_READ, again);
    return () => {
      latest += 1;
      window.removeEventListener('focus', again);
      window.removeEventListener(PAGE_READ, again);
      for (const off of offs) off();
    };
  },
  // No await before the request: the browser wants the click's own call.
  allow: (page) => requestSiteAccess(page.origin),
  async capture(page, signal) {
    const snapshot = await capturePage(page.tabId, signal);
    if (page.access !== 'granted') window.dispatchEvent(new Event(PAGE_READ));
    return snapshot;
  },
};

function pageInFront(access: PageAccess): PageInFront | undefined {
  if (access.state === 'none') return undefined;
  const origin = access.state === 'restricted' ? '' : (access.origin ?? '');
  return {
    tabId: access.tab.tabId,
    origin,
    title: access.tab.title ?? '',
    host: URL.canParse(origin) ? new URL(origin).host : '',
    access: access.state === 'readable' ? 'granted' : access.state === 'restricted' ? 'restricted' : 'missing',
    wholeSite: access.state === 'readable' && access.wholeSite,
  };
}
