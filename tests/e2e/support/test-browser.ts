import type { Page } from 'puppeteer-core';
import type { BrowserName } from './build-extension.ts';
import type { Panel } from './panel.ts';

/** A real browser with the built extension. The same test runs in both. */
export type TestBrowser = {
  readonly name: BrowserName;
  /** `chrome-extension://ID` or `moz-extension://UUID`. */
  readonly extensionOrigin: string;
  /** Opens a page in a new tab and brings it to the front. */
  openPage(url: string): Promise<Page>;
  /** Opens the real side panel (sidebar) by the toolbar button, beside the tab in front. */
  openPanel(): Promise<Panel>;
  /** The panel that something else opened (a shortcut, a menu); waits for it. */
  findPanel(): Promise<Panel>;
  closePanel(): Promise<void>;
  /** A page of the extension in a tab of its own, for instance a second panel. */
  openExtensionPage(path: string): Promise<Page>;
  /** Runs code in the background script; Firefox: in an extension page. */
  evaluateInExtension<T>(code: string): Promise<T>;
  /** Chromium only: ends the service worker as the browser does when it is idle. */
  stopServiceWorker(): Promise<void>;
  close(): Promise<void>;
};

export type LaunchOptions = {
  /** Folder of the build; by default the e2e build of the browser. */
  extension?: string;
  /** Chromium only: features of the browser to switch on (`WebMCP`). */
  features?: readonly string[];
  /** Chromium only: origins without TLS that count as secure, as features of secure pages need it. */
  secureOrigins?: readonly string[];
  /** Host names that lead to this machine. */
  hosts?: readonly string[];
  /** False: a window on the person's own display. */
  headless?: boolean;
  /** Folder that downloads go to, without a question. */
  downloads?: string;
  /** A window on this X display (`:77`) instead of headless. */
  display?: string;
};
