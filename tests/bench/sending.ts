import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../backend/config.ts';
import { startBackend } from '../../backend/server.ts';
import { Person } from '../demo/person.ts';
import { buildExtension } from '../e2e/support/build-extension.ts';
import { launchChromium } from '../e2e/support/launch-chromium.ts';
import { serveSites } from '../e2e/support/serve-sites.ts';
import { type Measurement, median, ms, upTo } from './measurement.ts';

const HOST = 'bench.example';
const ASKS = 10;
const SEND_MS = 150;

/** A page of 3,000 elements as pages are: sections with links, buttons, fields and text. */
function pageOf(elements: number): string {
  const row = (n: number): string =>
    `<section><h3>Row ${n}</h3><p>Some text about row ${n} <a href="/r/${n}">more</a></p><label>Note ${n} <input name="n${n}"></label><button>Save ${n}</button></section>`;
  return `<!doctype html><title>Large</title><main><h1>Large</h1>${Array.from({ length: Math.ceil(elements / 7) }, (_, n) => row(n)).join('')}</main>`;
}

/** From the click on Send to the request leaving the panel, the page captured in between. In Chromium. */
export async function measureSending(): Promise<Measurement[]> {
  const folder = mkdtempSync(join(tmpdir(), 'pagehand-bench-'));
  const sites = await serveSites({ [HOST]: { '/': pageOf(3_000) } });
  const backend = await startBackend({ config: loadConfig({ port: 0, data: join(folder, 'data') }, {}) });
  try {
    const extension = join(folder, 'extension');
    cpSync(await buildExtension('chromium'), extension, { recursive: true });
    writeFileSync(
      join(extension, 'pairing.json'),
      JSON.stringify({ port: backend.port, code: backend.mintPairingCode() }),
    );
    const browser = await launchChromium({ extension, hosts: [HOST] });
    try {
      await browser.openPage(sites.url(HOST));
      const panel = await browser.openPanel();
      // See run-demo.ts: tsx marks inner functions by a helper that a page lacks.
      await panel.page.evaluate('globalThis.__name = (value) => value');
      await panel.page.evaluate(`
        globalThis.clickedAt = 0;
        addEventListener('click', (event) => { globalThis.clickedAt = event.timeStamp; }, true);
        performance.setResourceTimingBufferSize(10000);
      `);
      const person = new Person(panel, () => undefined);
      await person.begin();
      const times: number[] = [];
      for (let n = 0; n < ASKS; n += 1) {
        await person.ask('what is on this page');
        const time: unknown = await panel.page.evaluate(
          `performance.getEntriesByType('resource').filter((entry) => entry.name.endsWith('/api/genai/react')).at(-1).startTime - clickedAt`,
        );
        if (typeof time !== 'number') throw new Error('The panel sent nothing.');
        times.push(time);
      }
      // The first one also injects the content script.
      return [
        { what: 'Send to request, 3,000 elements, first', value: ms(times[0] ?? 0) },
        upTo('Send to request, 3,000 elements, median', median(times.slice(1)), SEND_MS, ms),
      ];
    } finally {
      await browser.close();
    }
  } finally {
    await backend.close();
    await sites.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
