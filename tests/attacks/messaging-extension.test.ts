import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type BrowserName, buildExtension } from '../e2e/support/build-extension.ts';

const ManifestSchema = z.looseObject({
  manifest_version: z.number(),
  permissions: z.array(z.string()),
  content_scripts: z.array(z.unknown()).optional(),
  content_security_policy: z.looseObject({ extension_pages: z.string() }),
});

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(?:js|mjs|html)$/.test(name));
}

describe.each<BrowserName>(['chromium', 'firefox'])('X: the built extension for %s has no way in', (name) => {
  let folder = '';
  let manifest: z.infer<typeof ManifestSchema>;
  let scripts: { name: string; text: string }[] = [];
  beforeAll(async () => {
    folder = await buildExtension(name, 'release');
    manifest = ManifestSchema.parse(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))); // parse boundary
    scripts = filesOf(folder).map((file) => ({ name: file, text: readFileSync(join(folder, file), 'utf8') }));
  });

  it('X03, X11: the manifest lets no page and no other extension connect, and offers no file to pages', () => {
    for (const key of [
      'externally_connectable',
      'web_accessible_resources',
      'sandbox',
      'host_permissions',
      'oauth2',
      'key',
    ])
      expect(manifest).not.toHaveProperty(key);
    // WXT writes an empty list.
    expect(manifest.content_scripts ?? []).toEqual([]);
    for (const permission of [
      'debugger',
      'tabs',
      'webNavigation',
      'webRequest',
      'cookies',
      'history',
      'nativeMessaging',
      'management',
      'proxy',
      'downloads',
      '<all_urls>',
    ])
      expect(manifest.permissions).not.toContain(permission);
  });

  it('X01, X03, X05, X08: no script listens for messages of pages, content scripts or other extensions', () => {
    expect(scripts.length).toBeGreaterThan(3);
    const listeners =
      /\.onMessage(?:External)?\b|\.onConnect(?:External|Native)?\b|\.onUserScript(?:Message|Connect)\b|addEventListener\(\s*[`'"]message(?:error)?[`'"]|\bwindow\.onmessage\b|\bself\.onmessage\b/;
    const found = scripts.flatMap(({ name: file, text }) =>
      listeners.test(text) ? [`${file}: ${listeners.exec(text)?.[0]}`] : [],
    );
    expect(found).toEqual([]);
  });

  it('X10: the script that is injected into pages reaches no extension API and no network', () => {
    const injected = scripts.filter(({ name: file }) => /content/i.test(file) && file.endsWith('.js'));
    expect(injected.length).toBeGreaterThan(0);
    for (const { text } of injected) {
      expect(text).not.toMatch(
        /\b(?:chrome|browser)\.(?:runtime\.(?:sendMessage|connect)|storage|tabs|scripting|permissions)\b/,
      );
      expect(text).not.toMatch(/\bfetch\(|\bXMLHttpRequest\b|\bWebSocket\(|\bEventSource\(|sendBeacon/);
      expect(text).not.toMatch(/127\.0\.0\.1|\beval\(|new Function\(/);
    }
  });

  it('extension pages load nothing from elsewhere and run no strings', () => {
    const policy = manifest.content_security_policy.extension_pages;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toMatch(/unsafe-eval|https:|\*(?!;|$)(?!\s)|wss?:/);
    for (const { name: file, text } of scripts.filter(({ name: one }) => one.endsWith('.html')))
      expect(text, file).not.toMatch(/(?:src|href)="(?:https?:)?\/\/|\son\w+=/);
  });
});
