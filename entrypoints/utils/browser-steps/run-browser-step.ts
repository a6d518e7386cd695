import type { PreparedStep } from '../prepare-plan.ts';
import { okay, type StepResult } from '../step-result.ts';
import { findTurnTab } from '../turn-tabs.ts';
import { closeTab } from './close-tab.ts';
import { goThroughHistory } from './go-through-history.ts';
import { navigate } from './navigate.ts';
import { openTab } from './open-tab.ts';
import { reload } from './reload.ts';
import { screenshot } from './screenshot.ts';
import { switchTab } from './switch-tab.ts';
import { waitForNavigation } from './wait-for-navigation.ts';
import { waitForTime } from './wait-for-time.ts';

export type BrowserStepResult = {
  result: StepResult;
  /** The tab in which the plan goes on. */
  tabId: number;
};

/** Steps that are the browser's, not the page's. Undefined: the step belongs into a frame. */
export function runBrowserStep(
  { step, tab }: Pick<PreparedStep, 'step' | 'tab'>,
  turnId: string,
  tabId: number,
  signal: AbortSignal,
): Promise<BrowserStepResult> | undefined {
  const here = (result: Promise<StepResult>): Promise<BrowserStepResult> =>
    result.then((done) => ({ result: done, tabId }));
  switch (step.kind) {
    case 'navigate':
      return here(navigate(tabId, step.url, signal));
    case 'back':
    case 'forward':
      return here(goThroughHistory(tabId, step.kind, signal));
    case 'reload':
      return here(reload(tabId, signal));
    case 'open_tab':
      return openTab(tabId, step.url, signal);
    case 'switch_tab':
      return switchTab(tab ?? { tabId: step.tabId, title: '', origin: '' }).then((result) => ({
        result,
        tabId: result.outcome === 'changed' ? step.tabId : tabId,
      }));
    case 'close_tab':
      return closeTabOf(turnId, step.tabId ?? tabId, tabId);
    case 'screenshot':
      return here(screenshot(tabId, signal));
    case 'dialog':
      // The answer is laid ready when the next step runs (see `execute-plan.ts`).
      return here(Promise.resolve(okay(`the next question is answered with ${step.accept ? 'OK' : 'Cancel'}`)));
    case 'wait':
      if (step.until.for === 'time') return here(waitForTime(step.until.ms, signal));
      if (step.until.for === 'navigation')
        return here(waitForNavigation(tabId, step.documentId, step.timeoutMs ?? 10_000, signal));
      return undefined;
    default:
      return undefined;
  }
}

/** Closing a tab beside leaves the plan where it is. */
async function closeTabOf(turnId: string, closing: number, here: number): Promise<BrowserStepResult> {
  const openedBy = closing === here ? (await findTurnTab(turnId, closing))?.openedBy : here;
  const closed = await closeTab(closing, openedBy);
  return closing === here ? closed : { ...closed, tabId: here };
}
