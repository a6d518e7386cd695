import type { Panel } from '../support/panel.ts';
import type { TestBrowser } from '../support/test-browser.ts';
import type { RunInput, ScriptedBackend } from './scripted-backend.ts';

export type Stage = { browser: TestBrowser; backend: ScriptedBackend };
export type Emit = (event: Record<string, unknown>) => void;

/** Raises an interrupt: the card is shown at once, then the run pauses. */
export function pause(input: RunInput, emit: Emit, tool: string, open: Record<string, unknown>): void {
  emit({ type: 'TOOL_CALL_START', toolCallId: 'call-1', toolCallName: tool });
  emit({ type: 'TOOL_CALL_ARGS', toolCallId: 'call-1', delta: '{}' });
  emit({ type: 'CUSTOM', name: 'pagehand.interrupt', value: open });
  emit({
    type: 'CUSTOM',
    name: 'pagehand.sent',
    value: {
      model: 'offline',
      parts: [{ label: 'Page text', sent: 3_120, total: 9_800 }],
      masked: { 'card-number': 1 },
      unreadableFrames: [{ origin: 'https://ads.example', reason: 'no-access' }],
    },
  });
  emit({
    type: 'RUN_FINISHED',
    threadId: input.threadId,
    runId: input.runId,
    outcome: { type: 'interrupt', interrupts: [{ id: 'i1', reason: 'plan' }] },
  });
}

export async function ask(panel: Panel, text: string): Promise<void> {
  await panel.type('textbox', 'Message', text);
  await panel.press('Enter');
}
