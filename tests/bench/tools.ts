import { performance } from 'node:perf_hooks';
import { estimateTokens } from '../../backend/agent/tokens.ts';
import { startGithub } from '../fakes/github-service.ts';
import { startService } from '../fakes/http-service.ts';
import { startTavily } from '../fakes/search-services.ts';
import { ARTICLE, makePdf } from '../fakes/web-documents.ts';
import { startYoutube } from '../fakes/youtube-service.ts';
import { ToolHarness } from '../unit/tool-harness.ts';
import { type Measurement, median, megabytes, ms, upTo } from './measurement.ts';

const ROUNDS = 30;
const PARALLEL = 20;
const HUGE = 50_000_000;

/** Paragraphs of a page of this many bytes, made as it is sent. */
function* hugePage(bytes: number): Generator<string> {
  yield '<!doctype html><title>Huge</title><main><h1>Huge</h1>';
  const paragraph = `<p>${'Words of a page that does not end. '.repeat(30)}</p>`.repeat(60);
  for (let sent = 0; sent < bytes; sent += paragraph.length) yield paragraph;
}

/**
 * Tools of the web against local servers that speak the services' protocols: what a call costs over its bare HTTP
 * request, sizes of results, twenty at once, memory.
 */
export async function measureTools(): Promise<Measurement[]> {
  const tavily = await startTavily('k');
  const [github, youtube] = [await startGithub('t'), await startYoutube()];
  const site = await startService(({ url }) => {
    if (url.pathname === '/paper.pdf')
      return { text: makePdf(Array.from({ length: 50 }, (_, n) => `Page ${n} of a paper.`)) };
    if (url.pathname !== '/huge') return { text: ARTICLE };
    return {
      stream: (response) => {
        response.writeHead(200, { 'content-type': 'text/html' });
        const parts = hugePage(HUGE);
        const more = (): void => {
          for (;;) {
            const { value, done } = parts.next();
            if (done === true) return void response.end();
            if (!response.write(value)) return;
          }
        };
        response.on('drain', more);
        more();
      },
    };
  });
  const tools = await ToolHarness.start({
    endpoints: { tavily: tavily.origin, github: github.origin, youtube: youtube.origin },
    connections: { tavily: { key: 'k' } },
    allowed: [site.origin],
  });
  try {
    const search = () => tools.call('web_search', { query: 'heat pumps' });
    const body = JSON.stringify({ query: 'heat pumps', max_results: 5, search_depth: 'basic' });
    const headers = { 'authorization': 'Bearer k', 'content-type': 'application/json' };
    const bare = async (): Promise<unknown> =>
      (await fetch(`${tavily.origin}/search`, { method: 'POST', headers, body })).json();
    const guarded = async (): Promise<unknown> =>
      (await tools.egress.fetch(`${tavily.origin}/search`, { method: 'POST', headers, body })).json();
    const overhead = (await timed(guarded)) - (await timed(bare));
    const call = await timed(search);
    const began = performance.now();
    await Promise.all(Array.from({ length: PARALLEL }, search));
    const together = performance.now() - began;
    return [
      upTo('guarded egress over the bare HTTP request', Math.max(0, overhead), 5, ms),
      { what: 'a search by command: run, journal, events, answer', value: ms(call) },
      { what: `${PARALLEL} searches at once`, value: ms(together) },
      ...(await sizes(tools, site.origin)),
      ...(await memory(tools, site.origin)),
    ];
  } finally {
    await tools.close();
    for (const service of [tavily, github, youtube, site]) await service.close();
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  await work();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return median(times);
}

/** A website of this machine asks first. */
async function readSite(tools: ToolHarness, url: string): Promise<string> {
  const run = await tools.call('website', { url, question: 'Who built it?' });
  const { hash } = Object(run.interrupt?.['request']);
  const payload = { kind: 'approval' as const, approved: true, hash: String(hash), decidedAt: Date.now() };
  return (await tools.answer(run, payload)).content;
}

async function sizes(tools: ToolHarness, site: string): Promise<Measurement[]> {
  const tokens = (what: string, content: string): Measurement =>
    upTo(`result of ${what}`, estimateTokens(content), 4_000, (n) => `${n} tokens`);
  const long = await tools.call('youtube', { url: 'twohours001', question: 'How long does the oolong rest?' });
  return [
    tokens('web_search, 10 results', (await tools.call('web_search', { query: 'tea', max_results: 10 })).content),
    tokens('website, an article', await readSite(tools, `${site}/article`)),
    tokens('website, a PDF of 50 pages', await readSite(tools, `${site}/paper.pdf`)),
    tokens('github, a repository', (await tools.call('github', { url: 'ada/kettle', question: 'boil' })).content),
    tokens('youtube, two hours', long.content),
  ];
}

/** Highest resident memory while it runs, over what there was before. The test's servers are in the same process. */
async function memory(tools: ToolHarness, site: string): Promise<Measurement[]> {
  const grown = async (what: string, target: number, work: () => Promise<unknown>): Promise<Measurement> => {
    const before = process.memoryUsage.rss();
    let highest = before;
    const timer = setInterval(() => {
      highest = Math.max(highest, process.memoryUsage.rss());
    }, 20);
    const began = performance.now();
    await work();
    clearInterval(timer);
    const took = performance.now() - began;
    return upTo(`memory for ${what} (${ms(took)})`, highest - before, target, megabytes);
  };
  return [
    await grown('a page of 50 MB', 400_000_000, () => readSite(tools, `${site}/huge`)),
    await grown('a transcript of two hours', 50_000_000, () =>
      tools.call('youtube', { url: 'twohours001', question: 'How long does the oolong rest?' }),
    ),
  ];
}
