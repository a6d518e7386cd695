import { PROTOCOL_VERSION } from '@pagehand/contracts/api';
import type { ErrorCode } from '@pagehand/contracts/errors';
import { LIMITS } from '@pagehand/contracts/limits';
import type { Panel } from '../support/panel.ts';
import { KIT_STATES } from './kit-states.ts';
import { openPanel } from './open-panel.ts';
import { planInterrupt, refOf } from './pages.ts';
import { ask, pause, type Stage } from './play.ts';
import { type ScriptedBackend, say } from './scripted-backend.ts';
import { SETTINGS_STATES } from './settings-states.ts';
import { TASK_STATES } from './task-states.ts';
import { WEB_STATES } from './web-states.ts';

const ANSWER = `I found **12 offers**. The cheapest is TAP, 14:05, [89 EUR](https://flights.example/tap).

| Airline | Time | Price |
|---|---|---|
| TAP | 14:05 | 89 EUR |
| Iberia | 09:30 | 120 EUR |

1. Prices are per person.
2. Bags cost extra.

> Fares can change until you pay.

\`\`\`csv
airline,time,price
TAP,14:05,89
\`\`\``;

/** Puts every page of a backend back to what it is at first. */
export function resetBackend(backend: ScriptedBackend): void {
  backend.failures.clear();
  backend.answers.clear();
  backend.paired = true;
  backend.protocol = PROTOCOL_VERSION;
  backend.servers = [];
  backend.threads.clear();
  backend.requests.length = 0;
  backend.model = { choice: { kind: 'offline' }, hasKey: false, fromEnvironment: false };
  backend.tools = [READ_PAGE, BROWSER_ACTION];
  backend.run = async (input, emit) => say(input, emit, [ANSWER]);
}

const declaration = (
  name: string,
  description: string,
  parameters: Record<string, unknown>,
  risk: 'none' | 'high',
) => ({
  declaration: { name, description, parameters, risk, source: 'agent' as const, owner: 'pagehand', global: true },
  available: true,
});
const READ_PAGE = declaration(
  'read_page',
  'Read the page in front: its text, its outline, or a part of it.',
  { type: 'object', properties: { find: { type: 'string', description: 'Words to look for' } } },
  'none',
);
const BROWSER_ACTION = declaration(
  'browser_action',
  'Act on the page: click, type, choose, navigate.',
  {
    type: 'object',
    properties: { goal: { type: 'string', description: 'What to reach' }, target_url: { type: 'string' } },
    required: ['goal', 'target_url'],
  },
  'high',
);

/** A run that shows a plan of three steps for the flights page, and an answer after it. */
export function planRun(
  backend: ScriptedBackend,
  last: 'Continue to payment' | 'Delete booking' = 'Continue to payment',
): void {
  backend.run = async (input, emit) => {
    if (input.resume) return say(input, emit, ['TAP 14:05 is selected.']);
    const steps = [
      { kind: 'click', ref: refOf(input, 'Select') },
      {
        kind: 'fill',
        fields: [
          { ref: refOf(input, 'Name'), value: 'Ada Lovelace' },
          { ref: refOf(input, 'E-mail'), value: 'ada@example.org' },
        ],
      },
      { kind: 'click', ref: refOf(input, last) },
    ];
    pause(input, emit, 'browser_action', planInterrupt(input, steps));
  };
}

async function withPlan({ browser, backend }: Stage): Promise<Panel> {
  planRun(backend);
  const panel = await openPanel(browser, backend);
  await ask(panel, 'Book the cheapest one');
  await panel.find('button', 'Run plan');
  return panel;
}

const failing =
  (code: ErrorCode) =>
  async ({ browser, backend }: Stage): Promise<Panel> => {
    backend.run = async (_input, emit) => emit({ type: 'RUN_ERROR', code, message: 'The provider answered 401.' });
    const panel = await openPanel(browser, backend);
    await ask(panel, 'Which flight is the cheapest?');
    await panel.find('alert', 'Error');
    return panel;
  };

/** Every state of the panel that a person may meet: how to get there, with what it shows then on the screen. */
export const STATES: Readonly<Record<string, (stage: Stage) => Promise<Panel>>> = {
  'empty thread': async ({ browser, backend }) => {
    const panel = await openPanel(browser, backend);
    await panel.find('button', 'Summarize this page');
    return panel;
  },
  'answer': async ({ browser, backend }) => {
    const panel = await openPanel(browser, backend);
    await ask(panel, 'Which flight is the cheapest?');
    await panel.waitForText('Fares can change');
    return panel;
  },
  'plan': withPlan,
  'plan edited': async (stage) => {
    const panel = await withPlan(stage);
    await panel.click('button', 'Edit');
    await panel.find('textbox', 'Name (step 2)');
    return panel;
  },
  'plan rejected with a reason': async (stage) => {
    const panel = await withPlan(stage);
    await panel.click('button', 'Reject');
    await panel.find('textbox', 'Why?');
    return panel;
  },
  'plan step by step': async (stage) => {
    const panel = await withPlan(stage);
    await panel.click('button', 'Step by step');
    await panel.find('button', 'Do step 2');
    return panel;
  },
  'plan done': async (stage) => {
    const panel = await withPlan(stage);
    await panel.click('button', 'Run plan');
    await panel.waitForText('TAP 14:05 is selected.');
    await panel.page.evaluate(() => {
      for (const fold of document.querySelectorAll('details')) fold.open = true;
    });
    return panel;
  },
  'question': async ({ browser, backend }) => {
    backend.run = async (input, emit) =>
      pause(input, emit, 'ask_user', {
        interruptId: 'i1',
        turnId: input.runId,
        receipts: [],
        createdAt: Date.now(),
        request: {
          kind: 'question',
          toolCallId: 'call-1',
          question: 'Two rows have a button “Select”. Which one do you mean?',
          options: ['TAP 14:05', 'Iberia 09:30'],
        },
      });
    const panel = await openPanel(browser, backend);
    await ask(panel, 'Click Select');
    await panel.find('button', 'Iberia 09:30');
    return panel;
  },
  'approval': async ({ browser, backend }) => {
    backend.run = async (input, emit) =>
      pause(input, emit, 'gmail_send', {
        interruptId: 'i1',
        turnId: input.runId,
        receipts: [],
        createdAt: Date.now(),
        request: {
          kind: 'approval',
          toolCallId: 'call-1',
          tool: 'gmail_send',
          args: { to: 'ada@example.org', subject: 'Flight', body: 'It leaves at 14:05.\u202E' },
          risk: { risk: 'critical', reasons: [{ code: 'sends', detail: 'ada@example.org' }] },
          hash: 'f'.repeat(64),
        },
      });
    const panel = await openPanel(browser, backend);
    await ask(panel, 'Mail it to Ada');
    await panel.find('button', 'Approve');
    return panel;
  },
  ...WEB_STATES,
  ...KIT_STATES,
  ...TASK_STATES,
  ...SETTINGS_STATES,
  'model error': failing('model-key-refused'),
  'rate limited': failing('model-rate-limited'),
  'backend not running': async ({ browser, backend }) => {
    backend.failures.set('/health', 'internal');
    const panel = await openPanel(browser, backend);
    await panel.find('alert', 'The backend is not running');
    return panel;
  },
  'not paired': async ({ browser, backend }) => {
    backend.paired = false;
    const panel = await openPanel(browser, backend);
    await panel.find('textbox', 'Code');
    return panel;
  },
  'other version': async ({ browser, backend }) => {
    backend.protocol = PROTOCOL_VERSION + 1;
    const panel = await openPanel(browser, backend);
    await panel.find('alert', 'do not match');
    return panel;
  },
  'first run': async ({ browser, backend }) => {
    backend.servers = [{ name: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1', models: ['qwen3:8b', 'llama3.3'] }];
    const panel = await openPanel(browser, backend, { introduced: false });
    await panel.find('radio', 'Found on this computer');
    return panel;
  },
  'commands': async ({ browser, backend }) => {
    const panel = await openPanel(browser, backend);
    await panel.type('textbox', 'Message', '/');
    await panel.find('option', '/browser-action');
    return panel;
  },
  'arguments of a command': async ({ browser, backend }) => {
    const panel = await openPanel(browser, backend);
    await ask(panel, '/browser-action ');
    await panel.find('textbox', 'goal');
    return panel;
  },
  'threads': async ({ browser, backend }) => {
    const at = 1_790_000_000_000;
    for (const [index, title] of ['Cheapest flight to Porto', 'Summary of the annual report', 'Sign-up form'].entries())
      backend.addThread({
        summary: {
          threadId: `t${index}`,
          title,
          pinned: index === 0,
          createdAt: at,
          updatedAt: at,
          waiting: index === 1,
        },
      });
    const panel = await openPanel(browser, backend);
    await panel.click('button', 'Threads');
    await panel.find('button', 'Sign-up form');
    return panel;
  },
  'many threads': async ({ browser, backend }) => {
    for (let n = 0; n < LIMITS.threadsListed; n += 1)
      backend.addThread({
        summary: { threadId: `t${n}`, title: `Thread ${n}`, pinned: false, createdAt: n, updatedAt: n, waiting: false },
      });
    const panel = await openPanel(browser, backend);
    await panel.click('button', 'Threads');
    await panel.waitForText('Search finds the others');
    return panel;
  },
  'settings': async ({ browser, backend }) => {
    const panel = await openPanel(browser, backend);
    await panel.click('button', 'Model: offline model');
    await panel.find('button', 'Revoke Firefox');
    return panel;
  },
  'connections': async ({ browser, backend }) => {
    const panel = await openPanel(browser, backend);
    await panel.click('button', 'Model: offline model');
    for (const part of ['tavily"]', 'google"]', 'google"] .fold']) {
      const summary = await panel.page.waitForSelector(`[data-testid="connection-${part} > summary`);
      await summary?.evaluate((element) => element.scrollIntoView({ block: 'center' }));
      await summary?.click();
    }
    await panel.click('button', 'Test connection: Google');
    await panel.waitForText('the key was refused');
    return panel;
  },
};
