/** Tools that do on the network what tools do: the same in both languages. */
export const CLIENTS = {
  node: {
    file: 'ask.mjs',
    text: `
import { lookup } from 'node:dns/promises';
import { connect } from 'node:net';
const short = (text) => text.length > 100 ? text.length + ' characters' : text;
const why = (error) => String(error.cause?.code ?? error.code ?? error);
export async function get(url) { try { const r = await fetch(url); return r.status + ' ' + await r.text(); } catch (e) { return why(e); } }
export async function post(url, size) { const r = await fetch(url, { method: 'POST', body: 'x'.repeat(size) }); return r.text(); }
export async function size(url) { const r = await fetch(url); return (await r.arrayBuffer()).byteLength; }
export async function resolve(host) { try { return (await lookup(host)).address; } catch (e) { return why(e); } }
export const raw = (host, port, text) => new Promise((done) => {
  let got = '';
  const socket = connect({ host, port }, () => socket.end(text));
  socket.on('data', (piece) => { got += piece; });
  socket.on('error', (e) => done(why(e)));
  socket.on('close', () => done(got));
});
export async function many(url, count) {
  return Promise.all(Array.from({ length: count }, () => fetch(url).then(async (r) => short(await r.text()), why)));
}`,
  },
  python: {
    file: 'ask.py',
    text: `
import concurrent.futures, errno, socket, urllib.request
def why(error):
    inner = getattr(error, 'reason', error)
    return errno.errorcode.get(getattr(inner, 'errno', None), type(inner).__name__)
def get(url):
    try:
        with urllib.request.urlopen(url) as r:
            return f'{r.status} {r.read().decode()}'
    except OSError as error:
        return why(error)
def post(url, size):
    with urllib.request.urlopen(url, b'x' * size) as r:
        return r.read().decode()
def size(url):
    with urllib.request.urlopen(url) as r:
        return len(r.read())
def resolve(host):
    try:
        return socket.gethostbyname(host)
    except OSError as error:
        return why(error)
def raw(host, port, text):
    try:
        with socket.create_connection((host, port), timeout=10) as s:
            s.sendall(text.encode())
            s.shutdown(socket.SHUT_WR)
            got = b''
            while piece := s.recv(65536):
                got += piece
            return got.decode()
    except OSError as error:
        return why(error)
def many(url, count):
    with concurrent.futures.ThreadPoolExecutor(count) as pool:
        return list(pool.map(lambda one: f'{size(one)} characters', [url] * count))
`,
  },
} as const;
