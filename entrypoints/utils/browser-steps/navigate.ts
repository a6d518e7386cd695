import { browser } from 'wxt/browser';
import type { StepResult } from '../step-result.ts';
import { arrive } from './arrive.ts';

/** Goes to a URL in the tab. The sanitizer has checked it; a redirect to another site shows in the evidence. */
export const navigate = (tabId: number, url: string, signal: AbortSignal): Promise<StepResult> =>
  arrive(tabId, () => browser.tabs.update(tabId, { url }), 'opened', signal);
