import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Real pages as they were stored from the web; they lie beside the repository, not in it. */
const REAL_PAGES = new URL('../../../../shared/pages/snapshot/', import.meta.url);

export type BenchPages = {
  /** Names of the real pages; empty where the folder is missing. */
  real: string[];
  stress: string[];
  url(name: string): string;
  close(): Promise<void>;
};

/** A page of ten elements a card, two of them controls. */
function manyElements(cards: number): string {
  const card = (n: number): string =>
    `<article><h3>Card ${n}</h3><p>Text of card <b>${n}</b> with some words.</p><div><span>Price</span><span>${n} EUR</span></div><a href="/card/${n}">Open ${n}</a><button>Add</button></article>`;
  return `<main>${Array.from({ length: cards }, (_, n) => card(n)).join('')}</main>`;
}

/** A table of 2,000 rows, three controls in each. */
function longTable(): string {
  const row = (n: number): string =>
    `<tr><td><input type="checkbox" aria-label="Select ${n}"></td><td>Order ${n}</td><td>Customer ${n % 97}</td><td>${n} EUR</td><td><a href="/order/${n}">Show</a></td><td><button>Delete</button></td></tr>`;
  return `<table><thead><tr><th>Select</th><th>Order</th><th>Customer</th><th>Sum</th><th>Show</th><th>Delete</th></tr></thead><tbody>${Array.from({ length: 2_000 }, (_, n) => row(n)).join('')}</tbody></table>`;
}

const STRESS: Record<string, () => string> = {
  '20,000 elements': () => manyElements(2_000),
  'table, 2,000 rows': longTable,
};
/** Elements of the first stress page at three sizes; a page is asked for by its number. */
export const GROWTH: readonly number[] = [5_000, 10_000, 20_000];
const growing = (name: string): string | undefined => {
  const elements = GROWTH.find((size) => name === `${size}`);
  return elements === undefined ? undefined : manyElements(elements / 10);
};

/** Serves the pages with a policy that stops their own scripts: the stored DOM is what is measured. */
export async function serveBenchPages(): Promise<BenchPages> {
  const real = existsSync(REAL_PAGES) ? readdirSync(REAL_PAGES).filter((name) => name.endsWith('.html')) : [];
  const server = createServer((request, response) => {
    const name = decodeURIComponent(new URL(request.url ?? '/', 'http://bench').pathname.slice(1));
    const stress = STRESS[name]?.() ?? growing(name);
    const body = real.includes(name)
      ? readFileSync(new URL(name, REAL_PAGES))
      : stress && `<!doctype html><html lang="en"><meta charset="utf-8"><title>${name}</title><body>${stress}</body>`;
    response.writeHead(body === undefined ? 404 : 200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "script-src 'none'",
    });
    response.end(body ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.address() as AddressInfo; // parse boundary: a TCP server's address
  return {
    real,
    stress: Object.keys(STRESS),
    url: (name) => `http://127.0.0.1:${port}/${encodeURIComponent(name)}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
