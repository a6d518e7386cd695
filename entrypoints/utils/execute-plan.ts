import { AppError, type AppErrorBody } from '@pagehand/contracts/errors';
import type { Receipt } from '@pagehand/contracts/receipt';
import type { PageSnapshot } from '@pagehand/contracts/snapshot';
import { stepTargets } from '@pagehand/contracts/step-targets';
import { actInFrame, actOnArrivedPage } from './act-in-frame.ts';
import { runBrowserStep } from './browser-steps/run-browser-step.ts';
import { capturePage } from './capture-page.ts';
import { decideStep } from './decide-step.ts';
import { requirePlannedDocument } from './live-document.ts';
import { type DialogAnswer, watchDialogs } from './page-dialogs.ts';
import { hideBanner, outlineTarget, showBanner, stopPressed } from './page-signs.ts';
import { readFiles } from './picked-files.ts';
import { type Claim, claimInterrupt, postReceipt } from './plan-claim.ts';
import type { PreparedStep } from './prepare-plan.ts';
import type { PlanAnswer, PlanRun } from './run-plan.ts';
import { beginStep, endStep, journalOf, pruneJournal } from './step-journal.ts';
import { endsPlan, failed, refusedBy, type StepResult, toReceipt } from './step-result.ts';
import { noteTurnTabs, originOf } from './turn-tabs.ts';

/** How often the pill in the page is looked at: Stop there works within a second. */
const STOP_POLL_MS = 300;

/**
 * Claims the interrupt, runs the steps that have no receipt yet and returns the answer for it; posting the answer
 * (`executeAgent` with `resume`) is up to the caller. Aborting `signal` stops within a second: the answer then says
 * `cancelled` with the receipts so far.
 * @throws AppError `other-panel` when another panel runs it (then this one must not answer), `backend-unreachable` when
 * nothing was begun and the backend cannot be asked. Any other error after that is in the answer.
 */
export async function runPlan(run: PlanRun, signal: AbortSignal): Promise<PlanAnswer> {
  const claim = await claimInterrupt(run, signal);
  try {
    await pruneJournal();
    const answer = await new PlanExecution(run, claim, signal).run();
    // The other panel answers now, not this one.
    if (claim.lost.aborted) throw new AppError('other-panel', 'Another panel runs this plan now.');
    return answer;
  } finally {
    await claim.release();
  }
}

class PlanExecution {
  readonly #run: PlanRun;
  readonly #claim: Claim;
  readonly #receipts = new Map<string, Receipt>();
  /** Aborted by Stop in the panel, Stop in the page, or a lost claim. */
  readonly #stop = new AbortController();
  #tabId: number;

  constructor(run: PlanRun, claim: Claim, signal: AbortSignal) {
    this.#run = run;
    this.#claim = claim;
    this.#tabId = run.prepared.tabId;
    for (const receipt of claim.receipts) this.#receipts.set(receipt.stepId, receipt);
    const cancel = (): void => this.#stop.abort(new AppError('cancelled', 'It was stopped.'));
    if (signal.aborted) cancel();
    signal.addEventListener('abort', cancel, { once: true });
    claim.lost.addEventListener(
      'abort',
      () => this.#stop.abort(new AppError('other-panel', 'Another panel runs this plan now.')),
      { once: true },
    );
  }

  async run(): Promise<PlanAnswer> {
    const poll = setInterval(() => void this.#lookForStop(), STOP_POLL_MS);
    try {
      await this.#takeUpJournal();
      await this.#noteTabs();
      await showBanner(this.#tabId, this.#run.bannerText, this.#run.stopLabel, this.#stop.signal);
      for (const prepared of this.#run.prepared.steps) {
        const known = this.#receipts.get(prepared.step.stepId);
        const receipt = known ?? (await this.#step(prepared));
        if (receipt === 'refused-by-person') return await this.#answer('rejected', undefined);
        if (this.#stop.signal.aborted) return await this.#answer('cancelled', this.#stop.signal.reason);
        if (endsPlan(receipt)) return await this.#answer('stopped', undefined);
      }
      return await this.#answer('ran', undefined);
    } catch (error) {
      if (error instanceof AppError && (error.code === 'other-panel' || error.code === 'conflict')) throw error;
      const status = this.#stop.signal.aborted ? 'cancelled' : 'stopped';
      return await this.#answer(status, this.#stop.signal.aborted ? this.#stop.signal.reason : error);
    } finally {
      clearInterval(poll);
      const cleared = Promise.all([
        hideBanner(this.#tabId),
        outlineTarget(this.#tabId, undefined, '', new AbortController().signal),
      ]);
      // After Stop nobody waits for a page that hangs.
      if (!this.#stop.signal.aborted) await cleared;
    }
  }

  #reason: string | undefined;
  #looking = false;

  async #lookForStop(): Promise<void> {
    if (this.#looking || this.#stop.signal.aborted) return;
    this.#looking = true;
    if (await stopPressed(this.#tabId, this.#stop.signal))
      this.#stop.abort(new AppError('cancelled', 'Stop was pressed in the page.'));
    this.#looking = false;
  }

  /**
   * Receipts that were written and perhaps not handed in; a step begun without a receipt is `unsure`, never repeated.
   * What ran counts for exactly the step that was shown: an edit gives the same number to another one.
   * @throws AppError `approval-mismatch` when steps of another version of this plan have run.
   */
  async #takeUpJournal(): Promise<void> {
    const rows = await journalOf(this.#run.interruptId);
    for (const row of rows) {
      if (this.#receipts.has(row.stepId)) continue;
      const receipt: Receipt = row.receipt ?? {
        stepId: row.stepId,
        kind: row.kind,
        ...failed('unsure', 'interrupted', 'It was begun, then the panel was closed; its end was not seen.'),
        ms: 0,
      };
      if (row.receipt === undefined) await endStep(this.#run.interruptId, receipt);
      await this.#keep(receipt);
    }
    const hashes = new Map(this.#run.prepared.steps.map(({ step, hash }) => [step.stepId, hash]));
    if (rows.some(({ stepId, hash }) => hashes.get(stepId) !== hash))
      throw new AppError(
        'approval-mismatch',
        'Steps of another version of this plan have run already: what is left is planned anew.',
      );
  }

  async #step(prepared: PreparedStep): Promise<Receipt | 'refused-by-person'> {
    const { step, hash } = prepared;
    const { signal } = this.#stop;
    const decision = await decideStep(this.#run, prepared, signal);
    if (decision !== undefined) {
      this.#reason = decision.refused;
      return 'refused-by-person';
    }
    signal.throwIfAborted();
    this.#run.onProgress({ stepId: step.stepId, state: 'checking' });
    const startedAt = Date.now();
    const ready = await this.#check(prepared);
    if (ready !== undefined) return await this.#record(toReceipt(step, ready, startedAt));
    await this.#claim.confirm();
    signal.throwIfAborted();
    const fresh = await beginStep({ interruptId: this.#run.interruptId, stepId: step.stepId, hash, kind: step.kind });
    if (!fresh)
      return await this.#record(toReceipt(step, failed('unsure', 'interrupted', 'It was begun before.'), startedAt));
    this.#run.onProgress({ stepId: step.stepId, state: 'acting' });
    const tabId = this.#tabId;
    const receipt = toReceipt(
      step,
      await this.#act(prepared).catch((error: unknown) => refusedOrUnsure(step.kind, error)),
      startedAt,
    );
    await this.#noteTabs(tabId, receipt.evidence.newTabs);
    await endStep(this.#run.interruptId, receipt);
    await this.#keep(receipt);
    return receipt;
  }

  /** Undefined: the page is the planned one. Else why the step is not done. Outlines the target. */
  async #check({ step, targets }: PreparedStep): Promise<StepResult | undefined> {
    // What goes on from a page that the plan could not know (after a navigation) is looked at when it is done.
    if (step.documentId === '') return undefined;
    // The step before was perhaps the click that moved the page on: that is what is waited for.
    if (step.kind === 'wait' && step.until.for === 'navigation') return undefined;
    try {
      await requirePlannedDocument(step, this.#tabId, this.#stop.signal);
      const target = targets[0];
      if (target !== undefined) await outlineTarget(this.#tabId, target.ref, target.name, this.#stop.signal);
      return undefined;
    } catch (error) {
      this.#stop.signal.throwIfAborted();
      return refusedBy(error);
    }
  }

  /** Tabs that this turn may bring to the front later: the plan's own, and those that a step opened. */
  async #noteTabs(openedBy?: number, newTabs: Receipt['evidence']['newTabs'] = []): Promise<void> {
    const { turnId, prepared } = this.#run;
    if (openedBy === undefined)
      await noteTurnTabs([{ turnId, tabId: this.#tabId, origin: prepared.snapshot.frames[0]?.origin ?? '' }]);
    await noteTurnTabs(newTabs.map(({ tabId, url }) => ({ turnId, tabId, origin: originOf(url), openedBy })));
  }

  async #act(prepared: PreparedStep): Promise<StepResult> {
    const { step, risk, focus } = prepared;
    const { signal } = this.#stop;
    const answer = this.#dialogBefore(step.stepId);
    const takeDialogs =
      answer === undefined || step.documentId === '' || !LEAVES.has(step.kind)
        ? undefined
        : await watchDialogs({ tabId: this.#tabId, browserFrameId: 0 }, answer, signal);
    const own = runBrowserStep(prepared, this.#run.turnId, this.#tabId, signal);
    if (own !== undefined) {
      const { result, tabId } = await own.finally(() => takeDialogs?.());
      if (tabId !== this.#tabId) {
        await hideBanner(this.#tabId);
        this.#tabId = tabId;
      }
      await showBanner(this.#tabId, this.#run.bannerText, this.#run.stopLabel, signal);
      return result;
    }
    const { snapshot } = this.#run.prepared;
    if (step.documentId === '') return await actOnArrivedPage(step, this.#tabId, snapshot, signal);
    // Looked at again: between outlining and acting the page may have moved.
    const live = await requirePlannedDocument(step, this.#tabId, signal);
    const files = step.kind === 'upload' ? await readFiles(this.#run.interruptId, step.files) : undefined;
    const result = await actInFrame(step, live, snapshot, signal, {
      answer,
      files,
      focus: focus?.ref,
      exact: risk.risk === 'high' || risk.risk === 'critical',
      onUnanswered: () => this.#run.onProgress({ stepId: step.stepId, state: 'unanswered' }),
    });
    if (stepTargets(step).length > 0) void outlineTarget(this.#tabId, undefined, '', signal);
    return result;
  }

  /** The answer that the step before laid ready, from the plan itself: a panel that comes back has it too. */
  #dialogBefore(stepId: string): DialogAnswer | undefined {
    const { steps } = this.#run.prepared;
    const before = steps[steps.findIndex(({ step }) => step.stepId === stepId) - 1]?.step;
    return before?.kind === 'dialog' ? before : undefined;
  }

  /** For steps that were not begun: they leave no line in the journal. */
  async #record(receipt: Receipt): Promise<Receipt> {
    await this.#keep(receipt);
    return receipt;
  }

  async #keep(receipt: Receipt): Promise<void> {
    this.#receipts.set(receipt.stepId, receipt);
    this.#run.onProgress({ stepId: receipt.stepId, state: 'done', receipt });
    await postReceipt(this.#run, receipt);
  }

  async #answer(status: PlanAnswer['status'], cause: unknown): Promise<PlanAnswer> {
    const receipts = this.#run.prepared.steps.flatMap(({ step }) => this.#receipts.get(step.stepId) ?? []);
    const page = status === 'cancelled' ? {} : await freshSnapshot(this.#tabId);
    const error = cause === undefined ? page.error : bodyOf(cause);
    return {
      kind: 'plan',
      status,
      receipts,
      ...(this.#reason === undefined ? {} : { reason: this.#reason }),
      ...(this.#run.editedFrom === undefined ? {} : { editedPlan: this.#run.prepared.plan }),
      ...(error === undefined ? {} : { error }),
      ...(page.snapshot === undefined ? {} : { snapshot: page.snapshot }),
    };
  }
}

/** Steps of the browser that make the page ask whether it may be left. */
const LEAVES: ReadonlySet<string> = new Set(['navigate', 'back', 'forward', 'reload', 'close_tab']);

/** Stop in the middle of a step that changes nothing leaves nothing open. */
const READS: ReadonlySet<string> = new Set(['wait', 'read', 'find', 'screenshot', 'dialog']);

/** An error after the step was begun: Stop leaves its end unseen, everything else says that it was not done. */
function refusedOrUnsure(kind: string, error: unknown): StepResult {
  if (error instanceof AppError && (error.code !== 'cancelled' || READS.has(kind))) return refusedBy(error);
  return failed('unsure', 'interrupted', 'Stopped while it was being done; its end was not seen.');
}

async function freshSnapshot(tabId: number): Promise<{ snapshot?: PageSnapshot; error?: AppErrorBody }> {
  try {
    return { snapshot: await capturePage(tabId, AbortSignal.timeout(12_000)) };
  } catch (error) {
    return { error: bodyOf(error) };
  }
}

const bodyOf = (error: unknown): AppErrorBody =>
  AppError.from(error, 'internal', 'Something went wrong while the plan ran.').toBody();
