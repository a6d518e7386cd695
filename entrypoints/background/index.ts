import { defineBackground } from 'wxt/utils/define-background';
import { listenToContextMenus } from './context-menus.ts';
import { listenToOmnibox } from './omnibox.ts';
import { listenToShortcuts } from './shortcuts.ts';
import { listenToToolbarButton } from './toolbar-button.ts';

// Listens to the browser alone: no message listener, neither for pages nor for other extensions.
export default defineBackground(() => {
  listenToToolbarButton();
  listenToContextMenus();
  listenToShortcuts();
  listenToOmnibox();
});
