import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { type BrowserName, buildExtension } from './support/build-extension.ts';

const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self' http://127.0.0.1:*; frame-src 'none'; form-action 'none'; base-uri 'none'; object-src 'none'";
const COMMON = {
  manifest_version: 3,
  name: '__MSG_extName__',
  description: '__MSG_extDescription__',
  default_locale: 'en',
  version: '0.1.0',
  icons: { 16: 'icon/16.png', 32: 'icon/32.png', 48: 'icon/48.png', 96: 'icon/96.png', 128: 'icon/128.png' },
  action: { default_title: 'Open Pagehand' },
  optional_host_permissions: ['*://*/*'],
  optional_permissions: ['tabs'],
  omnibox: { keyword: 'ph' },
  content_security_policy: { extension_pages: CSP },
  content_scripts: [],
  options_ui: { page: 'options.html', open_in_tab: true },
};
const commands = (open: string) => ({
  'open-panel': { suggested_key: { default: open }, description: 'Open Pagehand' },
  'ask-selection': { suggested_key: { default: 'Alt+Shift+K' }, description: 'Ask about the selection' },
  'summarize-page': { suggested_key: { default: 'Alt+Shift+U' }, description: 'Summarize this page' },
  'stop': { suggested_key: { default: 'Alt+Shift+H' }, description: 'Stop what Pagehand is doing' },
});
/** Everything that a build asks of the browser. A change here is a change of what people are asked to trust. */
const MANIFESTS: Record<BrowserName, object> = {
  chromium: {
    ...COMMON,
    permissions: ['activeTab', 'scripting', 'storage', 'contextMenus', 'identity', 'sidePanel'],
    minimum_chrome_version: '140',
    background: { service_worker: 'background.js' },
    side_panel: { default_path: 'sidepanel.html' },
    commands: commands('Ctrl+Shift+Y'),
  },
  firefox: {
    ...COMMON,
    permissions: ['activeTab', 'scripting', 'storage', 'contextMenus', 'identity'],
    browser_specific_settings: {
      gecko: {
        id: 'pagehand@pagehand.invalid',
        strict_min_version: '140.0',
        data_collection_permissions: { required: ['websiteContent', 'browsingActivity'] },
      },
    },
    background: { scripts: ['background.js'] },
    sidebar_action: { default_panel: 'sidepanel.html', default_title: 'Pagehand' },
    commands: commands('Alt+Shift+Y'),
  },
};

describe.each(['chromium', 'firefox'] as const)('the %s build', (name) => {
  let folder: string;
  beforeAll(async () => {
    folder = await buildExtension(name, 'release');
  });
  const read = (path: string): string => readFileSync(join(folder, path), 'utf8');
  const files = (): string[] =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => statSync(join(folder, path)).isFile());

  test('asks for exactly these permissions, and exposes nothing to pages or other extensions', () => {
    const manifest: unknown = JSON.parse(read('manifest.json'));
    expect(manifest).toEqual(MANIFESTS[name]);
    expect(Object.keys(manifest as object)).not.toContain('externally_connectable'); // an object, by the line above
    expect(Object.keys(manifest as object)).not.toContain('web_accessible_resources');
  });

  test('holds exactly the expected files', () => {
    const known = files()
      .map((path) => path.replaceAll('\\', '/').replace(/-[\w-]{8}\.(js|css)$/u, '-HASH.$1'))
      .filter((path) => !path.startsWith('_locales/') && !path.startsWith('icon/'));
    expect(known.filter((path) => !/^(chunks|assets)\/[\w.-]+-HASH\.(js|css)$/u.test(path)).sort()).toEqual([
      'background.js',
      'content-scripts/act.js',
      'content-scripts/content.js',
      'content-scripts/page-tools.js',
      'manifest.json',
      'options.html',
      'sidepanel.html',
    ]);
    const locales = files().filter((path) => path.startsWith('_locales'));
    expect(locales.length).toBeGreaterThan(0);
    expect(locales.every((path) => /^_locales[/\\]\w+[/\\]messages\.json$/u.test(path))).toBe(true);
  });

  test('injects scripts of at most 80 kB into a page, without zod, and keeps the background small', () => {
    for (const path of ['content-scripts/content.js', 'content-scripts/act.js']) {
      expect(Buffer.byteLength(read(path))).toBeLessThanOrEqual(80_000);
      expect(read(path)).not.toMatch(/ZodError|_zod|invalid_union/u);
    }
    expect(Buffer.byteLength(read('background.js'))).toBeLessThanOrEqual(10_000);
  });

  test('loads at most 450 kB (gzip) for the panel', () => {
    const loaded = files().filter((path) => /^(chunks|assets)[/\\]/u.test(path) || path === 'sidepanel.html');
    const bytes = loaded.reduce((sum, path) => sum + gzipSync(readFileSync(join(folder, path))).length, 0);
    expect(bytes).toBeLessThanOrEqual(450_000);
  });

  test('opens no message channel to pages or other extensions, and does not tell pages that it is there', () => {
    for (const path of ['background.js', 'content-scripts/content.js', 'content-scripts/act.js']) {
      const channel = /\.on(?:Message|Connect)\w*\b|addEventListener\(.message|\.sendMessage\b/u.exec(read(path));
      expect(channel?.[0]).toBeUndefined();
    }
    // WXT's way of telling other scripts, and with them the page, that one has begun.
    for (const path of ['content-scripts/content.js', 'content-scripts/act.js', 'content-scripts/page-tools.js'])
      expect(read(path)).not.toMatch(/wxt:|window\.postMessage/u);
  });
});
