import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FakeOpenAiServer } from '../../fakes/openai-server.ts';
import { type BackendProcess, startBackendProcess } from './backend-process.ts';
import { type BrowserName, type BuildKind, buildExtension } from './build-extension.ts';
import { launchBrowser } from './launch-browser.ts';
import type { Panel } from './panel.ts';
import { type Script, startScriptedPlanner } from './scripted-planner.ts';
import { type ServedSites, type Sites, serveSites } from './serve-sites.ts';
import type { TestBrowser } from './test-browser.ts';

/** Everything real around a scripted model: sites, backend process, browser with the extension, paired. */
export type Workbench = {
  sites: ServedSites;
  backend: BackendProcess;
  model: FakeOpenAiServer;
  browser: TestBrowser;
  /** What the model will say to the next ask. */
  play(script: Script): void;
  /** Opens the panel beside the page in front, with the introduction done. */
  openPanel(): Promise<Panel>;
  /** The panel that something else opened. */
  findPanel(): Promise<Panel>;
  close(): Promise<void>;
};

export async function openWorkbench(
  name: BrowserName,
  sites: Sites,
  options: {
    build?: BuildKind;
    display?: string;
    features?: readonly string[];
    model?: 'scripted' | 'offline';
    /** Puts files into the data folder before the backend starts. */
    prepare?: (dataFolder: string) => Promise<void>;
    env?: Record<string, string>;
    downloads?: string;
  } = {},
): Promise<Workbench> {
  const [served, planner, build] = await Promise.all([
    serveSites(sites),
    startScriptedPlanner(),
    buildExtension(name, options.build),
  ]);
  const backend = await startBackendProcess(
    {
      ...options.env,
      ...(options.model === 'offline'
        ? {}
        : {
            PAGEHAND_MODEL_BASE_URL: planner.model.baseUrl,
            PAGEHAND_MODEL: 'scripted',
            PAGEHAND_MODEL_KEY: 'test-key',
          }),
    },
    options.prepare,
  );
  // As `npm start` does it: a copy of the build with the one-time code beside the manifest.
  const extension = await mkdtemp(join(tmpdir(), 'pagehand-extension-'));
  await cp(build, extension, { recursive: true });
  await writeFile(join(extension, 'pairing.json'), JSON.stringify({ port: backend.port, code: backend.code }));
  const browser = await launchBrowser(name, {
    extension,
    hosts: served.hosts,
    ...(options.display === undefined ? {} : { display: options.display }),
    ...(options.downloads === undefined ? {} : { downloads: options.downloads }),
    ...(options.features === undefined
      ? {}
      : { features: options.features, secureOrigins: served.hosts.map((host) => served.origin(host)) }),
  });
  return {
    sites: served,
    backend,
    model: planner.model,
    browser,
    play: planner.play,
    openPanel: async () => introduced(await browser.openPanel()),
    findPanel: async () => introduced(await browser.findPanel()),
    async close() {
      await browser.close();
      await Promise.all([backend.close(), planner.model.close(), served.close()]);
      await rm(extension, { recursive: true, force: true });
    },
  };
}

/** Past the introduction, which is shown once. */
async function introduced(panel: Panel): Promise<Panel> {
  // tsx names functions by a helper that serialized ones miss.
  await panel.page.evaluate('globalThis.__name ??= (value) => value');
  await panel.page.evaluate('(globalThis.browser ?? chrome).storage.local.set({ introduced: true })');
  // A panel that was connecting may have asked before the line above: it shows one of the two when it is through.
  for (let look = 0; look < 100 && !(await panel.has('button', 'Model: ')); look += 1) {
    if (await panel.has('button', 'Skip')) {
      await panel.click('button', 'Skip');
      break;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return panel;
}
