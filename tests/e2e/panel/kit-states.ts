import { KitArtifactSchema } from '@pagehand/contracts/kit-module';
import type { Panel } from '../support/panel.ts';
import { FILES, MODULES, offerKits } from './kit-answers.ts';
import { openPanel } from './open-panel.ts';
import { ask, type Emit, type Stage } from './play.ts';
import { say } from './scripted-backend.ts';

export async function openKits({ browser, backend }: Stage): Promise<Panel> {
  const panel = await openPanel(browser, backend);
  await panel.click('button', 'Thread menu');
  await panel.click('menuitem', 'Kits');
  await panel.find('heading', 'Kits');
  return panel;
}

export async function openFold(panel: Panel, selector: string): Promise<void> {
  const summary = await panel.page.waitForSelector(`${selector} > summary`);
  await summary?.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await summary?.click();
}

function callKit(emit: Emit, id: string, tool: string, args: Record<string, unknown>): void {
  emit({ type: 'TOOL_CALL_START', toolCallId: id, toolCallName: tool });
  emit({ type: 'TOOL_CALL_ARGS', toolCallId: id, delta: JSON.stringify(args) });
}

const printed = (emit: Emit, toolCallId: string, text: string): void =>
  emit({ type: 'CUSTOM', name: 'pagehand.kit-output', value: { toolCallId, stream: 'stdout', text } });

function ended(emit: Emit, toolCallId: string, tool: string, more: Record<string, unknown>): void {
  const result = KitArtifactSchema.parse({
    kind: 'kit',
    moduleId: 'rows',
    tool,
    ok: true,
    ms: 184,
    stdout: 'looked at 3 rows\n',
    stderr: '',
    changes: [],
    files: [],
    ...more,
  });
  emit({ type: 'CUSTOM', name: 'pagehand.kit-result', value: { toolCallId, result } });
}

/** States of the panel around kits: the page of modules, what stands in their way, and calls in the thread. */
export const KIT_STATES: Readonly<Record<string, (stage: Stage) => Promise<Panel>>> = {
  'kits': async (stage) => {
    offerKits(stage.backend);
    const panel = await openKits(stage);
    await panel.waitForText('added 12 packages');
    return panel;
  },
  'kit open': async (stage) => {
    offerKits(stage.backend, MODULES.slice(0, 1));
    const panel = await openKits(stage);
    for (const part of ['may-do', 'tools', 'environment', 'files', 'log'])
      await openFold(panel, `[data-testid="module-${part}"]`);
    await panel.waitForText('kept.csv');
    await panel.click('button', 'Call keep_rows');
    await panel.waitForText('Pear,3');
    return panel;
  },
  'kit changed': async (stage) => {
    offerKits(stage.backend, MODULES.slice(5, 6));
    const panel = await openKits(stage);
    await panel.click('button', 'See what is different');
    await openFold(panel, '[data-testid="module-changed"] .fold');
    await panel.find('button', 'Accept it as it is now');
    return panel;
  },
  'kit to add': async (stage) => {
    offerKits(stage.backend, []);
    const panel = await openKits(stage);
    await openFold(panel, '[data-testid="kit-tables"]');
    await panel.find('button', 'Make module');
    return panel;
  },
  'no kits, no Docker': async (stage) => {
    offerKits(stage.backend, [], { engine: false, kits: [] });
    const panel = await openKits(stage);
    await panel.waitForText('Docker');
    return panel;
  },
  'kit runs': async ({ browser, backend }) => {
    backend.run = async (_input, emit, signal) => {
      callKit(emit, 'call-1', 'kit_rows_keep_rows', { path: 'prices.csv', least: 3 });
      printed(emit, 'call-1', 'looked at 3 rows\n');
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    };
    const panel = await openPanel(browser, backend);
    await ask(panel, 'Keep the rows from 3 EUR on');
    await openFold(panel, '[data-testid="kit-call"]');
    await panel.waitForText('looked at 3 rows');
    return panel;
  },
  'kit calls': async ({ browser, backend }) => {
    backend.run = async (input, emit) => {
      callKit(emit, 'call-1', 'kit_rows_keep_rows', { path: 'prices.csv', least: 3 });
      printed(emit, 'call-1', 'looked at 3 rows\n');
      emit({
        type: 'TOOL_CALL_RESULT',
        messageId: 'r-1',
        toolCallId: 'call-1',
        content: '{"kept":2,"file":"kept.csv"}',
      });
      ended(emit, 'call-1', 'keep_rows', { files: FILES });
      callKit(emit, 'call-2', 'kit_rows_publish_rows', { path: 'kept.csv' });
      emit({
        type: 'TOOL_CALL_RESULT',
        messageId: 'r-2',
        toolCallId: 'call-2',
        content: JSON.stringify({
          error: { code: 'kit-failed', message: 'publish_rows failed.', retryable: false },
          details: '<untrusted source="kit rows">\nTypeError: rows is not iterable\nrows.ts:12\n</untrusted>',
        }),
      });
      ended(emit, 'call-2', 'publish_rows', { ok: false, stderr: 'at publish (rows.ts:12)\n', stdout: '' });
      await say(input, emit, ['Two rows were kept, in kept.csv. They could not be published.']);
    };
    const panel = await openPanel(browser, backend);
    await ask(panel, 'Keep the rows from 3 EUR on and publish them');
    await panel.waitForText('Two rows were kept');
    await panel.page.evaluate(() => {
      for (const fold of document.querySelectorAll('details')) fold.open = true;
    });
    return panel;
  },
};
