import { browser } from 'wxt/browser';
import { showWaiting } from '../utils/badge.ts';
import { ANY_WINDOW, handOverCommand } from '../utils/hand-over-command.ts';
import { openPanel } from './open-panel.ts';

/**
 * `ph question`: the words wait in the composer. Where the browser does not count the address bar as a user gesture the
 * panel stays closed; then the badge says that something waits behind the toolbar button.
 */
export function listenToOmnibox(): void {
  browser.omnibox.setDefaultSuggestion({ description: 'Ask Pagehand: opens the panel with these words' });
  browser.omnibox.onInputEntered.addListener((text) => {
    const opening = openPanel(browser.windows.WINDOW_ID_CURRENT);
    void handOverCommand({ kind: 'compose', about: 'omnibox', text: text.slice(0, 2_000) }, ANY_WINDOW);
    void opening.then((opened) => (opened ? undefined : showWaiting(true)));
  });
}
