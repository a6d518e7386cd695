import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readReceipts } from '../conformance/read-receipts.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

/** An `embed` cannot be told apart from outside, and no extension comes into the browser's own page for a lost connection. */
const PAGE = (other: string) => `<!doctype html><title>Frames in a picture</title><h1>Frames</h1>
<embed type="text/html" width="300" height="120" src="/embedded">
<iframe title="lost" width="300" height="120" src="http://other.example:1/"></iframe>
<iframe title="open" width="300" height="120" src="${other}"></iframe>`;
const EMBEDDED = `<!doctype html><title>Embedded</title><body style="background:#f0f">4711`;
const OTHER = `<!doctype html><title>Other</title><body style="background:#0f0">Other`;

/** Firefox gives a picture only after a click on the toolbar button, or with access to all sites. */
describe('in chromium', () => {
  let bench: Workbench;
  beforeAll(async () => {
    bench = await openWorkbench('chromium', {
      'shop.example': (request, response) => {
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
        response.end(
          request.url === '/embedded'
            ? EMBEDDED
            : PAGE(`http://other.example:${request.headers.host?.split(':')[1] ?? ''}/`),
        );
      },
      'other.example': { '/': OTHER },
    });
  });
  afterAll(() => bench?.close());

  test('a picture covers the frames that cannot be read, says so, and shows the one that can', async () => {
    await bench.browser.openPage(bench.sites.url('shop.example'));
    const panel = await bench.openPanel();
    bench.play({ goal: 'A picture', rounds: [() => [{ kind: 'screenshot' }]], answer: 'That is the picture.' });
    await panel.ask('Take a picture');
    await panel.waitForText('That is the picture.');
    const [receipt] = await readReceipts(panel.page);
    expect(receipt?.summary).toContain('secret fields and 2 frames that cannot be read covered');
    const colours = await panel.page.evaluate(async () => {
      const image = document.querySelector<HTMLImageElement>('img.receipt-picture');
      if (image === null) return undefined;
      await image.decode();
      const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
      const context = canvas.getContext('2d');
      context?.drawImage(image, 0, 0);
      const pixels = context?.getImageData(0, 0, canvas.width, canvas.height).data ?? new Uint8ClampedArray();
      const counts = { magenta: 0, green: 0, dark: 0 };
      for (let at = 0; at < pixels.length; at += 4) {
        const [red = 0, green = 0, blue = 0] = pixels.subarray(at, at + 3);
        if (red > 180 && green < 80 && blue > 180) counts.magenta += 1;
        if (red < 80 && green > 180 && blue < 80) counts.green += 1;
        if (red < 40 && green < 40 && blue < 40) counts.dark += 1;
      }
      return counts;
    });
    expect(colours?.magenta).toBe(0);
    expect(colours?.dark).toBeGreaterThan(10_000);
    expect(colours?.green).toBeGreaterThan(5_000);
  });
});
