/** `document.modelContext` as it was and will be: each generation of WebMCP, made in the page, is listed and called. */
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lastMessage, playCalls } from './page-tools-support.ts';
import { BROWSERS } from './support/launch-browser.ts';
import type { Panel } from './support/panel.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const SCHEMA = `{type: 'object', properties: {city: {type: 'string'}}, required: ['city']}`;
const TELL = `(input) => ({weather: 'sun in ' + input.city})`;
const page = (place: 'document' | 'navigator', context: string): string =>
  `<!doctype html><title>Weather</title><h1>Weather</h1><script>
const tell = ${TELL}, schema = ${SCHEMA};
const strict = (what, ok) => { if (!ok) throw new TypeError('wants ' + what); };
Object.defineProperty(${place}, 'modelContext', { configurable: true, value: ${context} });
</script>`;

/** By what is particular in each. */
const GENERATIONS: Readonly<Record<string, string>> = {
  'text schemas and text inputs, before Chrome 154': page(
    'document',
    `{
      getTools: async () => [{name: 'tell_weather', description: 'Weather', inputSchema: JSON.stringify(schema)}],
      executeTool: async (tool, input) => { strict('text', typeof input === 'string'); return JSON.stringify(tell(JSON.parse(input))); },
    }`,
  ),
  'objects for both, since Chrome 154': page(
    'document',
    `{
      getTools: async () => [{name: 'tell_weather', description: 'Weather', inputSchema: schema, origin: location.origin, window}],
      executeTool: async (tool, input) => { strict('an object', typeof input === 'object'); return JSON.stringify(tell(input)); },
    }`,
  ),
  'tools that are no plain objects, with a source and null for what is missing, since Chrome 160': page(
    'document',
    `(() => {
      class Tool { #run = tell; get name() { return 'tell_weather'; } get title() { return null; } get description() { return 'Weather'; }
        get inputSchema() { return schema; } get outputSchema() { return null; } get annotations() { return null; } get origin() { return location.origin; }
        get source() { return window; } toJSON() { throw new TypeError('no text of it'); } static run(tool, input) { return tool.#run(input); } }
      const tool = new Tool();
      return { getTools: async () => [tool], executeTool: async (given, input) => JSON.stringify(Tool.run(given, structuredClone(input))) };
    })()`,
  ),
  'an object schema and text inputs': page(
    'document',
    `{
      getTools: async () => [{name: 'tell_weather', description: 'Weather', inputSchema: schema}],
      executeTool: async (tool, input) => JSON.stringify(tell(JSON.parse(input))),
    }`,
  ),
  'navigator.modelContext with listTools and callTool': page(
    'navigator',
    `{
      listTools: () => [{name: 'tell_weather', description: 'Weather', inputSchema: schema}],
      callTool: async ({name, arguments: input}) => ({content: [{type: 'text', text: JSON.stringify(tell(input))}]}),
    }`,
  ),
};
const hostOf = (index: number): string => `generation${index}.example`;

describe.each(BROWSERS)('in %s', (name) => {
  let bench: Workbench;
  let panel: Panel;
  let current: Page | undefined;
  beforeAll(async () => {
    const sites = Object.values(GENERATIONS).map((html, index) => [hostOf(index), { '/': html }] as const);
    bench = await openWorkbench(name, {
      ...Object.fromEntries(sites),
      'plain.example': { '/': '<!doctype html><title>Plain</title>' },
    });
    await bench.browser.openPage(bench.sites.url('plain.example'));
    panel = await bench.openPanel();
  });
  afterAll(() => bench?.close());

  test.each(Object.keys(GENERATIONS).map((what, index) => [what, index] as const))(
    'a generation of WebMCP is read and called: %s',
    async (_what, index) => {
      await current?.close();
      await panel.page.waitForFunction(() => document.querySelector('[data-testid="page-tools-chip"]') === null);
      current = await bench.browser.openPage(bench.sites.url(hostOf(index)));
      await panel.click('button', 'New thread');
      await panel.find('button', '1 page tool');
      // Nothing is left of the answer in the thread before.
      expect(await panel.text()).not.toContain('Sunny.');
      playCalls(bench, [['tell_weather', { city: 'Oslo' }]], 'Sunny.');
      await panel.ask('Weather in Oslo?');
      await panel.click('button', 'Approve');
      await panel.waitForText('Sunny.');
      expect(lastMessage(bench)).toContain('sun in Oslo');
    },
  );
});
