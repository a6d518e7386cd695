import { type Browser, browser } from 'wxt/browser';
import { handOverCommand } from '../utils/hand-over-command.ts';
import type { PendingCommand } from '../utils/pending-command.ts';
import { openPanel } from './open-panel.ts';

const MENUS = [
  { id: 'page', title: 'Ask Pagehand about this page', contexts: ['page'] },
  { id: 'selection', title: 'Ask Pagehand about the selection', contexts: ['selection'] },
  { id: 'link', title: 'Ask Pagehand about this link', contexts: ['link'] },
  { id: 'image', title: 'Ask Pagehand about this image', contexts: ['image'] },
] as const;

/** "Ask Pagehand about this page / selection / link / image": opens the panel; the words wait in the composer. */
export function listenToContextMenus(): void {
  browser.runtime.onInstalled.addListener(createMenus);
  // Firefox forgets the menus of a background page that was ended before it was installed for good.
  browser.runtime.onStartup.addListener(createMenus);
  browser.contextMenus.onClicked.addListener((info, tab) => {
    const command = toCommand(info);
    if (tab === undefined || command === undefined) return;
    void openPanel(tab.windowId);
    void handOverCommand(command, tab.windowId);
  });
}

function createMenus(): void {
  void browser.contextMenus.removeAll().then(() => {
    for (const { id, title, contexts } of MENUS) browser.contextMenus.create({ id, title, contexts: [...contexts] });
  });
}

/** What the panel is to do. The quote comes from the page: it is shown as a quotation and never sent by itself. */
export function toCommand(info: Browser.contextMenus.OnClickData): PendingCommand | undefined {
  const about = MENUS.find((menu) => menu.id === info.menuItemId)?.id;
  if (about === undefined) return undefined;
  const quote = { page: undefined, selection: info.selectionText, link: info.linkUrl, image: info.srcUrl }[about];
  return { kind: 'compose', about, text: '', ...(quote === undefined ? {} : { quote: quote.slice(0, 8_000) }) };
}
