import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const PAGES = new URL('./pages/', import.meta.url);

export type DemoSite = {
  /** Origin of the demo's pages, and of the second site that one of them embeds. */
  origin: string;
  otherOrigin: string;
  /** Everything that was asked of the server, in order: `POST /members {"name": ...}`. */
  requests: string[];
  close(): Promise<void>;
};

/** The React form as one script. */
async function bundleForm(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, rollupOptions: { input: fileURLToPath(new URL('form.tsx', PAGES)) } },
  });
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((bundle) =>
    'output' in bundle ? bundle.output : [],
  );
  const script = outputs.find((output) => output.type === 'chunk');
  if (script === undefined) throw new Error('The form of the demo could not be bundled.');
  return script.code;
}

/**
 * Serves the demo's pages on a free port of 127.0.0.1.
 * @param hosts names that the browser maps to 127.0.0.1: the site, and the other site.
 */
export async function startDemoSite(hosts: { site: string; other: string }): Promise<DemoSite> {
  const form = await bundleForm();
  const requests: string[] = [];
  let otherOrigin = '';
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += String(chunk);
    });
    request.on('end', () => {
      const path = new URL(request.url ?? '/', 'http://site').pathname;
      requests.push(`${request.method} ${path}${body === '' ? '' : ` ${body}`}`);
      void answer(path).then(
        ({ type, text }) => response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(text),
        () => response.writeHead(404).end(),
      );
    });
  });
  const answer = async (path: string): Promise<{ type: string; text: string }> => {
    if (path === '/members') return { type: 'application/json', text: '{"ok":true}' };
    if (path === '/form.js') return { type: 'text/javascript', text: form };
    if (!/^\/[a-z-]+\.html$/.test(path)) throw new Error('no such page');
    const html = await readFile(new URL(`.${path}`, PAGES), 'utf8');
    return { type: 'text/html', text: html.replaceAll('{{OTHER_ORIGIN}}', otherOrigin) };
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // parse boundary: a TCP server's address is never a string
  otherOrigin = `http://${hosts.other}:${port}`;
  return {
    origin: `http://${hosts.site}:${port}`,
    otherOrigin,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
