import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { buildExtension } from './build-extension.ts';
import { Panel } from './panel.ts';
import type { LaunchOptions, TestBrowser } from './test-browser.ts';

/** Firefox (WebDriver BiDi) with the built extension, installed as a temporary add-on. */
export async function launchFirefox(options: LaunchOptions = {}): Promise<TestBrowser> {
  const extension = options.extension ?? (await buildExtension('firefox'));
  const uuid = randomUUID();
  const addOn = addOnId(extension);
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: process.env['PAGEHAND_FIREFOX'] ?? '/usr/bin/firefox-esr',
    headless: options.headless ?? options.display === undefined,
    ...(options.display === undefined ? {} : { env: { ...process.env, DISPLAY: options.display } }),
    defaultViewport: null,
    args: ['--remote-allow-system-access', '--width=1280', '--height=800'],
    extraPrefsFirefox: {
      'extensions.webextensions.uuids': JSON.stringify({ [addOn]: uuid }),
      'network.dns.localDomains': (options.hosts ?? []).join(','),
      'dom.disable_open_during_load': true,
      ...(options.downloads === undefined
        ? {}
        : { 'browser.download.folderList': 2, 'browser.download.dir': options.downloads }),
      'datareporting.policy.dataSubmissionEnabled': false,
    },
  });
  await browser.installExtension(extension);
  const chrome = await openChromeScope(browser);
  const extensionOrigin = `moz-extension://${uuid}`;
  const sidebar = `${addOn.replace(/[^a-z0-9_-]/giu, '_')}-sidebar-action`;

  const openExtensionPage = async (path: string): Promise<Page> => {
    const page = await browser.newPage();
    // `goto` of an extension page never settles here: do not wait for it.
    page.goto(`${extensionOrigin}${path}`).catch(() => undefined);
    try {
      await retrying(() => page.waitForSelector('body', { timeout: 5_000 }));
      return page;
    } catch (error) {
      // Left open it would be the page in front of every test after this one.
      await page.close();
      throw error;
    }
  };

  return {
    name: 'firefox',
    extensionOrigin,
    async openPage(url) {
      const page = await browser.newPage();
      await page.goto(url);
      await page.bringToFront();
      return page;
    },
    async openPanel() {
      return new Panel(await adoptContext(browser, await chrome(SIDEBAR, sidebar, 'open')));
    },
    async findPanel() {
      return new Panel(await adoptContext(browser, await chrome(SIDEBAR, sidebar, 'wait')));
    },
    async closePanel() {
      await chrome('async () => { SidebarController.hide(); return ""; }');
    },
    openExtensionPage,
    async evaluateInExtension<T>(code: string): Promise<T> {
      const page = await openExtensionPage('/sidepanel.html');
      try {
        // Its document may have come just now: the extension's API is there a moment later.
        await retrying(() => page.waitForFunction('typeof chrome === "object"', { timeout: 5_000 }));
        // Parse boundary: the test says what its own code returns.
        return (await page.evaluate(code)) as T;
      } finally {
        await page.close();
      }
    },
    stopServiceWorker: () => Promise.reject(new Error('Firefox has no service worker to stop.')),
    close: () => browser.close(),
  };
}

/**
 * While a new document replaces the blank one, Firefox refuses to look into it, with an error and at once: asked again for
 * twenty seconds.
 */
async function retrying<T>(work: () => Promise<T>): Promise<T> {
  for (const end = Date.now() + 20_000; ; ) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/**
 * Shows the sidebar and gives its document an id for WebDriver. Firefox numbers tabs only: the sidebar's browser gets
 * the key that tabs have, and the lookup is taught to find it.
 */
const SIDEBAR = `async (command, how) => {
  for (let i = 0; how === 'wait' && i < 300 && !SidebarController.isOpen; i += 1)
    await new Promise((resolve) => setTimeout(resolve, 50));
  if (how === 'wait' && !SidebarController.isOpen) throw new Error('The sidebar did not open.');
  if (SidebarController.currentID !== command || !SidebarController.isOpen) await SidebarController.show(command);
  SidebarController._box.style.width = '360px';
  let panel;
  for (let i = 0; i < 200; i += 1) {
    panel = SidebarController.browser.contentDocument?.getElementById('webext-panels-browser');
    if (panel?.currentURI?.spec.endsWith('/sidepanel.html') && !panel.webProgress?.isLoadingDocument) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  panel.permanentKey ??= new (Cu.getGlobalForObject(Services).Object)();
  const { NavigableManager } = ChromeUtils.importESModule('chrome://remote/content/shared/NavigableManager.sys.mjs');
  const id = NavigableManager.getIdForBrowser(panel);
  const byContext = NavigableManager.getBrowsingContextById.bind(NavigableManager);
  NavigableManager.getBrowsingContextById = (wanted) => (wanted === id ? panel.browsingContext : byContext(wanted));
  const byBrowser = NavigableManager.getBrowserById.bind(NavigableManager);
  NavigableManager.getBrowserById = (wanted) => (wanted === id ? panel : byBrowser(wanted));
  return id;
}`;

/** Evaluates a function's source in Firefox's own window. */
type ChromeScope = (code: string, ...args: string[]) => Promise<string>;

async function openChromeScope(browser: Browser): Promise<ChromeScope> {
  const tree = await send(browser, 'browsingContext.getTree', { 'moz:scope': 'chrome' });
  const id = contextOf(tree);
  if (id === undefined) throw new Error('Firefox has no window.');
  return async (code, ...args) => {
    const answer = await send(browser, 'script.evaluate', {
      expression: `(${code})(${args.map((arg) => JSON.stringify(arg)).join(',')})`,
      target: { context: id },
      awaitPromise: true,
      'moz:scope': 'chrome',
    });
    const result = answer['result'];
    if (!isRecord(result) || typeof result['value'] !== 'string')
      throw new Error(`Firefox answered ${JSON.stringify(answer).slice(0, 500)}`);
    return result['value'];
  };
}

/** Makes a puppeteer page of a context that Firefox does not announce. */
async function adoptContext(browser: Browser, id: string): Promise<Page> {
  const tree = await send(browser, 'browsingContext.getTree', { root: id });
  const info = Array.isArray(tree['contexts']) ? tree['contexts'][0] : undefined;
  const before = await browser.pages();
  connectionOf(browser).emit('browsingContext.contextCreated', info);
  for (let i = 0; i < 100; i += 1) {
    const page = (await browser.pages()).find(
      (candidate) => !before.includes(candidate) && candidate.url().startsWith('moz-extension:'),
    );
    if (page !== undefined) return page;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('The sidebar was not found.');
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function contextOf(tree: Record<string, unknown>): string | undefined {
  if (!Array.isArray(tree['contexts'])) return undefined;
  const window: unknown = tree['contexts'].find(
    (item) => isRecord(item) && String(item['url']).endsWith('/browser.xhtml'),
  );
  return isRecord(window) && typeof window['context'] === 'string' ? window['context'] : undefined;
}

type Connection = {
  send(method: string, params: unknown): Promise<{ result: unknown }>;
  emit(event: string, data: unknown): void;
};

/** Puppeteer keeps its BiDi connection to itself, but it is there. Parse boundary: both methods are looked at. */
function connectionOf(browser: Browser): Connection {
  const connection: unknown = Reflect.get(browser, 'connection');
  if (isRecord(connection) && typeof connection['send'] === 'function' && typeof connection['emit'] === 'function')
    return connection as unknown as Connection; // both methods were looked at above
  throw new Error('This puppeteer has no BiDi connection.');
}

async function send(browser: Browser, method: string, params: unknown): Promise<Record<string, unknown>> {
  const { result } = await connectionOf(browser).send(method, params);
  if (!isRecord(result)) throw new Error(`${method} answered nothing.`);
  return result;
}

function addOnId(extension: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(extension, 'manifest.json'), 'utf8'));
  const id = /"gecko":\{"id":"([^"]+)"/u.exec(JSON.stringify(manifest))?.[1];
  if (id === undefined) throw new Error('The build has no add-on id.');
  return id;
}
