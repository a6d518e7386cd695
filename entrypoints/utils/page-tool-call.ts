/** Runs an approved call of a page tool: looks once more, runs it, waits until the page has settled. */
import { type Approval, approvalHash, checkApproval } from '@pagehand/contracts/approval';
import { cap, cleanText } from '@pagehand/contracts/clean-text';
import { AppError, type AppErrorBody } from '@pagehand/contracts/errors';
import type { InterruptAnswer } from '@pagehand/contracts/interrupts';
import { LIMITS } from '@pagehand/contracts/limits';
import type { PageSnapshot } from '@pagehand/contracts/snapshot';
import { capturePage } from './capture-page.ts';
import { askBridge, worldOf } from './page-tool-bridge.ts';
import { rememberPageTools } from './page-tool-grants.ts';
import { listPageTools } from './page-tool-list.ts';
import {
  approvable,
  findFrozen,
  type PageToolRequest,
  type PreparedPageTool,
  problemsOf,
} from './page-tool-prepare.ts';
import { readableResult } from './page-tool-result.ts';
import { documentGone, settle } from './page-tool-settle.ts';
import { type Claim, claimInterrupt } from './plan-claim.ts';
import { beginStep } from './step-journal.ts';
import { watchTab } from './watch-tab.ts';

export type PageToolAnswer = Extract<InterruptAnswer, { kind: 'page-tool' }>;
type Outcome = PageToolAnswer['outcome'];

export type PageToolRun = {
  threadId: string;
  interruptId: string;
  panelId: string;
  request: PageToolRequest;
  prepared: PreparedPageTool;
  /** The person's word where one was needed, else undefined. */
  approval: Approval | undefined;
  /** The person's yes is good for further calls of this tool in this run. */
  forRun: boolean;
  turnId: string;
  maxTools: number;
  /** Announces what the page offers now; resolves when the backend has it. */
  announce(): Promise<void>;
};

/**
 * Never throws for what goes wrong in the page: that is in the answer. The tools that are there afterwards have been
 * announced when it resolves.
 * @returns the answer, and how to let go of the claim once the answer has arrived.
 * @throws AppError `other-panel` when another panel runs it, `backend-unreachable` before anything was begun.
 */
export async function runPageTool(
  run: PageToolRun,
  signal: AbortSignal,
): Promise<{ answer: PageToolAnswer; release(): Promise<void> }> {
  const claim = await claimInterrupt(run, signal);
  let outcome: Outcome;
  try {
    outcome = await execute(run, claim, signal);
  } catch (error) {
    outcome = { status: 'error', error: bodyOf(error) };
  }
  const began = outcome.status === 'result' || !NOTHING_RAN.has(outcome.status === 'error' ? outcome.error.code : '');
  await run.announce().catch(() => undefined);
  const snapshot = began && !signal.aborted ? await lookAgain(run.prepared.tabId) : undefined;
  return {
    answer: {
      kind: 'page-tool',
      outcome,
      ...(began ? { args: run.prepared.args } : {}),
      ...(snapshot === undefined ? {} : { snapshot }),
    },
    release: () => claim.release(),
  };
}

/** The answer for a call that does not run. */
export const refusedPageTool = (error: AppErrorBody): PageToolAnswer => ({
  kind: 'page-tool',
  outcome: { status: 'error', error },
});
export const rejectedPageTool = (reason: string): PageToolAnswer => ({
  kind: 'page-tool',
  outcome: { status: 'rejected', ...(reason.trim() === '' ? {} : { reason: reason.trim().slice(0, LIMITS.goal) }) },
});

const NOTHING_RAN: ReadonlySet<string> = new Set([
  'surface-changed',
  'invalid-arguments',
  'approval-stale',
  'approval-mismatch',
  'outcome-unknown',
]);

async function execute(run: PageToolRun, claim: Claim, signal: AbortSignal): Promise<Outcome> {
  const { prepared, request, maxTools } = run;
  const { tool, args, tabId } = prepared;
  const { page } = tool.declaration;
  const both = AbortSignal.any([signal, claim.lost]);
  if (prepared.approval !== 'no') {
    const checked =
      run.approval === undefined
        ? { ok: false as const, code: 'approval-mismatch' as const, message: 'Nobody approved this call.' }
        : await checkApproval(run.approval, approvable(tool, args), Date.now());
    if (!checked.ok) throw new AppError(checked.code, checked.message);
  }
  // Time has passed while the person looked: only what was shown may run.
  const now = findFrozen(await listPageTools(tabId, { maxTools, signal: both }), request);
  if ((await approvalHash(approvable(now, args))) !== prepared.hash)
    throw new AppError('approval-mismatch', 'The call differs from the one that was shown.');
  const first = await beginStep({
    interruptId: run.interruptId,
    stepId: 'page-tool',
    hash: prepared.hash,
    kind: 'page-tool',
  });
  if (!first) throw new AppError('outcome-unknown', 'It was begun before, and its end was not seen.');
  if (prepared.approval !== 'no')
    await rememberPageTools({ origin: page.origin, hash: page.hash, turnId: run.turnId }, prepared.risk, run.forRun);
  return call({ ...prepared, tool: now }, run, both);
}

async function call(prepared: PreparedPageTool, run: PageToolRun, signal: AbortSignal): Promise<Outcome> {
  const { tool, args, tabId } = prepared;
  const { page } = tool.declaration;
  const { interruptId: callId } = run;
  const watch = watchTab(tabId);
  const stop = (): void => {
    void askBridge(tool.frame, worldOf(tool), { op: 'abort', callId }, { signal: AbortSignal.timeout(2_000) }).catch(
      () => undefined,
    );
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    const asked = askBridge(
      tool.frame,
      worldOf(tool),
      {
        op: 'call',
        callId,
        source: tool.source,
        name: page.name,
        args: JSON.stringify(args),
        origin: page.origin,
        expected: tool.expected,
      },
      { signal, timeoutMs: LIMITS.pageToolMs },
    ).catch((error: unknown) => error);
    const ended = new AbortController();
    const answer = await Promise.race([asked, documentGone(prepared, watch, AbortSignal.any([signal, ended.signal]))]);
    ended.abort();
    if (signal.aborted) throw new AppError('cancelled', 'It was stopped while the page worked on it.');
    const moved = await settle(watch, prepared, run.maxTools, signal);
    if (answer instanceof AppError && answer.code === 'page-timeout') {
      stop();
      throw new AppError('timeout', `${page.name} did not end within ${LIMITS.pageToolMs / 1_000} seconds.`);
    }
    if (answer instanceof AppError && answer.code === 'page-gone' && moved !== undefined)
      return {
        status: 'result',
        result: 'The call led to another page; what it returned was lost.',
        cut: false,
        moved,
      };
    if (answer instanceof Error) throw answer;
    return outcomeOf(answer as Awaited<ReturnType<typeof askBridge<CallRequest>>>, page.name, moved); // no Error: narrowed above
  } finally {
    signal.removeEventListener('abort', stop);
    watch.stop();
  }
}

type CallRequest = {
  op: 'call';
  callId: string;
  source: PreparedPageTool['tool']['source'];
  name: string;
  args: string;
  origin: string;
  expected: string;
};

function outcomeOf(
  answer: Awaited<ReturnType<typeof askBridge<CallRequest>>>,
  name: string,
  moved: string | undefined,
): Outcome {
  if (answer.ok) {
    const said = readableResult(answer.result);
    const cut = said.length > LIMITS.pageToolResult;
    return {
      status: 'result',
      result: cap(said, LIMITS.pageToolResult),
      cut,
      ...(moved === undefined ? {} : { moved }),
    };
  }
  const message = cap(cleanText(answer.message).text, 1_000);
  const problems = problemsOf(answer.issues ?? []);
  switch (answer.code) {
    case 'unknown-tool':
    case 'surface-changed':
      throw new AppError('surface-changed', message);
    case 'invalid-arguments':
      throw new AppError('invalid-arguments', message, { problems });
    case 'cancelled':
      throw new AppError('cancelled', message);
    default:
      throw new AppError('tool-failed', `${name} failed in the page. It says: ${message}`);
  }
}

async function lookAgain(tabId: number): Promise<PageSnapshot | undefined> {
  try {
    return await capturePage(tabId, AbortSignal.timeout(10_000));
  } catch {
    // The page may have gone where we may not read: the result stands by itself.
    return undefined;
  }
}

const bodyOf = (error: unknown): AppErrorBody =>
  AppError.from(error, 'internal', 'The page tool could not be run.').toBody();
