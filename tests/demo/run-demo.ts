import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig } from '../../backend/config.ts';
import { startBackend } from '../../backend/server.ts';
import { type BrowserName, buildExtension } from '../e2e/support/build-extension.ts';
import { launchBrowser } from '../e2e/support/launch-browser.ts';
import { startDemoSite } from './pages-server.ts';
import { Person } from './person.ts';
import { SCENES } from './scenes.ts';

const HOSTS = { site: 'canal.example', other: 'weather.example' };

/**
 * The main job on pages of our own: backend, browser and the real panel, driven as a person would. Exit code 0 only when
 * every page really ended as asked. The build is the one of the end to end tests: site access is granted up front, as
 * the browser's own prompt cannot be clicked without a window.
 * @param pictures folder for a picture of the panel at each plan and at the end of each page
 */
async function runDemo(name: BrowserName, headless: boolean, pictures: string | undefined): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'pagehand-demo-'));
  const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort());
  process.once('SIGTERM', () => interrupted.abort());
  try {
    const site = await startDemoSite(HOSTS);
    closing.push(() => site.close());
    const backend = await startBackend({ config: loadConfig({ port: 0, data: join(folder, 'data') }, {}) });
    closing.push(() => backend.close());
    const extension = join(folder, 'extension');
    cpSync(await buildExtension(name), extension, { recursive: true });
    writeFileSync(
      join(extension, 'pairing.json'),
      JSON.stringify({ port: backend.port, code: backend.mintPairingCode(600_000) }),
    );
    const browser = await launchBrowser(name, { extension, hosts: Object.values(HOSTS), headless });
    closing.push(() => browser.close());
    console.log(`Pagehand's demo in ${name}, with the built-in offline model, on pages of its own.`);
    let failed = 0;
    for (const [index, scene] of SCENES.entries()) {
      console.log(`\n== ${index + 1}. ${scene.title}`);
      const page = await browser.openPage(`${site.origin}${scene.path}`);
      const panel = await browser.openPanel();
      // Functions that run in a page are sent as source; tsx marks inner functions by a helper that a page lacks.
      for (const target of [panel.page, page]) await target.evaluate('globalThis.__name = (value) => value');
      const person = new Person(
        panel,
        console.log,
        pictures === undefined ? undefined : join(pictures, `${index + 1}`),
      );
      if (index === 0) await person.begin();
      else await person.newThread();
      try {
        await Promise.race([scene.play({ person, page, site }), stopped(interrupted.signal)]);
        console.log('checked: the real page is as asked.');
      } catch (error) {
        failed += 1;
        console.log(`FAILED: ${error instanceof Error ? error.message : String(error)}`);
        if (interrupted.signal.aborted) return false;
      }
      await page.close();
    }
    console.log(`\n${SCENES.length - failed} of ${SCENES.length} pages ended as asked.`);
    return failed === 0;
  } finally {
    for (const close of closing.reverse()) await close();
  }
}

const stopped = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('Stopped.')), { once: true }));

const { values } = parseArgs({
  options: {
    browser: { type: 'string', default: 'chromium' },
    headless: { type: 'boolean', default: false },
    pictures: { type: 'string' },
  },
});
const done = await runDemo(values.browser === 'firefox' ? 'firefox' : 'chromium', values.headless, values.pictures);
process.exitCode = done ? 0 : 1;
