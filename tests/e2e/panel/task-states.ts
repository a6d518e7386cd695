import type { ErrorCode } from '@pagehand/contracts/errors';
import type { Panel } from '../support/panel.ts';
import { openPanel } from './open-panel.ts';
import { ask, pause, type Stage } from './play.ts';
import { say } from './scripted-backend.ts';

/** Errors that end a turn, each with what can be done about it in the panel. */
const ENDINGS: readonly ErrorCode[] = [
  'model-context-exceeded',
  'budget-exhausted',
  'site-access-missing',
  'connection-missing',
  'kit-engine-missing',
  'store-unavailable',
];

const ending =
  (code: ErrorCode) =>
  async ({ browser, backend }: Stage) => {
    backend.run = async (_input, emit) =>
      emit({
        type: 'RUN_ERROR',
        code,
        message: 'What the other side said of it.',
        ...(code === 'connection-missing' ? { connection: { id: 'google', access: ['mail-read'] } } : {}),
      });
    const panel = await openPanel(browser, backend);
    await ask(panel, 'Which flight is the cheapest?');
    await panel.find('alert', 'Error');
    return panel;
  };

/** States of a longer task: its to-do list, its tools, what ended it. */
export const TASK_STATES: Readonly<Record<string, (stage: Stage) => Promise<Panel>>> = {
  'to-do list': async ({ browser, backend }) => {
    backend.run = async (input, emit) => {
      const tasks = [
        { text: 'Read the offers of the page', state: 'done' },
        { text: 'Compare the total price of each offer, with bags and the seat by the window', state: 'working' },
        { text: 'Ask before anything is booked', state: 'open' },
        { text: 'Look for a hotel', state: 'dropped' },
      ];
      emit({ type: 'CUSTOM', name: 'pagehand.tasks', value: { tasks } });
      for (const [index, [name, args, result]] of [
        ['remember', '{"text":"Bags cost 30 EUR"}', 'Kept as note 1.'],
        [
          'gmail_search',
          '{"query":"TAP"}',
          '{"error":{"code":"connection-missing","message":"Google is not connected.","retryable":false,"connection":{"id":"google","access":["mail-read"]}}}',
        ],
        ['mcp_shelf_read_shelf_a1b2c3', '{}', 'three red books'],
      ].entries()) {
        emit({ type: 'TOOL_CALL_START', toolCallId: `call-${index}`, toolCallName: name });
        emit({ type: 'TOOL_CALL_ARGS', toolCallId: `call-${index}`, delta: args });
        emit({ type: 'TOOL_CALL_RESULT', messageId: `r-${index}`, toolCallId: `call-${index}`, content: result });
      }
      await say(input, emit, ['Noted. Shall I go on?']);
    };
    const panel = await openPanel(browser, backend);
    await ask(panel, 'Find the cheapest way to Porto and book it, then find a hotel');
    await panel.waitForText('Shall I go on?');
    return panel;
  },
  "approval of a server's tool": async ({ browser, backend }) => {
    backend.run = async (input, emit) =>
      pause(input, emit, 'mcp_shelf_put_book_a1b2c3', {
        interruptId: 'i1',
        turnId: input.runId,
        receipts: [],
        createdAt: Date.now(),
        request: {
          kind: 'approval',
          toolCallId: 'call-1',
          tool: 'mcp_shelf_put_book_a1b2c3',
          args: { title: 'A book with a title that is long enough for two lines', tags: ['red', 'old'], copies: 2 },
          risk: { risk: 'high', reasons: [{ code: 'declared' }] },
          hash: 'f'.repeat(64),
        },
      });
    const panel = await openPanel(browser, backend);
    await ask(panel, 'Put it on the shelf');
    await panel.find('button', 'Approve');
    return panel;
  },
  ...Object.fromEntries(ENDINGS.map((code) => [`ended by ${code}`, ending(code)])),
};
