import { PAGE_TOOLS_KEY, type PageToolWire } from '@pagehand/contracts/page-tools-port';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import type { BrowserName } from './support/build-extension.ts';
import { findByRole } from './support/find-by-role.ts';

const WAIT_MS = 15_000;

/** A page of an app, without any extension, as its user and its code see it. */
export class AppPage {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
    page.setDefaultTimeout(WAIT_MS);
  }

  async goto(url: string): Promise<void> {
    // A server that builds on the first request takes its time.
    await this.page.goto(url, { timeout: 60_000 });
  }
  /** Runs code in the page; the test says what its own code returns. */
  async evaluate<T = unknown>(code: string): Promise<T> {
    return (await this.page.evaluate(code)) as T; // parse boundary: our own page's code
  }
  /** Waits until the code is true in the page. */
  async waitFor(code: string): Promise<void> {
    await this.page.waitForFunction(code, { timeout: WAIT_MS, polling: 50 });
  }
  /** Waits until the page shows this text. */
  says(text: string): Promise<void> {
    return this.waitFor(`document.body.innerText.includes(${JSON.stringify(text)})`);
  }
  text(selector: string): Promise<string> {
    return this.evaluate(`document.querySelector(${JSON.stringify(selector)}).textContent`);
  }
  /** A trusted click on what has this role and name. */
  async click(role: string, name: string): Promise<void> {
    for (const end = Date.now() + WAIT_MS; ; ) {
      const handle = await this.page.evaluateHandle(findByRole, role, name, false, 0);
      const element = handle.asElement();
      // Parse boundary: findByRole returns an Element or null.
      if (element !== null) return (element as Awaited<ReturnType<Page['$']>>)?.click();
      if (Date.now() > end) throw new Error(`No ${role} "${name}" on the page.`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  close(): Promise<void> {
    return this.page.close();
  }
}

export type AppBrowser = { newPage(): Promise<AppPage>; close(): Promise<void> };

/** A plain browser. Chromium has WebMCP of its own only when asked for, as it is by default. */
export async function launch(name: BrowserName, webmcp = false): Promise<AppBrowser> {
  const browser: Browser =
    name === 'firefox'
      ? await puppeteer.launch({
          browser: 'firefox',
          executablePath: process.env['PAGEHAND_FIREFOX'] ?? '/usr/bin/firefox-esr',
        })
      : await puppeteer.launch({
          executablePath: process.env['PAGEHAND_CHROMIUM'] ?? '/usr/bin/chromium',
          args: [
            '--disable-gpu',
            ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
            ...(webmcp ? ['--enable-features=WebMCP'] : []),
          ],
        });
  return {
    async newPage() {
      const page = await browser.newPage();
      // tsx names functions by a helper that serialized ones miss.
      await page.evaluateOnNewDocument('globalThis.__name = (value) => value');
      return new AppPage(page);
    },
    close: () => browser.close(),
  };
}

const PORT = `globalThis[Symbol.for(${JSON.stringify(PAGE_TOOLS_KEY)})]`;

/** What the extension does in the page's world. */
export async function listed(page: AppPage): Promise<{ revision: number; tools: PageToolWire[] }> {
  const json = await page.evaluate<string>(`${PORT}?.list() ?? '{"revision":0,"tools":[]}'`);
  return JSON.parse(json); // parse boundary: our own port's answer
}
export const toolNames = async (page: AppPage): Promise<string[]> => (await listed(page)).tools.map(({ name }) => name);

let calls = 0;
export async function call(page: AppPage, name: string, args: unknown = {}): Promise<Record<string, unknown>> {
  calls += 1;
  const given = [`call-${calls}`, name, JSON.stringify(args)].map((text) => JSON.stringify(text)).join(', ');
  return JSON.parse(await page.evaluate<string>(`${PORT}.call(${given})`)); // parse boundary: our own port's answer
}

/** Waits until the page's tools are exactly these. */
export function waitForTools(page: AppPage, names: readonly string[]): Promise<void> {
  const wanted = JSON.stringify([...names].sort());
  return page.waitFor(
    `JSON.stringify(JSON.parse(${PORT}?.list() ?? '{"tools":[]}').tools.map(({name}) => name).sort()) === ${JSON.stringify(wanted)}`,
  );
}
