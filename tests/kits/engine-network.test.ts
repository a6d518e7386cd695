import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type Server } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createEgress, type EgressOptions } from '../../backend/egress/guarded-fetch.ts';
import { createKitRuntime } from '../../backend/kits/run-kits.ts';
import { failedWith, never, quiet, returned, startKits } from './engine-support.ts';
import { CLIENTS } from './network-clients.ts';

/** What every name leads to, and what the person configured: as the settings would say it. */
const names = new Map<string, string[]>();
const configured = new Set<string>();
const ownHosts: string[] = [];
const lookup: EgressOptions['lookup'] = (name, _options, done) => {
  const known = names.get(name) ?? [];
  // The last answer stays: a name may be rebound between two questions.
  const address = known.length > 1 ? known.shift() : known[0];
  if (address === undefined) done(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' }), []);
  else done(null, [{ address, family: 4 }]);
};
const egress = createEgress({ ownHosts, configured: () => configured, lookup });
const { module, call, dataFolder } = startKits({ connect: egress.connect });

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

/** A server of this machine under a name that the person configured; what it was asked for. */
async function serve(host: string, listener: RequestListener): Promise<{ named: string; asked: string[] }> {
  const asked: string[] = [];
  const port = await portOf(
    createServer((request, response) => {
      asked.push(`${request.method} ${request.headers.host}${request.url}`);
      response.setHeader('connection', 'close');
      listener(request, response);
    }),
  );
  names.set(host, ['127.0.0.1']);
  configured.add(`http://${host}:${port}`);
  return { named: `${host}:${port}`, asked };
}

const NOWHERE = /^(ENOTFOUND|EAI_AGAIN|gaierror|EAI_\w+|-\d|ENETUNREACH|ECONNREFUSED|EADDRNOTAVAIL)$/;

describe.each(['node', 'python'] as const)('a kit in %s that names hosts', (runtime) => {
  const { file, text } = CLIENTS[runtime];
  const kit = (network: string[]) => module(runtime, { [file]: text }, { network });
  const ask = (of: Awaited<ReturnType<typeof kit>>, name: string, args: Record<string, unknown>) =>
    call(of, `${file}:${name}`, args, { parameters: Object.keys(args) });

  it('reaches them by their names as any program does, and each connection is told', async () => {
    const { named, asked } = await serve('api.kit.example', (_request, response) => response.end('hello'));
    const outcome = await ask(await kit([named]), 'get', { url: `http://${named}/x?y=1` });
    expect(returned(outcome)).toBe('200 hello');
    expect(asked).toEqual([`GET ${named}/x?y=1`]);
    const [host, port] = named.split(':');
    expect(outcome.connections).toEqual([
      {
        host,
        port: Number(port),
        sent: expect.any(Number),
        received: expect.any(Number),
        ms: expect.any(Number),
      },
    ]);
    expect(outcome.connections?.[0]?.received).toBeGreaterThan(50);
  });

  it('sends and gets megabytes whole, many at once', async () => {
    const large = Buffer.alloc(6_000_000, 'a');
    const { named } = await serve('big.kit.example', (request, response) => {
      let size = 0;
      request.on('data', (piece: Buffer) => {
        size += piece.length;
      });
      request.on('end', () => response.end(request.method === 'POST' ? String(size) : large));
    });
    const of = await kit([named]);
    expect(returned(await ask(of, 'size', { url: `http://${named}/` }))).toBe(6_000_000);
    expect(returned(await ask(of, 'post', { url: `http://${named}/`, size: 5_000_000 }))).toBe('5000000');
    const answers = returned(await ask(of, 'many', { url: `http://${named}/`, count: 8 }));
    expect(answers).toEqual(Array(8).fill('6000000 characters'));
  });

  it('reaches nothing else: no other name, port, address, nor what is behind a redirect', async () => {
    const other = await serve('other.kit.example', (_request, response) => response.end('no'));
    const { named } = await serve('only.kit.example', (_request, response) => {
      response.writeHead(302, { location: `http://${other.named}/` }).end();
    });
    const [host = '', port = ''] = named.split(':');
    const of = await kit([named]);
    const tries = {
      'another name': `http://${other.named}/`,
      'the same machine by its address': `http://127.0.0.1:${port}/`,
      'the address of the name': `http://127.0.0.2:${Number(port) + 1}/`,
      'another port': `http://${host}:81/`,
      'a name below it': `http://sub.${named}/`,
      'a name above it': `http://kit.example:${port}/`,
      'the internet': 'http://1.1.1.1/',
      'metadata': 'http://169.254.169.254/',
      'a redirect': `http://${named}/`,
    };
    for (const [what, url] of Object.entries(tries)) {
      const said = returned(await ask(of, 'get', { url }));
      expect([what, said]).toEqual([what, expect.stringMatching(NOWHERE)]);
    }
    expect(String(returned(await ask(of, 'resolve', { host: 'example.com' })))).toMatch(NOWHERE);
    expect(other.asked).toEqual([]);
  });

  it('a header that names another host goes to the named one all the same', async () => {
    const other = await serve('victim.kit.example', (_request, response) => response.end('no'));
    const { named, asked } = await serve('front.kit.example', (_request, response) => response.end('front'));
    const [host, port] = named.split(':');
    const text = `GET http://${other.named}/ HTTP/1.1\r\nHost: ${other.named}\r\nConnection: close\r\n\r\n`;
    const said = returned(await ask(await kit([named]), 'raw', { host, port: Number(port), text }));
    expect(String(said)).toContain('front');
    // It is no proxy: CONNECT is a word to the named server, like any other.
    const asks = `CONNECT ${other.named} HTTP/1.1\r\nHost: ${other.named}\r\n\r\n`;
    await ask(await kit([named]), 'raw', { host, port: Number(port), text: asks });
    expect(other.asked).toEqual([]);
    expect(asked).toHaveLength(1);
  });
});

describe('of what a kit names', () => {
  const { file, text } = CLIENTS.node;
  const reach = async (named: string) => {
    const of = await module('node', { [file]: text }, { network: [named] });
    const [host, port = '443'] = named.split(':');
    const args = { host, port: Number(port), text: 'hello' };
    const { connections } = await call(of, `${file}:raw`, args, { parameters: ['host', 'port', 'text'] });
    return connections?.map(({ problem, received }) => [problem?.code, received]);
  };
  const refusedOne = [['address-refused', 0]];

  it.each([
    ['leads into this machine', '127.0.0.1'],
    ['leads into the private network', '10.1.2.3'],
    ['leads to the metadata of a cloud', '169.254.169.254'],
    ['leads to an address that embeds another', '::ffff:127.0.0.1'],
  ])('nothing is reached that %s', async (_what, address) => {
    names.set('inner.kit.example', [address]);
    expect(await reach('inner.kit.example')).toEqual(refusedOne);
  });

  it('a name that is rebound between two connections is checked each time', async () => {
    let knocked = 0;
    const port = await portOf(createTcpServer(() => (knocked += 1)));
    names.set('rebound.kit.example', ['127.0.0.1', '10.0.0.1', '127.0.0.1']);
    for (let round = 0; round < 3; round += 1) expect(await reach('rebound.kit.example:8080')).toEqual(refusedOne);
    expect([port > 0, knocked]).toEqual([true, 0]);
  });

  it('a port that is none of the web is refused, unless the person configured it', async () => {
    names.set('mail.kit.example', ['93.184.216.34']);
    for (const port of [22, 25, 6_379]) expect(await reach(`mail.kit.example:${port}`)).toEqual(refusedOne);
  });

  it('this backend is refused, even where it was configured', async () => {
    const port = await portOf(createTcpServer((socket) => socket.end('secret')));
    names.set('own.kit.example', ['127.0.0.1']);
    configured.add(`http://own.kit.example:${port}`);
    ownHosts.push(`own.kit.example:${port}`);
    expect(await reach(`own.kit.example:${port}`)).toEqual(refusedOne);
  });
});

it('what is encrypted stays so from end to end', async () => {
  const psk = Buffer.from('a key that both ends have, and nobody else');
  const ciphers = 'PSK-AES128-GCM-SHA256';
  const server = createTlsServer({ ciphers, maxVersion: 'TLSv1.2', pskCallback: () => psk }, (socket) => {
    socket.on('error', quiet);
    socket.end('only for you');
  });
  server.on('tlsClientError', quiet);
  const port = await portOf(server);
  names.set('tls.kit.example', ['127.0.0.1']);
  configured.add(`https://tls.kit.example:${port}`);
  const text = `
import { connect } from 'node:tls';
export const speak = (port, key) => new Promise((done, failed) => {
  let got = '';
  const socket = connect({ host: 'tls.kit.example', port, ciphers: '${ciphers}', maxVersion: 'TLSv1.2', checkServerIdentity: () => undefined,
    pskCallback: () => ({ psk: Buffer.from(key), identity: 'kit' }) });
  socket.on('data', (piece) => { got += piece; });
  socket.on('error', failed);
  socket.on('close', () => done(got));
});`;
  const kit = await module('node', { 'speak.mjs': text }, { network: [`tls.kit.example:${port}`] });
  const args = { port, key: psk.toString() };
  expect(returned(await call(kit, 'speak.mjs:speak', args, { parameters: ['port', 'key'] }))).toBe('only for you');
});

it('connections past the bounds are refused and told, and the call goes on', async () => {
  const { named } = await serve('slow.kit.example', (_request, response) => {
    setTimeout(() => response.end('ok'), 300);
  });
  const { file, text } = CLIENTS.node;
  const kit = await module('node', { [file]: text }, { network: [named] });
  const args = { url: `http://${named}/`, count: 40 };
  const outcome = await call(kit, `${file}:many`, args, { parameters: ['url', 'count'] });
  const answers = returned(outcome);
  expect(Array.isArray(answers) && answers.filter((one) => one === 'ok').length).toBe(16);
  expect(outcome.connections?.filter(({ problem }) => problem?.code === 'too-large')).toHaveLength(24);
});

it('forged frames about connections reach nothing and harm nobody', async () => {
  const { named, asked } = await serve('forged.kit.example', (_request, response) => response.end('hello'));
  const text = `
import { readdirSync, readFileSync, writeSync, openSync } from 'node:fs';
const frame = (kind, ...parts) => { const p = Buffer.concat(parts); const h = Buffer.alloc(5); h.write(kind); h.writeUInt32BE(p.length, 1); return Buffer.concat([h, p]); };
const u32 = (n) => { const b = Buffer.alloc(4); b.writeUInt32BE(n); return b; };
const u16 = (n) => { const b = Buffer.alloc(2); b.writeUInt16BE(n); return b; };
export function forge() {
  const [pid] = readdirSync('/proc').filter((one) => /^\\d+$/.test(one) && readFileSync('/proc/' + one + '/cmdline', 'utf8').includes('run.mjs'));
  const out = openSync('/proc/' + pid + '/fd/1', 'w');
  const say = (...f) => writeSync(out, frame(...f));
  say('o', u32(7), u16(9)); say('o', u32(7)); say('o'); say('d', u32(99), Buffer.from('x')); say('w', u32(0), u32(4294967295));
  say('o', u32(8), u16(0)); say('o', u32(8), u16(0)); say('w', u32(8), u32(4294967295)); say('w', u32(8)); say('e', u32(8)); say('c', u32(8));
  return 'forged';
}`;
  const kit = await module('node', { 'forge.mjs': text }, { network: [named] });
  const outcome = await call(kit, 'forge.mjs:forge');
  expect(returned(outcome)).toBe('forged');
  expect(asked).toEqual([]);
  expect(outcome.connections).toHaveLength(1);
});

it('without a way out such a kit is refused before anything starts', async () => {
  const kits = createKitRuntime({ dataFolder: `${dataFolder}/none` });
  const kit = await module('node', { 'a.mjs': 'export const a = () => 1;' }, { network: ['a.kit.example'] });
  const request = { callId: 'c', file: 'a.mjs', function: 'a', args: {}, timeoutMs: 5_000 };
  expect(failedWith(await kits.call(kit, request, quiet, never))).toBe('tool-unavailable');
  await kits.close();
});
