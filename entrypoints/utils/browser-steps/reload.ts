import { browser } from 'wxt/browser';
import type { StepResult } from '../step-result.ts';
import { arrive } from './arrive.ts';

export const reload = (tabId: number, signal: AbortSignal): Promise<StepResult> =>
  arrive(tabId, () => browser.tabs.reload(tabId), 'reloaded', signal);
