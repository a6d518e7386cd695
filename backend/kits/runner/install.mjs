/**
 * Installs the locked dependencies of a kit into the image that is being built. Runs no script of any package. What it
 * needs comes as JSON on stdin, so that neither a registry's address nor a proxy stays in the image.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

const NPM = '/usr/local/lib/node_modules/npm/bin/npm-cli.js';
const WORK = '/pagehand/work';

const { files, registry, certificates, proxy, noProxy } = JSON.parse(readFileSync(0, 'utf8'));
for (const [name, text] of Object.entries(files)) writeFileSync(`/deps/${name}`, text);
const settings = { HOME: WORK, PATH: process.env.PATH, npm_config_cache: `${WORK}/cache` };
if (registry) settings.npm_config_registry = registry;
if (proxy) Object.assign(settings, { HTTPS_PROXY: proxy, HTTP_PROXY: proxy, NO_PROXY: noProxy ?? '' });
if (certificates) {
  writeFileSync(`${WORK}/certificates.pem`, certificates);
  settings.npm_config_cafile = `${WORK}/certificates.pem`;
}
const flags = [
  '--ignore-scripts',
  '--omit=dev',
  '--no-audit',
  '--no-fund',
  '--no-update-notifier',
  '--fetch-retries=1',
];
const { status, error } = spawnSync(process.execPath, [NPM, 'ci', ...flags], {
  cwd: '/deps',
  env: settings,
  stdio: ['ignore', 'inherit', 'inherit'],
});
if (error) console.error(error.message);
// Only what is in it goes: the folder itself is in one that belongs to root.
for (const name of readdirSync(WORK)) rmSync(`${WORK}/${name}`, { recursive: true, force: true });
process.exitCode = status ?? 1;
