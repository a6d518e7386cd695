import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { offerKit } from '../../backend/kits/install-kit.ts';
import { KitLibrary } from '../../backend/kits/kit-library.ts';
import { KitReader } from '../../backend/kits/kit-reader.ts';
import { createKitRuntime } from '../../backend/kits/run-kits.ts';
import type { Panel } from '../e2e/support/panel.ts';

/** As `npm start -- kits add` does it, on the folder of the running backend. */
export async function install(dataFolder: string, files: Readonly<Record<string, string>>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'pagehand-kit-'));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  const signal = new AbortController().signal;
  const reader = new KitReader();
  const runtime = createKitRuntime({ dataFolder });
  const parts = { library: new KitLibrary(dataFolder), reader, resolveBase: runtime.resolveBase.bind(runtime) };
  const offer = await offerKit(folder, parts, signal);
  await offer.take(() => undefined, signal);
  await reader.close();
  await runtime.close();
  rmSync(folder, { recursive: true });
}

/** From the thread to the page of kits. */
export async function openKits(panel: Panel): Promise<void> {
  await panel.click('button', 'Thread menu');
  await panel.click('menuitem', 'Kits');
  await panel.find('heading', 'Kits');
}

export const backToThread = (panel: Panel): Promise<void> => panel.click('button', 'Back to the thread');

export async function openFold(panel: Panel, testId: string): Promise<void> {
  const summary = await panel.page.waitForSelector(`[data-testid="${testId}"] > summary`, { timeout: 20_000 });
  await summary?.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await summary?.click();
}

/** Waits until the page of kits says that no image is missing or being made. */
export async function imagesReady(panel: Panel): Promise<void> {
  await panel.page.waitForFunction(
    () => document.querySelector('.module') !== null && document.querySelector('.image-state') === null,
    { timeout: 50_000 },
  );
}

/** A file that the browser is saving, once it is there. */
export async function downloaded(folder: string, name: string): Promise<string> {
  const file = join(folder, name);
  for (let tries = 0; tries < 200 && !(existsSync(file) && readFileSync(file).length > 0); tries += 1) await wait(50);
  return readFileSync(file, 'utf8');
}
