import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { type AppPage, launch as launchPlain, listed } from '../e2e/page-tools-package-support.ts';
import { lastMessage, playCalls } from '../e2e/page-tools-support.ts';
import { openWorkbench } from '../e2e/support/workbench.ts';
import { packageFiles } from '../fixtures/build-page-tools.ts';
import { serveApps } from '../fixtures/serve-apps.ts';
import { type Measurement, median, ms, upTo } from './measurement.ts';

const CORE_GZIP_BYTES = 6_000;
const TOOLS = 30;
const ROUNDS = 60;
const WARM_UP = 10;
const CALLS = 12;
/** Renders of 25 tools each. */
const MOUNTS = 400;

const bytes = (count: number): string => `${(count / 1000).toFixed(2)} kB`;

/** The package for web-app authors: its size, what tools cost a render, what they leave in memory, what a call costs. */
export async function measurePageTools(): Promise<Measurement[]> {
  return [...measureSubpaths(), ...(await measureRendering()), ...(await measureCalls())];
}

function measureSubpaths(): Measurement[] {
  const size = (files: readonly string[]): number =>
    files.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0);
  return ['index', 'react', 'vue', 'svelte', 'html', 'zod3'].flatMap((subpath) => {
    const { loaded, later } = packageFiles(subpath);
    const what = `page tools, ${subpath === 'index' ? 'core' : `./${subpath} with the core`}, gzip`;
    const value = size(loaded);
    return [
      subpath === 'index' ? upTo(what, value, CORE_GZIP_BYTES, bytes) : { what, value: bytes(value) },
      ...(subpath === 'index'
        ? [{ what: 'page tools, what runs calls, loaded later', value: bytes(size(later)) }]
        : []),
    ];
  });
}

type Times = { mount: number; unmount: number };

/** 30 tools in one render beside the same render without, and what 10,000 mounts leave behind. In Chromium. */
async function measureRendering(): Promise<Measurement[]> {
  const [browser, server] = await Promise.all([launchPlain('chromium'), serveApps()]);
  try {
    const page = await browser.newPage();
    await fetch(`${server.origin}/react-lab/bundle.js`);
    await page.goto(`${server.origin}/react-lab`);
    const time = async (scene: 'Many' | 'Plain'): Promise<Times> =>
      page.evaluate<Times>(`lab.time(${JSON.stringify(scene)}, { count: ${TOOLS} })`);
    const tools: Times[] = [];
    const plain: Times[] = [];
    for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
      const [one, other] = [await time('Many'), await time('Plain')];
      if (round < WARM_UP) continue;
      tools.push(one);
      plain.push(other);
    }
    const middle = (times: readonly Times[], part: keyof Times): number => median(times.map((one) => one[part]));
    await page.evaluate('lab.events.length = 0');
    const { revision } = await listed(page);
    await page.evaluate(`lab.show('Many', { count: ${TOOLS} }, false)`);
    await page.waitFor(`document.querySelectorAll('output').length === ${TOOLS}`);
    const messages: number = await page.evaluate(
      `lab.events.filter(({ type, revision }) => type === 'tool.registry.change' && revision > ${revision}).length`,
    );
    return [
      upTo(`page tools, messages of ${TOOLS} tools in one render`, messages, 1, String),
      { what: `page tools, a render with ${TOOLS} tools, median`, value: ms(middle(tools, 'mount')) },
      { what: 'page tools, the same render without', value: ms(middle(plain, 'mount')) },
      { what: `page tools, taking ${TOOLS} out again`, value: ms(middle(tools, 'unmount')) },
      { what: 'page tools, the same without', value: ms(middle(plain, 'unmount')) },
      ...(await measureMemory(page)),
    ];
  } finally {
    await browser.close();
    await server.close();
  }
}

async function measureMemory(page: AppPage): Promise<Measurement[]> {
  const session = await page.page.createCDPSession();
  const heap = async (): Promise<number> => {
    await session.send('HeapProfiler.collectGarbage');
    return (await session.send('Runtime.getHeapUsage')).usedSize;
  };
  const mount = (renders: number): Promise<unknown> =>
    page.evaluate(`(async () => {
      for (let round = 0; round < ${renders}; round += 1) {
        lab.time('Many', { count: 25 });
        lab.events.length = 0;
        if (round % 20 === 0) await new Promise((resolve) => setTimeout(resolve));
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
      lab.events.length = 0;
    })()`);
  await mount(20);
  const before = await heap();
  await mount(MOUNTS);
  const grown = (await heap()) - before;
  return [{ what: `page tools, heap grown after ${MOUNTS * 25} mounts and unmounts`, value: bytes(grown) }];
}

/** One call from the panel to the handler and back, through the real extension and backend. In Chromium. */
async function measureCalls(): Promise<Measurement[]> {
  const apps = await serveApps();
  await fetch(`${apps.origin}/bench-tools/bundle.js`);
  const bench = await openWorkbench('chromium', { 'plain.example': { '/': '<!doctype html><title>Plain</title>' } });
  try {
    await bench.browser.openPage(`${apps.origin}/bench-tools`);
    const panel = await bench.openPanel();
    await panel.find('button', '1 page tool');
    await panel.page.evaluate('performance.setResourceTimingBufferSize(10000)');
    const there: number[] = [];
    const back: number[] = [];
    for (let call = 0; call <= CALLS; call += 1) {
      const answer = `Call ${call} is done.`;
      playCalls(bench, [['tell_when', {}]], answer);
      await panel.ask(`Call ${call}`);
      if (call === 0) await panel.click('button', 'Approve');
      await panel.waitForText(answer);
      const [, said = ''] = /"at\\":([\d.]+)/.exec(lastMessage(bench)) ?? [];
      const at = Number(said);
      const [claimed, answered] = await panel.page.evaluate<[], () => [number, number]>(() => {
        const startOf = (path: string): number =>
          performance
            .getEntriesByType('resource')
            .filter(({ name }) => name.endsWith(path))
            .at(-1)?.startTime ?? Number.NaN;
        return [
          performance.timeOrigin + startOf('/api/runs/claim'),
          performance.timeOrigin + startOf('/api/genai/react'),
        ];
      });
      // The first one asked, and injected the bridge.
      if (call === 0) continue;
      there.push(at - claimed);
      back.push(answered - at);
    }
    return [
      { what: 'page tools, panel to handler, median', value: ms(median(there)) },
      {
        what: 'page tools, handler to the answer leaving, settling and a fresh look included',
        value: ms(median(back)),
      },
    ];
  } finally {
    await bench.close();
    await apps.close();
  }
}
