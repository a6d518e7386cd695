import { createServer } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { containersOf, docker, failedWith, startKits } from './engine-support.ts';
import { eventually } from './eventually.ts';

const { module, call } = startKits();

const SERVERS = {
  node: {
    file: 'serve.mjs',
    text: `
import { createServer } from 'node:http';
export const serve = (port) => new Promise((done) => {
  const server = createServer((request, response) => {
    if (request.url === '/end') { response.end('bye'); setTimeout(() => done('served'), 50); return; }
    let size = 0;
    request.on('data', (piece) => { size += piece.length; });
    request.on('end', () => response.end(request.url + ' ' + size));
  });
  server.listen(port, '127.0.0.1');
});
`,
  },
  python: {
    file: 'serve.py',
    text: `
import http.server, threading
def serve(port):
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.answer(0)
        def do_POST(self):
            self.answer(len(self.rfile.read(int(self.headers['content-length']))))
        def answer(self, size):
            body = b'bye' if self.path == '/end' else f'{self.path} {size}'.encode()
            self.send_response(200)
            self.send_header('content-length', str(len(body)))
            self.end_headers()
            self.wfile.write(body)
            if self.path == '/end':
                threading.Thread(target=server.shutdown).start()
    server = http.server.ThreadingHTTPServer(('127.0.0.1', port), Handler)
    server.serve_forever()
    return 'served'
`,
  },
};

/** A port that nobody has just now. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

/** What is answered, or that nothing is. */
const ask = async (url: string, body?: string): Promise<string> => {
  try {
    const options = body === undefined ? {} : { method: 'POST', body };
    return await (await fetch(url, { ...options, headers: { connection: 'close' } })).text();
  } catch {
    return 'nobody';
  }
};

describe.each(['node', 'python'] as const)('the ports of a kit in %s', (runtime) => {
  it('are reached on loopback while a call runs, though its container has no network', async () => {
    const { file, text } = SERVERS[runtime];
    const port = await freePort();
    const kit = await module(runtime, { [file]: text }, { ports: [{ name: 'web', port }] });
    const running = call(kit, `${file}:serve`, { port }, { parameters: ['port'], timeoutMs: 60_000 });
    await eventually(() => ask(`http://127.0.0.1:${port}/hello`), '/hello 0');
    const large = 'x'.repeat(3_000_000);
    const answers = await Promise.all(['a', 'b', 'c'].map((name) => ask(`http://127.0.0.1:${port}/${name}`, large)));
    expect(answers).toEqual(['/a 3000000', '/b 3000000', '/c 3000000']);
    const [id = ''] = await containersOf(kit.moduleId);
    const { HostConfig, NetworkSettings } = await docker.getContainer(id).inspect();
    expect(HostConfig.NetworkMode).toBe('none');
    expect(NetworkSettings.Ports).toEqual({});
    expect(await ask(`http://127.0.0.1:${port}/end`)).toBe('bye');
    expect(await running).toMatchObject({ ok: true, value: 'served' });
    expect(await ask(`http://127.0.0.1:${port}/hello`)).toBe('nobody');
    await eventually(() => containersOf(kit.moduleId), []);
  });

  it('close when the call is stopped, with the connections that are open', async () => {
    const { file, text } = SERVERS[runtime];
    const port = await freePort();
    const kit = await module(runtime, { [file]: text }, { ports: [{ name: 'web', port }] });
    const stop = new AbortController();
    const running = call(
      kit,
      `${file}:serve`,
      { port },
      { parameters: ['port'], signal: stop.signal, timeoutMs: 60_000 },
    );
    await eventually(() => ask(`http://127.0.0.1:${port}/`), '/ 0');
    const open = connect(port, '127.0.0.1');
    open.on('error', () => undefined);
    const closed = new Promise((done) => open.on('close', done));
    await new Promise((done) => open.once('connect', done));
    stop.abort();
    expect(failedWith(await running)).toBe('cancelled');
    await closed;
    await eventually(() => containersOf(kit.moduleId), []);
  });
});

it('a port that is not declared leads nowhere', async () => {
  const port = await freePort();
  const other = await freePort();
  const kit = await module('node', { 'serve.mjs': SERVERS.node.text }, { ports: [{ name: 'web', port: other }] });
  const stop = new AbortController();
  const running = call(kit, 'serve.mjs:serve', { port }, { parameters: ['port'], signal: stop.signal });
  await eventually(async () => (await containersOf(kit.moduleId)).length, 1);
  expect(await ask(`http://127.0.0.1:${port}/`)).toBe('nobody');
  // Declared, and nobody listens on it inside: the connection ends.
  expect(await ask(`http://127.0.0.1:${other}/`)).toBe('nobody');
  stop.abort();
  await running;
});

it('a port that another program has is told, and nothing is left', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void taken.close());
  await new Promise((done) => taken.once('listening', done));
  const address = taken.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const kit = await module('node', { 'serve.mjs': SERVERS.node.text }, { ports: [{ name: 'web', port }] });
  expect(failedWith(await call(kit, 'serve.mjs:serve', { port }))).toBe('port-in-use');
  await eventually(() => containersOf(kit.moduleId), []);
});
