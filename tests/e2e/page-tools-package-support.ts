import { PAGE_TOOLS_KEY, type PageToolWire } from '@pagehand/contracts/page-tools-port';
import { type Browser, chromium, type Page } from 'playwright-core';

/** Chromium, with WebMCP of its own or (as it is by default) without. */
export const launch = (webmcp = false): Promise<Browser> =>
  chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--headless=new', ...(webmcp ? ['--enable-features=WebMCP'] : [])],
  });

const PORT = `globalThis[Symbol.for(${JSON.stringify(PAGE_TOOLS_KEY)})]`;

/** What the extension does in the page's world. */
export async function listed(page: Page): Promise<{ revision: number; tools: PageToolWire[] }> {
  const json = await page.evaluate<string>(`${PORT}?.list() ?? '{"revision":0,"tools":[]}'`);
  return JSON.parse(json); // parse boundary: our own port's answer
}
export const toolNames = async (page: Page): Promise<string[]> => (await listed(page)).tools.map(({ name }) => name);

let calls = 0;
export async function call(page: Page, name: string, args: unknown = {}): Promise<Record<string, unknown>> {
  calls += 1;
  const given = [`call-${calls}`, name, JSON.stringify(args)].map((text) => JSON.stringify(text)).join(', ');
  return JSON.parse(await page.evaluate<string>(`${PORT}.call(${given})`)); // parse boundary: our own port's answer
}

/** Waits until the page's tools are exactly these. */
export async function waitForTools(page: Page, names: readonly string[]): Promise<void> {
  await page.waitForFunction(
    `JSON.stringify(JSON.parse(${PORT}?.list() ?? '{"tools":[]}').tools.map(({name}) => name).sort()) === ${JSON.stringify(JSON.stringify([...names].sort()))}`,
    undefined,
    { timeout: 10_000 },
  );
}
