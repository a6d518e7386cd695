import { browser } from 'wxt/browser';
import { openPanel } from './open-panel.ts';

/** A click opens the panel, and gives access to the page in front for this visit (activeTab). */
export function listenToToolbarButton(): void {
  browser.action.onClicked.addListener((tab) => {
    void openPanel(tab.windowId);
  });
}
