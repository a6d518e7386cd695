import { actTarget } from '@pagehand/contracts/act-target';
import { AppError } from '@pagehand/contracts/errors';
import { LIMITS } from '@pagehand/contracts/limits';
import type { PinnedStep } from '@pagehand/contracts/plan';
import type { PageSnapshot } from '@pagehand/contracts/snapshot';
import { stepTargets } from '@pagehand/contracts/step-targets';
import { browser } from 'wxt/browser';
import { callFrame } from './call-frame.ts';
import { followCodeLink } from './code-link.ts';
import { sleep } from './deadline.ts';
import { type LiveDocument, requirePlannedDocument } from './live-document.ts';
import { openBlockedLink } from './open-blocked-link.ts';
import { type DialogAnswer, watchDialogs } from './page-dialogs.ts';
import type { FileBytes } from './picked-files.ts';
import { localStep, splitRef } from './step-refs.ts';
import { changed, evidenceOf, failed, refusedBy, type StepResult } from './step-result.ts';
import { type TabWatch, watchTab } from './watch-tab.ts';

/** An act may hang in a native dialog, which is the person's to answer: that long it is waited for. */
const ACT_MS = 30_000;
/** After Stop the page has this long to say how far it came. */
const STOP_MS = 600;
const SETTLE_MS = 10_000;

/**
 * Does a step in its frame and says what came of it, also when the page navigates away under the call.
 * @param stop aborted by Stop: the page's act is aborted and its last word is waited for, shortly.
 */
export async function actInFrame(
  step: PinnedStep,
  live: LiveDocument,
  snapshot: PageSnapshot,
  stop: AbortSignal,
  { answer, ...extras }: ActExtras = {},
): Promise<StepResult> {
  const { tabId } = live.frame;
  const watch = watchTab(tabId);
  try {
    const takeDialogs = await watchDialogs(live.frame, answer, stop);
    const takeLink = await followCodeLink(live.frame, step, snapshot, stop);
    const result = await askPage(step, live, snapshot, stop, extras);
    const [dialogs] = await Promise.all([takeDialogs(), takeLink()]);
    const seen = withDialogs(await withWhatTheBrowserSaw(result, live, watch, stop), dialogs);
    if (stop.aborted || (seen.outcome !== 'unsure' && seen.outcome !== 'no-effect') || result === undefined)
      return seen;
    return (await openBlockedLink(step, snapshot, tabId)) ?? seen;
  } finally {
    watch.stop();
  }
}

/** What a step brings along: the plan's answer to a dialog, and the files that the person picked. */
export type ActExtras = {
  answer?: DialogAnswer | undefined;
  files?: FileBytes[] | undefined;
  /** Of a key without a target: the ref that must have the focus. */
  focus?: string | undefined;
  /** Whether a target must stand where it stood, to the letter. False: a place may have changed a little. */
  exact?: boolean | undefined;
  /** Called when the page hangs: a dialog of its own may wait for the person. */
  onUnanswered?: (() => void) | undefined;
};

/** A dialog that opened is an effect: the page answered the step with a question. */
function withDialogs(result: StepResult, { dialogs }: Pick<StepResult['evidence'], 'dialogs'>): StepResult {
  const first = dialogs?.[0];
  if (dialogs === undefined || first === undefined) return result;
  const words = `${first.kind} "${first.text.slice(0, 200)}" was ${first.answer ?? 'open'} by the ${first.by ?? 'person'}`;
  const nothing = result.outcome === 'no-effect' || (result.outcome === 'unsure' && result.code === 'unconfirmed');
  const { code, ...rest } = result;
  return {
    ...rest,
    ...(nothing || code === undefined ? {} : { code }),
    outcome: nothing ? 'changed' : result.outcome,
    evidence: evidenceOf(nothing ? words : `${result.evidence.summary}; ${words}`, { ...result.evidence, dialogs }),
  };
}

/** Undefined: the document went away before it could answer. */
async function askPage(
  step: PinnedStep,
  live: LiveDocument,
  snapshot: PageSnapshot,
  stop: AbortSignal,
  { files, focus, exact = true, onUnanswered }: Omit<ActExtras, 'answer'> = {},
): Promise<StepResult | undefined> {
  const callId = crypto.randomUUID();
  const late = new AbortController();
  const abortInPage = (): void => {
    void callFrame(live.frame, { op: 'abort', callId }, { signal: late.signal, timeoutMs: STOP_MS }).catch(
      () => undefined,
    );
    setTimeout(() => late.abort(), STOP_MS);
  };
  stop.addEventListener('abort', abortInPage, { once: true });
  try {
    const { stepId: _stepId, origin: _origin, documentId: _documentId, why: _why, ...bare } = localStep(step);
    const refs = [...stepTargets(step).map(({ ref }) => ref), ...(focus === undefined ? [] : [focus])];
    const targets = refs.flatMap((ref) => {
      const info = snapshot.refs.find((known) => known.ref === ref);
      if (info === undefined) return [];
      const inFrame = snapshot.refs.filter(({ frameId }) => frameId === info.frameId);
      return [actTarget(splitRef(ref).local, info, inFrame, exact)];
    });
    const timeoutMs = step.kind === 'wait' ? (step.timeoutMs ?? 10_000) + 5_000 : ACT_MS;
    const call = callFrame(
      live.frame,
      {
        op: 'act',
        callId,
        step: bare,
        documentId: live.documentId,
        origin: live.origin,
        targets,
        ...(files === undefined ? {} : { files }),
        ...(focus === undefined ? {} : { focus: splitRef(focus).local }),
      },
      { signal: late.signal, timeoutMs },
    );
    const answer = await Promise.race([call, documentGone(live, late.signal, onUnanswered)]);
    if (answer === 'gone') {
      call.catch(() => undefined);
      return undefined;
    }
    return {
      outcome: answer.outcome,
      evidence: answer.evidence,
      ...(answer.code === undefined ? {} : { code: answer.code }),
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'page-gone' || error.code === 'tab-missing') return undefined;
    if (error.code === 'cancelled' && late.signal.aborted)
      return failed('unsure', 'interrupted', 'Stopped while it was being done; its end was not seen.');
    if (error.code === 'page-timeout')
      return failed(
        'unsure',
        'interrupted',
        'The page did not say how it ended, perhaps because a dialog is open in it.',
      );
    return refusedBy(error);
  } finally {
    stop.removeEventListener('abort', abortInPage);
    late.abort();
  }
}

/**
 * Resolves when another document stands in the frame: a call into the old one is never answered then, nor refused.
 * Looks rarely, as most acts answer long before.
 */
async function documentGone(
  live: LiveDocument,
  done: AbortSignal,
  onUnanswered: (() => void) | undefined,
): Promise<'gone'> {
  for (;;) {
    await sleep(400, done);
    try {
      const { documentId } = await callFrame(live.frame, { op: 'hello' }, { signal: done, timeoutMs: 2_000 });
      if (documentId !== live.documentId) return 'gone';
    } catch (error) {
      // A page that hangs (a dialog is open) is not gone.
      if (done.aborted || !(error instanceof AppError) || error.code !== 'page-timeout') {
        if (done.aborted) throw error;
        return 'gone';
      }
      onUnanswered?.();
    }
  }
}

/** Adds what only the browser sees: a navigation, new tabs, a tab that was closed. */
async function withWhatTheBrowserSaw(
  result: StepResult | undefined,
  live: LiveDocument,
  watch: TabWatch,
  stop: AbortSignal,
): Promise<StepResult> {
  const { tabId } = live.frame;
  if (result === undefined || result.outcome === 'no-effect' || result.outcome === 'unsure')
    await sleep(250, stop).catch(() => undefined);
  if (watch.navigated()) await watch.settled(SETTLE_MS, stop).catch(() => false);
  const newTabs = watch.newTabs();
  const more = newTabs.length === 0 ? {} : { newTabs };
  const tab = await browser.tabs.get(tabId).catch(() => undefined);
  if (tab === undefined) return changed('the tab was closed', more);
  const url = watch.navigated() && tab.url !== undefined ? tab.url.slice(0, LIMITS.url) : undefined;
  const where = url === undefined ? more : { ...more, url };
  if (result === undefined) {
    if (watch.navigated())
      return changed(url === undefined ? 'the page moved on' : `the page moved on to ${url}`, where);
    if (newTabs.length > 0) return changed('a new tab was opened', more);
    return failed('unsure', 'interrupted', 'The frame went away before it said how the step ended.', more);
  }
  if (result.outcome === 'refused') return result;
  const evidence = { ...result.evidence, ...where };
  // A field that holds another value is no better for a page that moved on.
  const nothing = result.outcome === 'no-effect' || result.outcome === 'unsure';
  if (!nothing || result.code === 'value-not-accepted') return { ...result, evidence };
  // The page itself saw nothing, but the browser did.
  if (watch.navigated() && url !== live.url) return changed(`the page moved on to ${url ?? 'another page'}`, evidence);
  if (newTabs.length > 0) return changed(`new tab ${newTabs[0]?.url ?? ''}`, evidence);
  return { ...result, evidence };
}

/**
 * Steps whose document was not known when the plan was made (after a navigation): asks the page that is there now, and
 * again when it moves on meanwhile, as redirects do.
 */
export async function actOnArrivedPage(
  step: PinnedStep,
  tabId: number,
  snapshot: PageSnapshot,
  stop: AbortSignal,
): Promise<StepResult> {
  const end = Date.now() + 10_000;
  for (;;) {
    const live = await requirePlannedDocument(step, tabId, stop);
    const result = await askPage(step, live, snapshot, stop);
    if (result !== undefined) return result;
    if (Date.now() > end) return failed('unsure', 'page-gone', 'The page kept moving on.');
    await sleep(200, stop);
  }
}
