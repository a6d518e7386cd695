import type { BrowserName } from './build-extension.ts';
import { launchChromium } from './launch-chromium.ts';
import { launchFirefox } from './launch-firefox.ts';
import type { LaunchOptions, TestBrowser } from './test-browser.ts';

export const BROWSERS: readonly BrowserName[] = ['chromium', 'firefox'];

/** `describe.each(BROWSERS)('in %s', (name) => ...)`, then this in `beforeAll`. */
export const launchBrowser = (name: BrowserName, options?: LaunchOptions): Promise<TestBrowser> =>
  name === 'chromium' ? launchChromium(options) : launchFirefox(options);
