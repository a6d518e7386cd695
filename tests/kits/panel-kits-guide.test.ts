import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '../e2e/support/build-extension.ts';
import { BROWSERS } from '../e2e/support/launch-browser.ts';
import type { Panel } from '../e2e/support/panel.ts';
import { openWorkbench, type Workbench } from '../e2e/support/workbench.ts';
import { backToThread, downloaded, imagesReady, openFold, openKits } from './panel-kits-support.ts';

const PAGE = `<!doctype html><title>Offices</title><h1>Offices</h1>
<table><tr><th>Name</th><th>City</th></tr>
<tr><td>North</td><td>Porto</td></tr><tr><td>South</td><td>Lagos</td></tr><tr><td>West</td><td>Porto</td></tr></table>`;

/** "Write one" of the documentation: the lines for the terminal, and those for the panel. */
const GUIDE = readFileSync(join(ROOT, 'kits/README.md'), 'utf8').split('## kit.yaml')[0] ?? '';
const IN_TERMINAL = [...GUIDE.matchAll(/```sh\nnpm start -- (kits [^\n]+)\n```/g)].map((found) => found[1] ?? '');
const IN_PANEL = /```\n(\/kit-save [^\n]+)\n(\/kit-run [^\n]+)\n```/.exec(GUIDE)?.slice(1) ?? [];

describe.each(BROWSERS)('a kit written by the documentation alone, in %s', (name) => {
  let bench: Workbench;
  let panel: Panel;
  const area = realpathSync(mkdtempSync(join(tmpdir(), 'pagehand-guide-')));
  // `../city-counts` is beside the folder that the person stands in.
  const stand = join(area, 'pagehand');
  const kit = join(area, 'city-counts');

  beforeAll(async () => {
    mkdirSync(stand);
    bench = await openWorkbench(name, { 'offices.example': { '/': PAGE } }, { model: 'offline', downloads: area });
    await bench.browser.openPage(bench.sites.url('offices.example'));
    panel = await bench.openPanel();
  });
  afterAll(async () => {
    await bench?.close();
    rmSync(area, { recursive: true, force: true });
  });

  /** What `npm start -- ...` runs, typed while the backend is running. @returns what it printed. */
  const type = (line: string, ...more: string[]): Promise<string> =>
    new Promise((done, fail) => {
      const args = ['--import', 'tsx', join(ROOT, 'backend/bin/cli.ts'), ...line.split(' '), ...more];
      const env = { ...process.env, INIT_CWD: stand, PAGEHAND_DATA: bench.backend.dataFolder };
      execFile(process.execPath, args, { cwd: ROOT, env }, (error, out, err) =>
        error === null ? done(out) : fail(new Error(`${line}: ${err}`)),
      );
    });
  const edit = (file: string, before: string, after: string): void => {
    const text = readFileSync(join(kit, file), 'utf8');
    expect(text).toContain(before);
    writeFileSync(join(kit, file), text.replace(before, after));
  };

  test('is begun, edited, checked, tested and added in the terminal', async () => {
    const [begin = '', check = '', run = '', add = ''] = IN_TERMINAL;
    await type(begin);
    edit('kit.yaml', 'owner: you', 'owner: Tests');
    edit('tools/counts.ts', '  return result;', "  console.log(rows.length + ' rows looked at');\n  return result;");
    expect(await type(check)).toContain('count_values');
    expect(await type(run)).toContain('2 passed, 0 failed');
    expect(await type(add, '--yes')).toContain('Network: none.');
  });

  test('becomes a module in the panel', async () => {
    await openKits(panel);
    await openFold(panel, 'kit-city-counts');
    await panel.click('button', 'Make module');
    await imagesReady(panel);
    await backToThread(panel);
  });

  test('works on the table of the page, and its result is downloaded', async () => {
    const [save = '', run = ''] = IN_PANEL;
    await panel.ask(save);
    await panel.waitForText('Saved a table of 3 rows and 2 columns as table.json');
    await panel.ask(run);
    await panel.waitForText('added counts.csv', 50_000);
    await openFold(panel, 'kit-call');
    await panel.waitForText('3 rows looked at');
    await panel.click('button', 'Download counts.csv');
    expect(await downloaded(area, 'counts.csv')).toBe('value,count\nPorto,2\nLagos,1');
  });

  test('has a history that is shown and taken back, as the last lines of the guide say', async () => {
    await panel.ask('/kit-log city-counts');
    await panel.waitForText(/added counts\.csv[\s\S]*added counts\.csv/u);
    await panel.ask('/kit-undo city-counts');
    await panel.waitForText('removed counts.csv');
  });
});
