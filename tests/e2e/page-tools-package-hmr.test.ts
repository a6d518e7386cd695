/** A component that is edited while the app runs, under Vite's own hot reload of React. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPageTools } from '../fixtures/build-page-tools.ts';
import { type AppBrowser, type AppPage, call, launch, listed, waitForTools } from './page-tools-package-support.ts';
import { BROWSERS } from './support/launch-browser.ts';

const ARTIFACTS = fileURLToPath(new URL('../.artifacts', import.meta.url));
const component = (description: string, says: string): string => `
import { useState } from 'react';
import { useAgentTool } from '@pagehand/page-tools/react';
export function Counter() {
  const [count, setCount] = useState(0);
  useAgentTool({ name: 'count_up', description: '${description}', risk: 'none' }, () => {
    setCount((before) => before + 1);
    return '${says} ' + (count + 1);
  });
  return <output>{count}</output>;
}
`;
const MAIN = `
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Counter } from './counter.tsx';
createRoot(document.getElementById('root')).render(<StrictMode><Counter /></StrictMode>);
`;

describe.each(BROWSERS)('in %s', (name) => {
  let folder: string;
  let server: ViteDevServer;
  let browser: AppBrowser;
  let page: AppPage;
  const edit = (description: string, says: string): void =>
    writeFileSync(join(folder, 'counter.tsx'), component(description, says));
  beforeAll(async () => {
    mkdirSync(ARTIFACTS, { recursive: true });
    folder = mkdtempSync(join(ARTIFACTS, 'hmr-'));
    edit('Count', 'first');
    writeFileSync(join(folder, 'main.tsx'), MAIN);
    writeFileSync(
      join(folder, 'index.html'),
      '<!doctype html><div id="root"></div><script type="module" src="/main.tsx"></script>',
    );
    const built = buildPageTools();
    server = await createServer({
      configFile: false,
      root: folder,
      cacheDir: join(folder, '.vite'),
      logLevel: 'error',
      plugins: [react()],
      server: { host: '127.0.0.1', port: 0, hmr: { overlay: false } },
      resolve: {
        alias: [
          { find: /^@pagehand\/page-tools$/, replacement: join(built, 'dist/index.js') },
          { find: /^@pagehand\/page-tools\/(\w+)$/, replacement: join(built, 'dist/$1.js') },
        ],
      },
    });
    await server.listen();
    browser = await launch(name);
    page = await browser.newPage();
    await page.goto(server.resolvedUrls?.local[0] ?? '');
    await waitForTools(page, ['count_up']);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('an edited declaration takes the old one’s place and the component keeps its state', async () => {
    expect(await call(page, 'count_up')).toMatchObject({ result: 'first 1' });
    await page.evaluate('{ globalThis.sameDocument = true; 0 }');
    edit('Count on', 'second');
    await page.waitFor(
      'JSON.parse(globalThis[Symbol.for("pagehand.page-tools.v1")].list()).tools[0]?.description === "Count on"',
    );
    expect((await listed(page)).tools).toHaveLength(1);
    expect(await call(page, 'count_up')).toMatchObject({ result: 'second 2' });
    expect(await page.evaluate('globalThis.sameDocument')).toBe(true);
  });

  it('an edited handler alone is the one that is called', async () => {
    const { tools } = await listed(page);
    edit('Count on', 'third');
    const said = async (): Promise<unknown> => (await call(page, 'count_up'))['result'];
    await expect.poll(said, { timeout: 15_000, interval: 200 }).toMatch(/^third/u);
    expect((await listed(page)).tools).toEqual(tools);
  });
});
