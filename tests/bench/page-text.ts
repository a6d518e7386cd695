import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import TurndownService from 'turndown';
import { pageTextToMarkdown } from '../../backend/documents/page-text-markdown.ts';
import { launchChromium, PageDriver } from '../fixtures/content-script.ts';
import {
  articles,
  haveRealPages,
  NO_REAL_PAGES,
  openOffline,
  serveRealPages,
  storedHtml,
} from '../fixtures/real-pages.ts';
import { averageScore, scoreText, type TextScore, textOfMarkdown } from '../fixtures/text-measure.ts';
import { type Measurement, median, ms } from './measurement.ts';

type Way = { scores: TextScore[]; times: number[] };
const TARGET = 0.96;

/** Text of article pages against what people marked as the article: ours, and what others do with the same pages. */
export async function measurePageText(): Promise<Measurement[]> {
  if (!haveRealPages()) {
    console.log(`${NO_REAL_PAGES} The text of articles is not measured.`);
    return [];
  }
  const [browser, server] = await Promise.all([launchChromium(), serveRealPages()]);
  const ways = new Map<string, Way>();
  const add = (name: string, truth: string, began: number, text: string): void => {
    const way = ways.get(name) ?? { scores: [], times: [] };
    way.times.push(performance.now() - began);
    way.scores.push(scoreText(truth, text));
    ways.set(name, way);
  };
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    // The first page pays for loading code; it is read once before the clock runs.
    const [first] = articles();
    if (first !== undefined) withReadability(storedHtml(first.path));
    for (const { path, url, truth } of articles()) {
      const page = await openOffline(context, `${server.origin}/${path}`);
      const { text, title } = await new PageDriver(page).capture();
      const innerText = await page.evaluate(() => {
        const began = performance.now();
        return { text: document.body.innerText, took: performance.now() - began };
      });
      await page.close();
      const html = storedHtml(path);

      let began = performance.now();
      const main = pageTextToMarkdown({ html: text, url, title, view: 'main' });
      add('ours: capture, main content', truth, began, textOfMarkdown(main));

      began = performance.now();
      add('Readability + turndown', truth, began, textOfMarkdown(withReadability(html)));

      began = performance.now() - innerText.took;
      add('innerText', truth, began, innerText.text);

      began = performance.now();
      add('turndown on the body', truth, began, textOfMarkdown(turndown().turndown(bodyOf(html))));
    }
  } finally {
    await browser.close();
    server.close();
  }
  return [...ways].map(([name, { scores, times }], index) => {
    const { f1, precision, recall } = averageScore(scores);
    return {
      what: `text of ${scores.length} articles, ${name}`,
      value: `F1 ${f1.toFixed(3)}, precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}, ${ms(median(times))}`,
      ...(index === 0 ? { target: `F1 at least ${TARGET}`, ok: f1 >= TARGET } : {}),
    };
  });
}

function turndown(): TurndownService {
  return new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced' }).remove(['script', 'style', 'noscript']);
}

function withReadability(html: string): string {
  const content = new Readability(parseHTML(html).document).parse()?.content;
  return content ? turndown().turndown(content) : '';
}

function bodyOf(html: string): string {
  return /<body\b[^>]*>([\s\S]*)<\/body>/i.exec(html)?.[1] ?? html;
}
