import { once } from 'node:events';
import { CODE_LIFE_MS } from '../api/pairing.ts';
import { loadConfig } from '../config.ts';
import { type BrowserFamily, browserVersion, type FoundBrowser, findBrowsers } from '../doctor/find-browsers.ts';
import { type Backend, startBackend } from '../server.ts';
import { BUILDS } from './install.mjs';
import { type LaunchedBrowser, launchBrowser } from './launch-browser.ts';
import { makePairedBuild } from './paired-build.ts';

/** The code in the build waits until the panel is first opened: the person may read a page before that. */
const BUILD_CODE_LIFE_MS = 24 * 60 * 60_000;

export type StartOptions = { port?: number; data?: string; browser?: BrowserFamily | false; headless?: boolean };

/** Starts backend and browser, says what to do next, and stays until Ctrl+C. Closes everything that it started. */
export async function runStart(options: StartOptions): Promise<number> {
  const stopped = stopSignal();
  const backend = await startBackend({ config: loadConfig({ port: options.port, data: options.data }) });
  let browser: LaunchedBrowser | undefined;
  let stopping = false; // Ctrl+C reaches the browser too
  try {
    const chosen = chooseBrowser(options.browser);
    if (chosen?.takesExtension === true) {
      const code = backend.mintPairingCode(BUILD_CODE_LIFE_MS);
      const build = makePairedBuild(backend.dataFolder, chosen.family, { port: backend.port, code });
      browser = await launchBrowser(chosen, {
        dataFolder: backend.dataFolder,
        build,
        headless: options.headless ?? false,
      });
      browser.closed.then(
        () => stopping || console.log('The browser was closed. The backend goes on; Ctrl+C stops it.'),
        (error: Error) => console.error(error.message),
      );
    }
    console.log(nextSteps(backend, options.browser, chosen).join('\n'));
    await stopped;
    stopping = true;
    console.log('Stopping.');
  } finally {
    await browser?.close();
    await backend.close();
  }
  return 0;
}

/** Resolves at Ctrl+C or SIGTERM. A second Ctrl+C ends the process at once. */
async function stopSignal(): Promise<void> {
  const abort = new AbortController();
  const stop = { signal: abort.signal };
  await Promise.race([once(process, 'SIGINT', stop), once(process, 'SIGTERM', stop)]);
  abort.abort();
  process.once('SIGINT', () => process.exit(130));
}

/** The first browser that takes the extension by itself, else the first that is there. */
function chooseBrowser(wanted: StartOptions['browser']): FoundBrowser | undefined {
  if (wanted === false) return undefined;
  const found = findBrowsers(wanted);
  return found.find((browser) => browser.takesExtension) ?? found[0];
}

function nextSteps(backend: Backend, wanted: StartOptions['browser'], browser: FoundBrowser | undefined): string[] {
  const minutes = CODE_LIFE_MS / 60_000;
  const key = openPanelKey(browser?.family ?? (wanted || 'chromium'));
  return [
    `Pagehand runs at http://127.0.0.1:${backend.port}; everything it keeps is in ${backend.dataFolder}. Ctrl+C stops it.`,
    `1. ${whatToOpen(wanted, browser)}`,
    `2. Open any page and press ${key}, or click Pagehand behind the puzzle icon of the toolbar; ask about the page, or type / for commands.`,
    `3. Chrome, by hand: chrome://extensions, "Developer mode", "Load unpacked": ${BUILDS.chromium}`,
    `4. Firefox, by hand: about:debugging#/runtime/this-firefox, "Load Temporary Add-on": ${BUILDS.firefox}`,
    `5. Set up by hand, the panel asks for this code, which works once within ${minutes} minutes (npm start -- pair prints a new one): ${backend.mintPairingCode()}`,
  ];
}

/** The key that the manifest suggests (wxt.config.ts): the button is behind the toolbar's puzzle icon until it is pinned. */
const openPanelKey = (family: BrowserFamily): string => (family === 'firefox' ? 'Alt+Shift+Y' : 'Ctrl+Shift+Y');

function whatToOpen(wanted: StartOptions['browser'], browser: FoundBrowser | undefined): string {
  if (wanted === false) return 'No browser was opened (--no-browser): use one of the ways 3 and 4.';
  if (browser === undefined) return `No ${wanted ?? 'browser'} was found: npm start -- doctor says how to get one.`;
  const name = browserVersion(browser) ?? browser.name;
  if (browser.takesExtension) return `${name} opens with Pagehand in it, already paired.`;
  return `${name} takes an extension only by hand: see ${browser.family === 'firefox' ? '4' : '3'}.`;
}
