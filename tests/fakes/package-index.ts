import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import JSZip from 'jszip';
import { create } from 'tar';

/** An index that speaks both npm's and pip's protocol and has what the tests put in; it keeps the paths it was asked for. */
export class PackageIndexServer {
  readonly asked: string[] = [];
  private readonly files = new Map<string, { type: string; body: Buffer | (() => string) }>();
  private readonly server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://index').pathname);
    this.asked.push(path);
    const found = this.files.get(path);
    response.writeHead(found === undefined ? 404 : 200, { 'content-type': found?.type ?? 'text/plain' });
    response.end(typeof found?.body === 'function' ? found.body() : found?.body);
  });
  url = '';

  /** @param address one that the build container reaches: the gateway of the engine's bridge */
  async start(address: string): Promise<this> {
    await new Promise<void>((done) => this.server.listen(0, address, done));
    const at = this.server.address();
    this.url = `http://${address}:${typeof at === 'object' ? at?.port : ''}/`;
    return this;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise<void>((done) => this.server.close(() => done()));
  }

  /** A pure Python wheel of one module. @returns its line of requirements.txt */
  async addWheel(name: string, version: string, source: string): Promise<string> {
    const zip = new JSZip();
    const info = `${name}-${version}.dist-info`;
    zip.file(`${name}.py`, source);
    zip.file(`${info}/METADATA`, `Metadata-Version: 2.1\nName: ${name}\nVersion: ${version}\n`);
    zip.file(`${info}/WHEEL`, 'Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n');
    zip.file(`${info}/RECORD`, `${name}.py,,\n${info}/METADATA,,\n${info}/WHEEL,,\n${info}/RECORD,,\n`);
    return this.addPythonFile(
      name,
      `${name}-${version}-py3-none-any.whl`,
      version,
      await zip.generateAsync({ type: 'nodebuffer' }),
    );
  }

  /** A source archive whose set-up would run code. @returns its line of requirements.txt */
  async addSourceArchive(name: string, version: string): Promise<string> {
    const body = await archive({ [`${name}-${version}/setup.py`]: 'open("/deps/ran", "w")\n' }, `${name}-${version}`);
    return this.addPythonFile(name, `${name}-${version}.tar.gz`, version, body);
  }

  private addPythonFile(name: string, file: string, version: string, body: Buffer): string {
    const hash = createHash('sha256').update(body).digest('hex');
    const link = `<a href="/files/${file}#sha256=${hash}">${file}</a>`;
    this.files.set(`/${name}/`, {
      type: 'text/html',
      body: Buffer.from(`<!doctype html><html><body>${link}</body></html>`),
    });
    this.files.set(`/files/${file}`, { type: 'application/octet-stream', body });
    return `${name}==${version} --hash=sha256:${hash}`;
  }

  /** An npm package. @returns its entry of package-lock.json */
  async addNpm(name: string, version: string, files: Record<string, string>): Promise<Record<string, unknown>> {
    const packed = Object.fromEntries(Object.entries(files).map(([path, text]) => [`package/${path}`, text]));
    const body = await archive(packed, 'package');
    const integrity = `sha512-${createHash('sha512').update(body).digest('base64')}`;
    const file = `/${name}/-/${name}-${version}.tgz`;
    this.files.set(file, { type: 'application/octet-stream', body });
    const dist = () => ({ tarball: new URL(file, this.url).href, integrity });
    const packument = () =>
      JSON.stringify({
        name,
        'dist-tags': { latest: version },
        versions: { [version]: { name, version, dist: dist() } },
      });
    this.files.set(`/${name}`, { type: 'application/json', body: packument });
    return { version, integrity };
  }
}

async function archive(files: Record<string, string>, folder: string): Promise<Buffer> {
  const work = mkdtempSync(join(tmpdir(), 'pagehand-index-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(work, path)), { recursive: true });
      writeFileSync(join(work, path), text);
    }
    await create({ gzip: true, cwd: work, file: join(work, 'archive.tgz') }, [folder]);
    return readFileSync(join(work, 'archive.tgz'));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
