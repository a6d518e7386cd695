import type { Plugin } from 'vite';
import { defineConfig } from 'wxt';

/**
 * `PAGEHAND_E2E_HOSTS=1`: the build of the browser tests, in a folder of its own. It has access to all sites up front,
 * because the browser's permission prompt cannot be clicked in a headless browser. Nothing else differs.
 */
const E2E = process.env['PAGEHAND_E2E_HOSTS'] === '1';

/**
 * Suggested keys. Chosen per browser: Ctrl+Shift+Y opens Downloads in Firefox on Linux. A browser may leave one
 * unassigned; the toolbar button's tooltip says what was assigned.
 */
const shortcuts = (firefox: boolean) => ({
  'open-panel': { suggested_key: { default: firefox ? 'Alt+Shift+Y' : 'Ctrl+Shift+Y' }, description: 'Open Pagehand' },
  'ask-selection': { suggested_key: { default: 'Alt+Shift+K' }, description: 'Ask about the selection' },
  'summarize-page': { suggested_key: { default: 'Alt+Shift+U' }, description: 'Summarize this page' },
  'stop': { suggested_key: { default: 'Alt+Shift+H' }, description: 'Stop what Pagehand is doing' },
});

const CONTEXT = 'wxt/utils/content-script-context';

/**
 * WXT gives each content script a context, which tells the page by an event that we are here, and listens to it. Ours
 * use none of it, and nobody should hear of them: an empty class stands in its place.
 */
const withoutContext: Plugin = {
  name: 'without-content-script-context',
  enforce: 'pre',
  resolveId: (id) => (id === CONTEXT ? `\0${CONTEXT}` : undefined),
  load: (id) => (id === `\0${CONTEXT}` ? 'export class ContentScriptContext {}' : undefined),
};

export default defineConfig({
  modules: ['@wxt-dev/module-react'],
  imports: false,
  vite: () => ({ plugins: [withoutContext] }),
  manifestVersion: 3,
  outDirTemplate: `${E2E ? 'e2e-' : ''}{{browser}}-mv{{manifestVersion}}{{modeSuffix}}`,
  manifest: ({ browser }) => ({
    name: '__MSG_extName__',
    description: '__MSG_extDescription__',
    default_locale: 'en',
    action: { default_title: 'Open Pagehand' },
    // `identity` shows no warning at install and gives access to nothing: it opens a sign-in page and takes what comes back.
    permissions: [
      'activeTab',
      'scripting',
      'storage',
      'contextMenus',
      'identity',
      ...(browser === 'firefox' ? [] : ['sidePanel']),
    ],
    // Asked per site from the panel. `*://*/*` names what may be asked for; nothing of it is granted at install.
    optional_host_permissions: ['*://*/*'],
    // Titles and addresses of all tabs, for completion behind `@`: asked for when the person wants to see them.
    optional_permissions: ['tabs'],
    ...(E2E ? { host_permissions: ['*://*/*'] } : {}),
    commands: shortcuts(browser === 'firefox'),
    omnibox: { keyword: 'ph' },
    ...(browser === 'firefox'
      ? {
          browser_specific_settings: {
            gecko: {
              id: 'pagehand@pagehand.invalid',
              strict_min_version: '140.0',
              data_collection_permissions: { required: ['websiteContent', 'browsingActivity'] },
            },
          },
        }
      : { minimum_chrome_version: '140' }),
    content_security_policy: {
      // `self` in connect-src is for the pairing file beside the manifest; everything else goes to the paired backend.
      extension_pages:
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self' http://127.0.0.1:*; frame-src 'none'; form-action 'none'; base-uri 'none'; object-src 'none'",
    },
  }),
});
