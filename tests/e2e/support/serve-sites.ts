import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type SiteHandler = (request: IncomingMessage, response: ServerResponse) => void;
/** Per host name: HTML per path, or a handler. */
export type Sites = Record<string, Record<string, string> | SiteHandler>;

export type ServedSites = {
  hosts: string[];
  /** Address of a path on one of the hosts. */
  url(host: string, path?: string): string;
  origin(host: string): string;
  /** `METHOD host path` of each request so far, in order. */
  requests: string[];
  close(): Promise<void>;
};

/** Serves several sites from one port of this machine, told apart by their host name. */
export async function serveSites(sites: Sites): Promise<ServedSites> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const host = (request.headers.host ?? '').replace(/:\d+$/u, '');
    const path = (request.url ?? '/').replace(/[?#].*$/u, '');
    requests.push(`${request.method ?? ''} ${host} ${request.url ?? ''}`);
    const site = sites[host];
    if (typeof site === 'function') return site(request, response);
    const html = site?.[path];
    response.writeHead(html === undefined ? 404 : 200, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    });
    response.end(html ?? 'not found');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Parse boundary: a TCP server's address is an object.
  const { port } = server.address() as AddressInfo;
  const origin = (host: string): string => `http://${host}:${port}`;
  return {
    hosts: Object.keys(sites),
    url: (host, path = '/') => `${origin(host)}${path}`,
    origin,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
