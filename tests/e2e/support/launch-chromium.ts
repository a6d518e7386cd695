import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type Page, type Target } from 'puppeteer-core';
import { buildExtension } from './build-extension.ts';
import { Panel } from './panel.ts';
import type { LaunchOptions, TestBrowser } from './test-browser.ts';

/** Chromium with the built extension, its popup blocker on. */
export async function launchChromium(options: LaunchOptions = {}): Promise<TestBrowser> {
  const extension = options.extension ?? (await buildExtension('chromium'));
  const profile = await mkdtemp(join(tmpdir(), 'pagehand-chromium-'));
  const hosts = (options.hosts ?? []).map((host) => `MAP ${host} 127.0.0.1`);
  const browser = await puppeteer.launch({
    executablePath: process.env['PAGEHAND_CHROMIUM'] ?? '/usr/bin/chromium',
    headless: options.headless ?? options.display === undefined,
    ...(options.display === undefined ? {} : { env: { ...process.env, DISPLAY: options.display } }),
    defaultViewport: null,
    userDataDir: profile,
    // Puppeteer's defaults would keep extensions out and the popup blocker off.
    ignoreDefaultArgs: ['--disable-extensions', '--disable-popup-blocking', '--enable-automation'],
    args: [
      '--enable-unsafe-extension-debugging',
      `--disable-extensions-except=${extension}`,
      `--load-extension=${extension}`,
      '--disable-features=DisableLoadExtensionCommandLineSwitch',
      ...(options.features === undefined ? [] : [`--enable-features=${options.features.join(',')}`]),
      ...(options.secureOrigins === undefined
        ? []
        : [`--unsafely-treat-insecure-origin-as-secure=${options.secureOrigins.join(',')}`]),
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--window-size=1280,800',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ...(hosts.length === 0 ? [] : [`--host-resolver-rules=${hosts.join(',')}`]),
    ],
  });
  const isWorker = (target: Target): boolean =>
    target.type() === 'service_worker' && target.url().startsWith('chrome-extension:');
  const worker = await browser.waitForTarget(isWorker, { timeout: 20_000 });
  const id = new URL(worker.url()).host;
  const extensionOrigin = `chrome-extension://${id}`;
  const devtools = await browser.target().createCDPSession();
  if (options.downloads !== undefined)
    await devtools.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: options.downloads });
  const isPanel = (target: Target): boolean => target.url() === `${extensionOrigin}/sidepanel.html`;
  let panel: Panel | undefined;

  async function frontTab(): Promise<string> {
    const { targetInfos } = await devtools.send('Target.getTargets', { filter: [{ type: 'tab' }] });
    // `embedderData` is newer than the protocol's types here: the tab in front says so.
    const front = targetInfos.find((info) => JSON.stringify(info).includes('"tabActive":true')) ?? targetInfos[0];
    if (front === undefined) throw new Error('Chromium has no tab.');
    return front.targetId;
  }

  return {
    name: 'chromium',
    extensionOrigin,
    async openPage(url) {
      const page = await browser.newPage();
      await openIn(page, url);
      await page.bringToFront();
      return page;
    },
    async openPanel() {
      // The trigger sometimes misses without an error: try again.
      for (let attempt = 0; attempt < 10; attempt += 1) {
        await devtools.send('Extensions.triggerAction', { id, targetId: await frontTab() }).catch(() => undefined);
        const target = await browser.waitForTarget(isPanel, { timeout: 1_500 }).catch(() => undefined);
        if (target === undefined) continue;
        panel = new Panel(await target.asPage());
        return panel;
      }
      throw new Error('The side panel did not open.');
    },
    async findPanel() {
      const target = await browser.waitForTarget(isPanel, { timeout: 15_000 });
      panel = new Panel(await target.asPage());
      return panel;
    },
    async closePanel() {
      await panel?.page.evaluate(() => window.close()).catch(() => undefined);
      panel = undefined;
      for (let i = 0; i < 100 && browser.targets().some(isPanel); i += 1)
        await new Promise((resolve) => setTimeout(resolve, 50));
      if (browser.targets().some(isPanel)) throw new Error('The side panel did not close.');
    },
    async openExtensionPage(path) {
      const page = await browser.newPage();
      await openIn(page, `${extensionOrigin}${path}`);
      return page;
    },
    async evaluateInExtension<T>(code: string): Promise<T> {
      const target = await browser.waitForTarget(isWorker, { timeout: 10_000 });
      const running = await target.worker();
      if (running === null) throw new Error('The service worker does not run.');
      // Parse boundary: the test says what its own code returns.
      return (await running.evaluate(code)) as T;
    },
    async stopServiceWorker() {
      const target = await browser.waitForTarget(isWorker, { timeout: 10_000 });
      await (await target.worker())?.close();
      for (let i = 0; i < 100 && browser.targets().includes(target); i += 1)
        await new Promise((resolve) => setTimeout(resolve, 50));
      if (browser.targets().includes(target)) throw new Error('The service worker did not stop.');
    },
    async close() {
      await browser.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/**
 * Opens an address and waits until the page says that it is loaded. Not `page.goto`: it also waits for an event of every
 * frame, and misses those of frames that come late or live in another process.
 */
async function openIn(page: Page, url: string): Promise<void> {
  const session = await page.createCDPSession();
  const { errorText } = await session.send('Page.navigate', { url });
  if (errorText !== undefined) throw new Error(`${url} did not open: ${errorText}`);
  const loaded = (empty: boolean): boolean =>
    (empty || location.href !== 'about:blank') && document.readyState === 'complete';
  await page.waitForFunction(loaded, {}, url === 'about:blank');
  await session.detach();
}
