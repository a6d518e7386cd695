import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { PageText } from '../../backend/documents/page-text.ts';
import { type Measurement, ms } from './measurement.ts';

/** A page of about `bytes` characters with what real pages have: sections, lists, links, tables, code. */
export function largePage(bytes: number): string {
  const section = (n: number): string =>
    `<section><h2>Part ${n}</h2><p>The water of part ${n} flows <a href="/p/${n}">downhill</a>, and <em>nothing</em> is lost on its way, as section ${n} shows.</p>` +
    `<ul><li>first of ${n}</li><li>second of ${n}</li></ul><table><tr><th>Lock</th><th>Rise</th></tr><tr><td>L${n}</td><td>${n % 9} m</td></tr></table><pre><code>let n = ${n};</code></pre></section>`;
  let html = '';
  for (let n = 1; html.length < bytes; n += 1) html += section(n);
  return `<main><h1>Long</h1>${html}</main>`;
}

/** How long the event loop of the backend stands still while a 1 MB page is converted in its worker. */
export async function measureEventLoop(): Promise<Measurement[]> {
  const pageText = new PageText();
  const signal = new AbortController().signal;
  const page = (bytes: number, id: string) => ({
    snapshotId: id,
    text: largePage(bytes).slice(0, bytes),
    url: 'https://bench.example/',
  });
  try {
    await pageText.markdown(page(10_000, 'warm'), 'whole', signal);
    const delay = monitorEventLoopDelay({ resolution: 1 });
    const began = performance.now();
    delay.enable();
    await pageText.markdown(page(1_000_000, 'large'), 'whole', signal);
    delay.disable();
    return [
      { what: 'a 1 MB page to Markdown', value: ms(performance.now() - began) },
      // nanoseconds
      { what: 'event-loop delay meanwhile, 99th percentile', value: ms(delay.percentile(99) / 1e6) },
      { what: 'event-loop delay meanwhile, longest', value: ms(delay.max / 1e6) },
    ];
  } finally {
    await pageText.close();
  }
}
