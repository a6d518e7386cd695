import type { Approval } from '@pagehand/contracts/approval';
import { AppError } from '@pagehand/contracts/errors';
import type { OpenInterrupt } from '@pagehand/contracts/interrupts';
import { sendContext } from '../utils/backend-client.ts';
import type { AgentRun } from '../utils/executeAgent.ts';
import { type PageToolAnswer, runPageTool } from '../utils/page-tool-call.ts';
import { type PreparedPageTool, preparePageTool } from '../utils/page-tool-prepare.ts';
import { declarationsOf, type PageToolSurface, type PageToolWatch, watchPageTools } from '../utils/page-tool-watch.ts';

type Started = {
  threadId: string;
  open: OpenInterrupt;
  prepared: PreparedPageTool;
  approval: Approval | undefined;
  forRun: boolean;
  maxTools: number;
  announce(): Promise<void>;
};

/** Tools that the page in front declares. */
export type PageToolServices = {
  watch(tabId: number, options: { maxTools(): number; onChange(surface: PageToolSurface): void }): PageToolWatch;
  /** One CONTEXT_UPDATE: what is on screen now. */
  announce(threadId: string, surface: PageToolSurface, signal: AbortSignal): Promise<void>;
  /** @throws AppError with the reason why this call does not run. */
  prepare(open: OpenInterrupt, fallbackTab: number | undefined, maxTools: number): Promise<PreparedPageTool>;
  /** Runs it; `release` lets go of the claim when the answer has arrived. */
  run(call: Started, signal: AbortSignal): Promise<{ answer: PageToolAnswer; release(): Promise<void> }>;
};

export const pageToolServices = (panelId: string): PageToolServices => ({
  watch: watchPageTools,
  announce: (threadId, surface, signal) =>
    sendContext(
      { type: 'CONTEXT_UPDATE', threadId, ...surfaceOnly(surface), activeTools: declarationsOf(surface) },
      signal,
    ),
  async prepare({ request, turnId }, fallbackTab, maxTools) {
    if (request.kind !== 'page-tool') throw new AppError('bad-request', 'Only a page tool can be prepared.');
    const tabId = request.tabId ?? fallbackTab;
    if (tabId === undefined) throw new AppError('no-page', 'No page is in front.');
    return preparePageTool(request, { tabId, maxTools, turnId, signal: AbortSignal.timeout(20_000) });
  },
  run({ open, ...call }, signal) {
    const { request, interruptId, turnId } = open;
    if (request.kind !== 'page-tool') throw new AppError('bad-request', 'Only a page tool can be run.');
    return runPageTool({ ...call, interruptId, turnId, panelId, request }, signal);
  },
});

const surfaceOnly = ({ tools: _tools, refusedTools: _refused, tabId: _tab, ...surface }: PageToolSurface) => surface;

/** The page's tools as a run takes them along. */
export function runTools(surface: PageToolSurface | undefined): Pick<AgentRun, 'pageTools' | 'surface'> {
  return surface === undefined ? {} : { pageTools: declarationsOf(surface), surface: surfaceOnly(surface) };
}
