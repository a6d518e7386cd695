import type { ElementHandle, Page } from 'puppeteer-core';
import { findByRole } from './find-by-role.ts';

const WAIT_MS = 20_000;

/** Drives the panel as a person does: by what stands on it, with real (trusted) clicks and keys. */
export class Panel {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }

  /** Waits for an element by its role and name (a substring, any case; or the whole name with `exact`). */
  async find(
    role: string,
    name: string,
    options: { exact?: boolean; nth?: number; ms?: number } = {},
  ): Promise<ElementHandle<Element>> {
    const { exact = false, nth = 0, ms = WAIT_MS } = options;
    const found = await this.until(
      async () => {
        const handle = await this.page.evaluateHandle(findByRole, role, name, exact, nth);
        return handle.asElement() ?? undefined;
      },
      `no ${role} "${name}" in the panel`,
      ms,
    );
    // Parse boundary: findByRole returns an Element or null.
    return found as ElementHandle<Element>;
  }

  async has(role: string, name: string): Promise<boolean> {
    const handle = await this.page.evaluateHandle(findByRole, role, name, false, 0);
    return handle.asElement() !== null;
  }

  async click(role: string, name: string, options: { exact?: boolean; nth?: number; ms?: number } = {}): Promise<void> {
    const handle = await this.find(role, name, options);
    await this.until(
      () => handle.evaluate((element) => (element.matches(':disabled,[aria-disabled="true"]') ? undefined : true)),
      `the ${role} "${name}" stays disabled`,
    );
    await handle.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await handle.click();
  }

  /** A field with the mouse, and once more where the panel was drawn anew between finding and clicking it. */
  async #clickField(role: string, name: string, count: number): Promise<void> {
    for (let tries = 0; ; tries += 1) {
      const handle = await this.find(role, name);
      try {
        await handle.evaluate((element) => element.scrollIntoView({ block: 'center' }));
        await handle.click({ count });
        return;
      } catch (error) {
        if (tries === 4 || !/not clickable|detached/u.test(String(error))) throw error;
      }
    }
  }

  /** Types into a field, after what is there, or instead of it. */
  async type(role: string, name: string, text: string, mode: 'append' | 'replace' = 'append'): Promise<void> {
    await this.#clickField(role, name, mode === 'replace' ? 3 : 1);
    if (mode === 'replace') await this.page.keyboard.press('Backspace');
    await this.page.keyboard.type(text);
  }

  /** Writes into the composer and sends it. */
  async ask(text: string): Promise<void> {
    await this.type('textbox', 'Message', text);
    await this.click('button', 'Send');
  }

  press(key: 'Enter' | 'Escape' | 'Tab' | 'ArrowDown' | 'ArrowUp'): Promise<void> {
    return this.page.keyboard.press(key);
  }

  /** Everything that can be read on it. */
  text(): Promise<string> {
    return this.page.evaluate(() => document.body.innerText);
  }

  /** Waits until the panel says this. @returns its whole text then. */
  async waitForText(wanted: string | RegExp, ms = WAIT_MS): Promise<string> {
    let text = '';
    try {
      return await this.until(
        async () => {
          text = await this.text();
          return (typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text)) ? text : undefined;
        },
        '',
        ms,
      );
    } catch {
      throw new Error(`The panel did not say ${String(wanted)}. It says:\n${text}`);
    }
  }

  async screenshot(path: `${string}.png`): Promise<void> {
    await this.page.screenshot({ path });
  }

  private async until<T>(probe: () => Promise<T | undefined>, what: string, ms = WAIT_MS): Promise<T> {
    const end = Date.now() + ms;
    for (;;) {
      const found = await probe();
      if (found !== undefined) return found;
      if (Date.now() > end) throw new Error(`${what}. It says:\n${await this.text()}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
