import type { Page } from 'puppeteer-core';
import type { Panel } from '../support/panel.ts';
import type { TestBrowser } from '../support/test-browser.ts';
import { type ScriptedBackend, TOKEN } from './scripted-backend.ts';

type Options = {
  width?: number;
  height?: number;
  scheme?: 'light' | 'dark';
  introduced?: boolean;
  language?: string;
  lastThread?: string;
  paired?: boolean;
};

/** Opens the real side panel beside the tab in front, talking to this backend. */
export async function openPanel(browser: TestBrowser, backend: ScriptedBackend, options: Options = {}): Promise<Panel> {
  const stored = {
    ...(options.paired === false ? {} : { connection: { port: backend.port, token: TOKEN } }),
    introduced: options.introduced ?? true,
    ...(options.language === undefined ? {} : { language: options.language }),
    ...(options.lastThread === undefined ? {} : { lastThread: options.lastThread }),
  };
  await browser.evaluateInExtension(
    `Promise.all([chrome.storage.local.clear(), chrome.storage.session.clear()]).then(() => chrome.storage.local.set(${JSON.stringify(stored)}))`,
  );
  // The panel may be open since an earlier test: a fresh document reads what was stored just now.
  if (browser.name === 'firefox') {
    // A sidebar cannot be resized, nor reloaded to its end, by WebDriver: it is shown anew, as wide as Firefox makes it.
    await browser.closePanel();
    return browser.openPanel();
  }
  const panel = await browser.openPanel();
  await panel.page.reload();
  await resize(panel.page, options.width ?? 360, options.height ?? 740);
  await panel.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: options.scheme ?? 'light' }]);
  return panel;
}

export async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewport({ width, height, deviceScaleFactor: 2 });
}
