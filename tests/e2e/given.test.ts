import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ElementHandle } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bytes, pdf, png } from '../fakes/sample-files.ts';
import { axe, overflowing } from './panel/audit.ts';
import { ROOT } from './support/build-extension.ts';
import { BROWSERS } from './support/launch-browser.ts';
import type { Panel } from './support/panel.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const MCP_SERVER = fileURLToPath(new URL('../fakes/mcp-server.mjs', import.meta.url));
const SHOTS = join(ROOT, 'tests/.artifacts/given');
const SKILL =
  '---\nname: three-lines\ndescription: Answers in three lines\ntools: [read_page]\n---\nAnswer in exactly three lines.\n';

describe.each(BROWSERS)('in %s', (name) => {
  let bench: Workbench;
  let panel: Panel;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pagehand-given-'));
    await mkdir(SHOTS, { recursive: true });
    await writeFile(join(folder, 'lease.pdf'), pdf('The monthly rent is 900 EUR'));
    await writeFile(join(folder, 'photo.png'), png());
    await writeFile(join(folder, 'tool.exe'), new Uint8Array([0x4d, 0x5a, 0, 0, 1]));
    const tools = [{ name: 'read_shelf', description: 'Says what is on the shelf', inputSchema: { type: 'object' } }];
    await writeFile(join(folder, 'mcp.json'), JSON.stringify({ tools, says: 'three red books' }));
    bench = await openWorkbench(
      name,
      {
        'front.example': { '/': '<!doctype html><title>Front</title><h1>Front</h1><p>The front page.</p>' },
        'other.example': {
          '/': '<!doctype html><title>Other offer</title><h1>Offer</h1><p>It costs 77 EUR there.</p>',
        },
      },
      {
        async prepare(data) {
          await mkdir(join(data, 'skills/three-lines'), { recursive: true });
          await writeFile(join(data, 'skills/three-lines/SKILL.md'), SKILL);
          const server = { command: process.execPath, args: [MCP_SERVER, join(folder, 'mcp.json')] };
          await writeFile(join(data, 'config.json'), JSON.stringify({ mcpServers: { shelf: server } }));
        },
      },
    );
    await bench.browser.openPage(bench.sites.url('other.example'));
    await bench.browser.openPage(bench.sites.url('front.example'));
    panel = await bench.openPanel();
  });
  afterAll(async () => {
    await bench?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const sent = (): string => JSON.stringify(bench.model.requests.at(-1)?.body.messages);
  /** What is drawn under the asks of the thread. */
  const given = (): Promise<(string | null)[]> =>
    panel.page.$$eval('[data-testid="given-chip"]', (chips) => chips.map((chip) => chip.textContent));
  async function attach(...files: string[]): Promise<void> {
    const input = await panel.page.$('[data-testid="attach-input"]');
    if (input === null) throw new Error('no input');
    // parse boundary: the selector finds an input
    await (input as ElementHandle<HTMLInputElement>).uploadFile(...files.map((file) => join(folder, file)));
  }

  test('files that are attached show as chips, can be taken off, and reach the model', async () => {
    bench.model.script(() => ({ text: 'The rent is 900 EUR.' }));
    await attach('lease.pdf', 'photo.png');
    await panel.page.waitForFunction(
      () => document.querySelectorAll('[data-testid="attachment-chip"][aria-busy="false"]').length === 2,
    );
    await panel.screenshot(`${SHOTS}/${name}-chips.png`);
    await panel.click('button', 'photo.png');
    await panel.ask('What is the rent?');
    await panel.waitForText('The rent is 900 EUR.');
    expect(sent()).toContain('The monthly rent is 900 EUR');
    expect(sent()).not.toContain('image/png');
    expect(await panel.page.$('[data-testid="attachment-chip"]')).toBeNull();
    expect(await given()).toEqual(['lease.pdf']);
  });

  /** Lets go of a file over the composer, as the browser tells a page of it. */
  const drop = (file: string, content: Uint8Array): Promise<void> =>
    panel.page.evaluate(
      (fileName, base64) => {
        const dataTransfer = new DataTransfer();
        const decoded = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
        dataTransfer.items.add(new File([decoded], fileName));
        const box = document.querySelector('[data-testid="composer"]');
        const over = new DragEvent('dragover', { bubbles: true, cancelable: true, dataTransfer });
        box?.dispatchEvent(over);
        // Where a page does not say that it takes the file, the browser opens it instead.
        if (over.defaultPrevented)
          box?.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
      },
      file,
      Buffer.from(content).toString('base64'),
    );
  /** A picture in the clipboard, pasted as a person does. */
  async function pastePicture(): Promise<void> {
    const box = await panel.find('textbox', 'Message');
    await box.click();
    await panel.page.evaluate(async (base64) => {
      const picture = new Blob([Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))], { type: 'image/png' });
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
    }, Buffer.from(png()).toString('base64'));
    await panel.page.keyboard.down('Control');
    await panel.page.keyboard.press('v', { commands: ['Paste'] });
    await panel.page.keyboard.up('Control');
  }

  test('files that are dropped and pasted go along, and are drawn again when the panel is opened anew', async () => {
    await panel.click('button', 'New thread');
    bench.model.script(() => ({ text: 'Both are seen.' }));
    await drop('dropped.txt', bytes('The key is under the mat'));
    // What waits to be sent stays, and goes to the thread that it is sent in.
    await panel.click('button', 'New thread');
    // The clipboard of Firefox without a display holds text alone.
    if (name === 'chromium') await pastePicture();
    else await drop('second.png', png());
    await panel.page.waitForFunction(
      () => document.querySelectorAll('[data-testid="attachment-chip"][aria-busy="false"]').length === 2,
    );
    await panel.ask('What is in them?');
    await panel.waitForText('Both are seen.');
    expect(sent()).toContain('The key is under the mat');
    expect(sent()).toContain('data:image/png;base64,');
    const before = await given();
    expect(before).toEqual(['dropped.txt', expect.stringMatching(/\.png$/)]);
    await bench.browser.closePanel();
    panel = await bench.openPanel();
    await panel.waitForText('Both are seen.');
    expect(await given()).toEqual(before);
  });

  test('a file of another kind is refused with what can be attached', async () => {
    await attach('tool.exe');
    await panel.waitForText('Only pictures');
  });

  test('@ lists the other tabs; the one that is taken is read and sent', async () => {
    await panel.click('button', 'New thread');
    bench.model.script(() => ({ text: 'It costs 77 EUR there.' }));
    await panel.type('textbox', 'Message', '@off');
    await panel.find('option', 'Other offer');
    await panel.screenshot(`${SHOTS}/${name}-tabs.png`);
    await panel.press('Enter');
    await panel.page.waitForSelector('[data-testid="mention-chip"]');
    await panel.ask('What does it cost?');
    await panel.waitForText('It costs 77 EUR there.');
    expect(sent()).toContain('kind=\\"tab\\"');
    expect(sent()).toContain('It costs 77 EUR');
    expect(sent()).toContain('The front page.');
    expect(await given()).toEqual(['@Other offer']);
  });

  test('/skill-run takes a skill: its instructions go along, and only its tools', async () => {
    await panel.click('button', 'New thread');
    bench.model.script(() => ({ text: 'One. Two. Three.' }));
    await panel.ask('/skill-run three-lines what is here?');
    await panel.waitForText('One. Two. Three.');
    expect(sent()).toContain('Answer in exactly three lines.');
    expect(
      bench.model.requests
        .at(-1)
        ?.body.tools?.map((tool) => tool.function.name)
        .sort(),
    ).toEqual(['read_page', 'read_result']);
  });

  test('an MCP server is switched on in the settings, and its tool runs once it is approved', async () => {
    await panel.click('button', 'scripted');
    await panel.click('button', 'Switch on shelf');
    await panel.waitForText('read_shelf');
    if (name === 'chromium') {
      expect(await axe(panel.page)).toEqual([]);
      expect(await panel.page.evaluate(overflowing)).toEqual([]);
    }
    await panel.screenshot(`${SHOTS}/${name}-settings.png`);
    await panel.click('button', 'Back');
    await panel.click('button', 'New thread');
    bench.model.script((request) => {
      if (request.body.messages.at(-1)?.role === 'tool') return { text: 'Three red books.' };
      const tool = request.body.tools?.find(({ function: { name: wire } }) => wire.startsWith('mcp_shelf_'));
      return { toolCalls: [{ name: tool?.function.name ?? 'none', args: {}, id: 'a' }] };
    });
    await panel.ask('What is on the shelf?');
    await panel.click('button', 'Approve');
    await panel.waitForText('Three red books.');
    expect(sent()).toContain('three red books');
  });
});
