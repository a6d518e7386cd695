/** A tool that is called while its page still loads: no handler may hold the load event of its page back. */
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lastMessage, playCalls } from './page-tools-support.ts';
import { BROWSERS } from './support/launch-browser.ts';
import type { Panel } from './support/panel.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const PORT = readFileSync(new URL('../fixtures/page-tools/hand-made-port.js', import.meta.url), 'utf8');
/** Its picture comes only after the tool was called, and its tool answers only after the load event. */
const LOADING = `<!doctype html><title>Loading</title><h1>Loading</h1><img src="/picture" alt=""><script>${PORT}
pageTools.add({name: 'say_ready', description: 'Says when the page is ready', risk: 'low', run() {
  const loaded = new Promise((resolve) => addEventListener('load', () => resolve('the load event came')));
  void fetch('/called', {method: 'POST'});
  return loaded;
}});</script>`;

describe.each(BROWSERS)('in %s', (name) => {
  let bench: Workbench;
  let panel: Panel;
  const pictures: ServerResponse[] = [];
  beforeAll(async () => {
    bench = await openWorkbench(name, {
      'slow.example': (request, response) => {
        if (request.url === '/picture') pictures.push(response);
        else if (request.url === '/called') {
          for (const picture of pictures.splice(0)) picture.end();
          response.end();
        } else {
          response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
          response.end(request.url === '/loading' ? LOADING : '<!doctype html><title>Before</title><h1>Before</h1>');
        }
      },
    });
  });
  afterAll(() => bench?.close());

  test('its load event comes while the handler still works, and the answer is brought after it', async () => {
    const page = await bench.browser.openPage(bench.sites.url('slow.example'));
    panel = await bench.openPanel();
    await page.evaluate(() => location.assign('/loading'));
    await panel.find('button', '1 page tool');
    expect(await page.evaluate(() => document.readyState)).not.toBe('complete');
    playCalls(bench, [['say_ready', {}]], 'It is ready.');
    await panel.ask('Say when the page is ready');
    await panel.click('button', 'Approve');
    await panel.waitForText('It is ready.');
    expect(lastMessage(bench)).toContain('the load event came');
  });
});
