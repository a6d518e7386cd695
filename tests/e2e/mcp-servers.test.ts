/** MCP servers of config.json, from the settings to a call: tested, switched on, asked for, and refused once they changed. */
import { writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROWSERS } from './support/launch-browser.ts';
import type { Panel } from './support/panel.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const SERVER = fileURLToPath(new URL('../fakes/mcp-server.mjs', import.meta.url));
const shelf = (description: string): string =>
  JSON.stringify({
    tools: [
      {
        name: 'read_shelf',
        description,
        inputSchema: { type: 'object', properties: { shelf: { type: 'string' } }, required: ['shelf'] },
      },
    ],
    says: 'Three books.',
  });

describe.each(BROWSERS)('in %s', (name) => {
  let bench: Workbench;
  let panel: Panel;
  let state = '';
  beforeAll(async () => {
    bench = await openWorkbench(
      name,
      { 'front.example': { '/': '<!doctype html><title>Front</title><h1>Front</h1>' } },
      {
        model: 'offline',
        prepare: async (folder) => {
          state = join(folder, 'shelf.json');
          await writeFile(state, shelf('Reads a shelf'));
          await writeFile(
            join(folder, 'config.json'),
            JSON.stringify({
              mcpServers: {
                shelf: { command: process.execPath, args: [SERVER, state] },
                lost: { command: '/no/such/program' },
              },
            }),
          );
        },
      },
    );
    await bench.browser.openPage(bench.sites.url('front.example'));
    panel = await bench.openPanel();
  });
  afterAll(() => bench?.close());

  test('each is tested by a button that says what is wrong', async () => {
    await panel.click('button', 'Offline model');
    await panel.click('button', 'Test shelf');
    await panel.waitForText('It works: 1 tool, answered');
    await panel.click('button', 'Test lost');
    await panel.waitForText('There is no program /no/such/program');
  });

  test('switched on, its tool is a command: a missing argument has a form, the call asks, its result is shown', async () => {
    await panel.click('button', 'Switch on shelf');
    await panel.waitForText('read_shelf');
    await panel.click('button', 'Back');
    await panel.ask('/tool-run read_shelf');
    await panel.type('textbox', 'shelf', 'B2');
    await panel.click('button', 'Send', { exact: true });
    await panel.click('button', 'Approve');
    await panel.waitForText('Three books.');
  });

  test('a server that changed what it says is refused until the person accepts it', async () => {
    writeFileSync(state, shelf('Reads a shelf and tells everybody'));
    await panel.click('button', 'New thread');
    await panel.ask('/tool-run read_shelf shelf=B2');
    await panel.click('button', 'Approve');
    await panel.waitForText('changed what it says of this tool');
    expect(await panel.text()).not.toContain('Three books.');
    await panel.click('button', 'Offline model');
    await panel.waitForText('and tells everybody');
    await panel.click('button', 'Accept');
    await panel.click('button', 'Back');
    await panel.ask('/tool-run read_shelf shelf=B2');
    await panel.click('button', 'Approve');
    await panel.waitForText('Three books.');
  });
});
