import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

export type BrowserFamily = 'chromium' | 'firefox';

export type FoundBrowser = {
  name: string;
  family: BrowserFamily;
  path: string;
  /**
   * Whether it can be started with our extension in it. Branded Chrome ignores `--load-extension`, and a release
   * Firefox takes only signed add-ons: there a person loads the folder by hand.
   */
  takesExtension: boolean;
};

type Candidate = {
  name: string;
  family: BrowserFamily;
  takesExtension: boolean;
  linux: string[];
  mac: string[];
  windows: string[];
};

const app = (name: string): string[] => [`${name}.app/Contents/MacOS/${name}`];

/** In the order in which `npm start` prefers them: first those that take the extension by themselves. */
const CANDIDATES: readonly Candidate[] = [
  {
    name: 'Chromium',
    family: 'chromium',
    takesExtension: true,
    linux: ['chromium', 'chromium-browser'],
    mac: app('Chromium'),
    windows: ['Chromium\\Application\\chrome.exe'],
  },
  {
    name: 'Brave',
    family: 'chromium',
    takesExtension: true,
    linux: ['brave-browser', 'brave'],
    mac: app('Brave Browser'),
    windows: ['BraveSoftware\\Brave-Browser\\Application\\brave.exe'],
  },
  {
    name: 'Edge',
    family: 'chromium',
    takesExtension: true,
    linux: ['microsoft-edge', 'microsoft-edge-stable'],
    mac: app('Microsoft Edge'),
    windows: ['Microsoft\\Edge\\Application\\msedge.exe'],
  },
  {
    name: 'Chrome',
    family: 'chromium',
    takesExtension: false,
    linux: ['google-chrome', 'google-chrome-stable'],
    mac: app('Google Chrome'),
    windows: ['Google\\Chrome\\Application\\chrome.exe'],
  },
  {
    name: 'Firefox ESR',
    family: 'firefox',
    takesExtension: true,
    linux: ['firefox-esr'],
    mac: ['Firefox ESR.app/Contents/MacOS/firefox'],
    windows: [],
  },
  {
    name: 'Firefox Developer Edition',
    family: 'firefox',
    takesExtension: true,
    linux: ['firefox-developer-edition', 'firefox-devedition'],
    mac: ['Firefox Developer Edition.app/Contents/MacOS/firefox'],
    windows: ['Firefox Developer Edition\\firefox.exe'],
  },
  {
    name: 'Firefox',
    family: 'firefox',
    takesExtension: false,
    linux: ['firefox'],
    mac: ['Firefox.app/Contents/MacOS/firefox'],
    windows: ['Mozilla Firefox\\firefox.exe'],
  },
];

/** Where programs lie, per system. */
type System = { platform: NodeJS.Platform; env: NodeJS.ProcessEnv; isExecutable: (path: string) => boolean };

const here: System = {
  platform: process.platform,
  env: process.env,
  isExecutable: (path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  },
};

function pathsOf(candidate: Candidate, { platform, env }: System): string[] {
  if (platform === 'darwin') {
    const folders = ['/Applications', join(env['HOME'] ?? homedir(), 'Applications')];
    return folders.flatMap((folder) => candidate.mac.map((path) => `${folder}/${path}`));
  }
  if (platform === 'win32') {
    const folders = [env['ProgramFiles'], env['ProgramFiles(x86)'], env['LocalAppData']].filter(
      (folder) => folder !== undefined,
    );
    return folders.flatMap((folder) => candidate.windows.map((path) => `${folder}\\${path}`));
  }
  const folders = [...(env['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin'];
  return candidate.linux.flatMap((name) => folders.filter(Boolean).map((folder) => `${folder}/${name}`));
}

/** The browsers of this machine, the preferred one first; `family` limits them. */
export function findBrowsers(family?: BrowserFamily, system: System = here): FoundBrowser[] {
  return CANDIDATES.filter((candidate) => family === undefined || candidate.family === family).flatMap((candidate) => {
    const path = pathsOf(candidate, system).find(system.isExecutable);
    return path === undefined
      ? []
      : [{ name: candidate.name, family: candidate.family, path, takesExtension: candidate.takesExtension }];
  });
}

/** The browser's own words, `Chromium 156.0.1234.5`; undefined where it says nothing (Windows). */
export function browserVersion(browser: FoundBrowser): string | undefined {
  if (process.platform === 'win32') return undefined;
  const result = spawnSync(browser.path, ['--version'], { encoding: 'utf8', timeout: 15_000 });
  return result.status === 0 ? result.stdout.trim().split('\n').at(-1) : undefined;
}
