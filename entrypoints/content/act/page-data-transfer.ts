import type { ActContext } from './context.ts';

/**
 * A DataTransfer whose content the page may read. In Firefox data belongs to the world that put it in, and the page
 * gets nothing of what a content script put into its own DataTransfer: there the page's constructor is used, which
 * Firefox offers under `wrappedJSObject`. A page that replaced it gets what it would have got anyway.
 */
export function pageDataTransfer({ view }: ActContext): DataTransfer {
  const page: unknown = Reflect.get(view, 'wrappedJSObject');
  const make: unknown = typeof page === 'object' && page !== null ? Reflect.get(page, 'DataTransfer') : undefined;
  if (typeof make === 'function') {
    const made: unknown = Reflect.construct(make, []);
    if (made instanceof DataTransfer) return made;
  }
  return new DataTransfer();
}
