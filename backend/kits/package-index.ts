import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import * as z from 'zod';
import type { KitRuntimeName } from './kit-runtime.ts';

const run = promisify(execFile);

/** Where dependencies come from, as the installer in the container reads it; absent values are the package manager's own. */
export type PackageIndex = {
  registry?: string | undefined;
  /** pip: a host that may be asked without TLS. */
  trustedHost?: string | undefined;
  /** PEM: authorities beside the usual ones. */
  certificates?: string | undefined;
  proxy?: string | undefined;
  noProxy?: string | undefined;
};

const NpmSettings = z.object({
  registry: z.string().optional(),
  cafile: z.string().nullish(),
  'https-proxy': z.string().nullish(),
});

/**
 * The index that this machine itself uses: npm's own settings, pip's variables (`PIP_INDEX_URL`, `PIP_CERT`). Never a
 * login, neither of an index nor of a proxy: private packages cannot be installed into a kit.
 */
export async function packageIndex(runtime: KitRuntimeName, signal: AbortSignal): Promise<PackageIndex> {
  const { env } = process;
  const proxy = withoutLogin(env['HTTPS_PROXY'] ?? env['https_proxy']);
  const noProxy = env['NO_PROXY'] ?? env['no_proxy'];
  if (runtime === 'python') {
    const certificates = await readText(env['PIP_CERT'] ?? env['SSL_CERT_FILE']);
    return { registry: withoutLogin(env['PIP_INDEX_URL']), certificates, proxy, noProxy };
  }
  const npm = await npmSettings(signal);
  return {
    registry: withoutLogin(npm.registry),
    certificates: await readText(npm.cafile ?? env['NODE_EXTRA_CA_CERTS']),
    proxy: withoutLogin(npm['https-proxy']) ?? proxy,
    noProxy,
  };
}

/** `https://name:password@host/` without name and password; also `name:password@host`, as proxies are written. */
const withoutLogin = (address: string | null | undefined): string | undefined =>
  address?.replace(/^([a-z][a-z0-9+.-]*:\/\/)?.*@/i, '$1');

async function npmSettings(signal: AbortSignal): Promise<z.infer<typeof NpmSettings>> {
  try {
    const { stdout } = await run('npm', ['config', 'list', '--long', '--json'], { signal, maxBuffer: 4 * 1024 * 1024 });
    return NpmSettings.parse(JSON.parse(stdout)); // parse boundary: what npm prints
  } catch {
    signal.throwIfAborted();
    return {};
  }
}

const readText = async (path: string | null | undefined): Promise<string | undefined> =>
  path ? await readFile(path, 'utf8').catch(() => undefined) : undefined;
