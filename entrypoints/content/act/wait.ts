import type { ActionStep } from '@pagehand/contracts/plan';
import { captureDocument } from './capture-kit.ts';
import type { ActContext } from './context.ts';
import { inWords, locate } from './locate.ts';
import { plainText } from './plain-text.ts';
import { type ActResult, Refusal } from './refusal.ts';
import { sleep } from './sleep.ts';

const DEFAULT_MS = 10_000;

/**
 * Waits for text to be visible, for text to be gone, for an element to be usable, or for a time. Looks again only when
 * the page has changed (a MutationObserver) and at least every second, for changes that only styles make. Sends nothing.
 */
export async function wait(step: Extract<ActionStep, { kind: 'wait' }>, context: ActContext): Promise<ActResult> {
  const { until } = step;
  if (until.for === 'time') {
    await sleep(until.ms, context.signal);
    return { outcome: 'ok', evidence: { summary: `waited ${until.ms} ms` } };
  }
  if (until.for === 'navigation')
    throw new Refusal('target-unsuitable', 'A navigation is waited for outside of the page.');
  let dirty = true;
  const observer = new MutationObserver(() => {
    dirty = true;
  });
  observer.observe(context.document, { subtree: true, childList: true, characterData: true, attributes: true });
  const start = performance.now();
  const limit = step.timeoutMs ?? DEFAULT_MS;
  let looked = 0;
  try {
    for (;;) {
      if (dirty || performance.now() - looked > 1_000) {
        dirty = false;
        looked = performance.now();
        const done =
          until.for === 'ref'
            ? await isUsable(until.ref, context)
            : (await isOnPage(until.text, context)) === (until.for === 'text');
        if (done) return { outcome: 'ok', evidence: { summary: words(until, context) } };
      }
      if (performance.now() - start > limit)
        throw new Refusal('wait-timeout', `After ${limit} ms it was still not so: ${words(until, context)}.`);
      await sleep(80, context.signal);
    }
  } finally {
    observer.disconnect();
  }
}

function words(
  until: { for: 'text' | 'gone'; text: string } | { for: 'ref'; ref: string },
  context: ActContext,
): string {
  if (until.for === 'ref') {
    const target = context.targets.find((candidate) => candidate.ref === until.ref);
    return `${target === undefined ? until.ref : inWords(target)} is there`;
  }
  return until.for === 'text' ? `"${until.text}" is on the page` : `"${until.text}" is gone`;
}

async function isUsable(ref: string, context: ActContext): Promise<boolean> {
  try {
    const { element } = await locate(ref, context);
    return element.getClientRects().length > 0;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

async function isOnPage(text: string, context: ActContext): Promise<boolean> {
  const capture = await captureDocument(context.document, context.memory, context.signal);
  const wanted = text.replace(/\s+/g, ' ').trim().toLowerCase();
  if (plainText(capture.text).replace(/\s+/g, ' ').toLowerCase().includes(wanted)) return true;
  return capture.refs.some(
    (info) => info.name.toLowerCase().includes(wanted) || (info.value ?? '').toLowerCase().includes(wanted),
  );
}
