/** What the page shows while it is acted upon. Never worth failing for: each of these swallows its errors. */
import { callFrame } from './call-frame.ts';
import { browserFrameOf } from './frame-table.ts';
import { splitRef } from './step-refs.ts';

const QUICK = { timeoutMs: 1_000 };

/** The thin frame and the pill "Pagehand is working here - Stop". */
export async function showBanner(tabId: number, text: string, stop: string, signal: AbortSignal): Promise<void> {
  await callFrame(
    { tabId, browserFrameId: 0 },
    { op: 'banner', state: 'working', text, stop },
    { signal, ...QUICK },
  ).catch(() => undefined);
}

export async function hideBanner(tabId: number): Promise<void> {
  const { signal } = new AbortController();
  await callFrame(
    { tabId, browserFrameId: 0 },
    { op: 'banner', state: 'off', text: '', stop: '' },
    { signal, ...QUICK },
  ).catch(() => undefined);
}

/** By tab: the frame that an outline stands in. A panel that was loaded anew knows of none and clears the top frame. */
const outlined = new Map<number, number>();

/**
 * Outlines the element that a ref names, with a label; without ref it takes the outline off again. There is one in a
 * tab: an outline in another frame goes first.
 */
export async function outlineTarget(
  tabId: number,
  ref: string | undefined,
  label: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    const target = ref === undefined ? undefined : splitRef(ref);
    const frame = target && (await browserFrameOf(tabId, target.frameId));
    const before = outlined.get(tabId);
    if (target === undefined || (before !== undefined && before !== frame)) {
      outlined.delete(tabId);
      await callFrame({ tabId, browserFrameId: before ?? 0 }, { op: 'outline' }, { signal, ...QUICK });
    }
    if (target === undefined || frame === undefined) return;
    outlined.set(tabId, frame);
    await callFrame(
      { tabId, browserFrameId: frame },
      { op: 'outline', ref: target.local, label },
      { signal, ...QUICK },
    );
  } catch {
    // The step itself will say what is wrong with its target.
  }
}

/** Whether Stop was pressed on the pill. A page that cannot answer has not said so. */
export async function stopPressed(tabId: number, signal: AbortSignal): Promise<boolean> {
  try {
    return (await callFrame({ tabId, browserFrameId: 0 }, { op: 'status' }, { signal, ...QUICK })).stopPressed;
  } catch {
    return false;
  }
}
