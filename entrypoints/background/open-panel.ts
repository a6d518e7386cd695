import { browser } from 'wxt/browser';

/**
 * Opens the side panel of a window. Call it in the handler of a click or a key, before any await: both browsers want
 * the user gesture. @returns whether it opened.
 */
export function openPanel(windowId: number): Promise<boolean> {
  return show(windowId).then(
    () => true,
    () => false,
  );
}

/** Firefox has a sidebar where Chromium has a side panel; a sidebar is always that of the window in front. */
function show(windowId: number): Promise<void> {
  if (!import.meta.env.FIREFOX) return browser.sidePanel.open({ windowId });
  // Chromium's types, which WXT uses, do not know it.
  const sidebar: unknown = Reflect.get(browser, 'sidebarAction');
  if (typeof sidebar !== 'object' || sidebar === null) return Promise.reject(new Error('This browser has no sidebar.'));
  const open: unknown = Reflect.get(sidebar, 'open');
  if (typeof open !== 'function') return Promise.reject(new Error('This browser has no sidebar.'));
  return Promise.resolve(Reflect.apply(open, sidebar, []));
}
