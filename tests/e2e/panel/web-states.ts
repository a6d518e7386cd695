import type { Panel } from '../support/panel.ts';
import { openPanel } from './open-panel.ts';
import { ask, pause, type Stage } from './play.ts';
import { say } from './scripted-backend.ts';

/** States of the panel around what is read on the web. */
export const WEB_STATES: Readonly<Record<string, (stage: Stage) => Promise<Panel>>> = {
  'page in a background tab': async ({ browser, backend }) => {
    backend.run = async (input, emit) =>
      pause(input, emit, 'website', {
        interruptId: 'i1',
        turnId: input.runId,
        receipts: [],
        createdAt: Date.now(),
        request: {
          kind: 'background-page',
          toolCallId: 'call-1',
          tool: 'website',
          target: { type: 'url', url: 'https://mail.example/inbox?folder=unread' },
          risk: { risk: 'high', reasons: [{ code: 'declared' }] },
        },
      });
    const panel = await openPanel(browser, backend);
    await ask(panel, 'What is new in my mail?');
    await panel.find('button', 'Reject');
    return panel;
  },
  'sources': async ({ browser, backend }) => {
    backend.run = async (input, emit) => {
      emit({ type: 'TOOL_CALL_START', toolCallId: 'call-1', toolCallName: 'web_search' });
      emit({ type: 'TOOL_CALL_ARGS', toolCallId: 'call-1', delta: '{"query":"tea"}' });
      emit({ type: 'TOOL_CALL_RESULT', messageId: 'r-1', toolCallId: 'call-1', content: 'Two results.' });
      const sources = [
        { n: 1, title: 'Green tea', url: 'https://tea.example/green' },
        {
          n: 2,
          title: 'A title that is long enough to need two lines in a narrow panel',
          url: 'https://black.example/',
        },
      ];
      emit({ type: 'CUSTOM', name: 'pagehand.sources', value: { toolCallId: 'call-1', sources } });
      await say(input, emit, ['Green tea is not fermented [1].']);
    };
    const panel = await openPanel(browser, backend);
    await ask(panel, 'What is green tea?');
    await panel.waitForText('2 sources');
    return panel;
  },
};
