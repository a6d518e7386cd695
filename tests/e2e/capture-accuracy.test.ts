import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Comparison, compareWithBrowser } from '../fixtures/accessibility-oracle.ts';
import { launchChromium } from '../fixtures/content-script.ts';
import { type PageServer, servePages } from '../fixtures/serve-pages.ts';

const REAL_PAGES = new URL('../../../shared/pages/snapshot/', import.meta.url);
let browser: Browser;
let server: PageServer;
beforeAll(async () => {
  [browser, server] = await Promise.all([launchChromium(), servePages()]);
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

async function compare(url: string, operate = ''): Promise<Comparison> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(url);
  if (operate !== '') await page.evaluate(operate);
  const result = await compareWithBrowser(page);
  await page.close();
  return result;
}

const share = (part: number, whole: number) => (whole === 0 ? 1 : part / whole);

describe('names and roles are those that Chromium computes', () => {
  test.each([
    'basics.html',
    'react-form',
    'vue-form',
    'todo',
    'overlays.html',
    'dropdown.html',
    'rtl.html',
    'shadow.html',
  ])('%s', async (path) => {
    const result = await compare(`${server.origin}/${path}`);
    expect(result.differences).toEqual([]);
    expect(result.missing).toEqual([]);
    expect(result.controls).toBeGreaterThan(0);
  });
});

/** Operates every widget of `patterns.html` as its own script would. */
const OPERATED = `(() => {
  const by = (id) => document.getElementById(id);
  const set = (id, name, value) => by(id).setAttribute(name, value);
  set('acc', 'aria-expanded', 'true'); by('acc-panel').hidden = false;
  set('t1', 'aria-selected', 'false'); set('t2', 'aria-selected', 'true'); by('p1').hidden = true; by('p2').hidden = false;
  set('menu-button', 'aria-expanded', 'true'); by('menu').hidden = false;
  set('combo', 'aria-expanded', 'true'); by('states').hidden = false;
  set('node', 'aria-expanded', 'true'); by('branch').hidden = false;
  set('switch', 'aria-checked', 'true'); set('box', 'aria-checked', 'true'); set('bold', 'aria-pressed', 'true');
  by('details').open = true; by('agree').checked = true; by('pop').showPopover();
})()`;

describe('ARIA patterns and every type of native input', () => {
  test.each([
    ['as the page comes', '', 50],
    ['after its widgets were operated', OPERATED, 59],
    ['with a modal dialog over it', "document.getElementById('dialog').showModal()", 2],
  ])('%s', async (_state, operate, controls) => {
    const result = await compare(`${server.origin}/patterns.html`, operate);
    expect(result.differences).toEqual([]);
    expect(result.missing).toEqual([]);
    expect(result.controls).toBe(controls);
  });
});

// The real pages lie beside the repository, not in it.
describe.runIf(existsSync(REAL_PAGES))('on real pages', () => {
  test("at least 99.5 of 100 controls are found, with the browser's role and name", async () => {
    const files = createServer((request, response) => {
      const name = new URL(request.url ?? '/', 'http://files').pathname.slice(1);
      readFile(new URL(name, REAL_PAGES)).then(
        (body) => {
          // The stored DOM is what is measured: the page's own scripts stay out.
          response.writeHead(200, {
            'content-type': 'text/html; charset=utf-8',
            'content-security-policy': "script-src 'none'",
          });
          response.end(body);
        },
        () => response.writeHead(404).end(),
      );
    });
    await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', () => resolve()));
    const { port } = files.address() as AddressInfo; // parse boundary: a TCP server's address
    const total = { controls: 0, found: 0, sameRole: 0, sameName: 0 };
    for (const file of readdirSync(REAL_PAGES).filter((name) => name.endsWith('.html'))) {
      const result = await compare(`http://127.0.0.1:${port}/${file}`);
      total.controls += result.controls;
      total.found += result.found;
      total.sameRole += result.sameRole;
      total.sameName += result.sameName;
      if (process.env['PAGEHAND_SHOW_DIFFERENCES'])
        console.log(file, result.controls, result.found, result.missing.slice(0, 8), result.differences.slice(0, 12));
    }
    files.close();
    console.log(
      `controls ${total.controls}, found ${total.found}, same role ${total.sameRole}, same name ${total.sameName}`,
    );
    expect(total.controls).toBe(1615);
    expect(share(total.found, total.controls)).toBeGreaterThanOrEqual(0.995);
    expect(share(total.sameRole, total.found)).toBeGreaterThanOrEqual(0.995);
    expect(share(total.sameName, total.found)).toBeGreaterThanOrEqual(0.995);
  });
});
