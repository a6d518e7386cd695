import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FoundBrowser } from '../doctor/find-browsers.ts';
import { packAddOn } from './pack-add-on.ts';

export type LaunchedBrowser = {
  /** Resolves when the person has closed it. */
  closed: Promise<void>;
  /** Asks it to quit, and ends it after three seconds. */
  close(): Promise<void>;
};

/** Preferences that let a Firefox that honours them (ESR, Developer Edition) take an unsigned add-on of its profile. */
const FIREFOX_PREFERENCES = {
  'xpinstall.signatures.required': false,
  'extensions.autoDisableScopes': 0,
  'extensions.enabledScopes': 5,
  'extensions.startupScanScopes': 1,
  'browser.shell.checkDefaultBrowser': false,
  'browser.aboutwelcome.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
};

/**
 * Starts a browser with the extension of `build` and a profile of its own in the data folder; no debug port.
 * @param browser one that takes the extension by itself.
 */
export async function launchBrowser(
  browser: FoundBrowser,
  options: { dataFolder: string; build: string; headless: boolean },
): Promise<LaunchedBrowser> {
  const profile = join(options.dataFolder, 'browser', browser.family);
  mkdirSync(profile, { recursive: true, mode: 0o700 });
  const args = browser.family === 'firefox' ? await firefoxArgs(profile, options) : chromiumArgs(profile, options);
  return watch(spawn(browser.path, args, { stdio: 'ignore' }));
}

function chromiumArgs(profile: string, options: { build: string; headless: boolean }): string[] {
  return [
    `--user-data-dir=${profile}`,
    `--load-extension=${options.build}`,
    '--disable-features=DisableLoadExtensionCommandLineSwitch',
    '--no-first-run',
    '--no-default-browser-check',
    ...(options.headless ? ['--headless=new'] : []),
    // Chromium's sandbox does not start for root.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    'about:blank',
  ];
}

async function firefoxArgs(profile: string, options: { build: string; headless: boolean }): Promise<string[]> {
  const preferences = Object.entries(FIREFOX_PREFERENCES);
  writeFileSync(
    join(profile, 'user.js'),
    preferences.map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`).join(''),
  );
  const extensions = join(profile, 'extensions');
  mkdirSync(extensions, { recursive: true });
  writeFileSync(join(extensions, `${addOnId(options.build)}.xpi`), await packAddOn(options.build));
  // Without these Firefox looks at the folder afresh and takes the new build.
  for (const name of ['addonStartup.json.lz4', 'extensions.json', 'compatibility.ini'])
    rmSync(join(profile, name), { force: true });
  return [
    '--profile',
    profile,
    '--no-remote',
    '--new-instance',
    ...(options.headless ? ['--headless'] : []),
    'about:blank',
  ];
}

function addOnId(build: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(build, 'manifest.json'), 'utf8'));
  const found = JSON.stringify(manifest).match(/"gecko":\{"id":"([^"]+)"/)?.[1];
  if (found === undefined) throw new Error(`The Firefox build in ${build} has no add-on id.`);
  return found;
}

function watch(child: ChildProcess): LaunchedBrowser {
  const closed = new Promise<void>((resolve, reject) => {
    child.once('close', () => resolve());
    child.once('error', (error) => reject(new Error(`The browser did not start: ${error.message}`)));
  });
  return {
    closed,
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      const hard = setTimeout(() => child.kill('SIGKILL'), 3_000);
      await closed.catch(() => undefined);
      clearTimeout(hard);
    },
  };
}
