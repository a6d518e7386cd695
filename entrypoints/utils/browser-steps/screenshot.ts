import { AppError } from '@pagehand/contracts/errors';
import { LIMITS } from '@pagehand/contracts/limits';
import type { PageRequest } from '@pagehand/contracts/page-port';
import { browser } from 'wxt/browser';
import { callFrame, injectEverywhere } from '../call-frame.ts';
import { sleep } from '../deadline.ts';
import { toBase64 } from '../picked-files.ts';
import { failed, okay, type StepResult } from '../step-result.ts';

const WIDTHS = [1_280, 960, 640];
/** The boxes over secret fields are painted by then. */
const PAINT_MS = 80;

/**
 * A picture of what is in view, for the person's eyes. Secret fields are covered in every frame that we can enter, the
 * others are covered whole, and the receipt says so; when a frame does not answer, no picture is taken. Needs the tab in front and the right to see it (the toolbar button gives
 * it, or access to all sites).
 */
export async function screenshot(tabId: number, signal: AbortSignal): Promise<StepResult> {
  const tab = await browser.tabs.get(tabId).catch(() => undefined);
  if (tab === undefined) return failed('refused', 'tab-missing', 'That tab is no longer open.');
  if (!tab.active) return failed('refused', 'screenshot-unavailable', 'The tab is not in front.');
  const frames = await injectEverywhere(tabId, signal);
  const ask = <R extends PageRequest>(browserFrameId: number, request: R) =>
    callFrame({ tabId, browserFrameId }, request, { signal, timeoutMs: 3_000 });
  try {
    const covered = await coverSecrets(frames, ask);
    await sleep(PAINT_MS, signal);
    const taken = await browser.tabs.captureVisibleTab(tab.windowId, { format: 'png' });
    // The picture is of whatever was in front: only what was there before and is there after is this tab.
    const after = await browser.tabs.get(tabId).catch(() => undefined);
    if (after?.active !== true || after.windowId !== tab.windowId)
      return failed('refused', 'screenshot-unavailable', 'Another tab came to the front meanwhile.');
    const picture = await shrink(taken);
    if (picture === undefined) return failed('refused', 'too-large', 'The picture is too large for a receipt.');
    const closed = covered === 1 ? 'a frame that cannot be read' : `${covered} frames that cannot be read`;
    return okay(`a picture of what is in view, secret fields${covered === 0 ? '' : ` and ${closed}`} covered`, {
      picture,
    });
  } catch (error) {
    if (error instanceof AppError) throw error;
    return failed(
      'refused',
      'screenshot-unavailable',
      'The browser gives no picture of this tab: that takes a click on the toolbar button there, or access to all sites.',
    );
  } finally {
    await Promise.all(frames.map((id) => ask(id, { op: 'mask', state: 'off' }).catch(() => undefined)));
  }
}

type Ask = <R extends PageRequest>(browserFrameId: number, request: R) => ReturnType<typeof callFrame<R>>;

/** Tells each frame which of the frames in it are entered. @returns how many are covered whole. */
async function coverSecrets(frames: readonly number[], ask: Ask): Promise<number> {
  const all = await Promise.all(frames.map(async (id) => ({ id, path: (await ask(id, { op: 'hello' })).framePath })));
  const masked = await Promise.all(
    all.map(({ id, path }) => {
      const entered = all.flatMap(({ path: inner }) => {
        const index = inner?.at(-1);
        const isHere = path !== undefined && inner?.slice(0, -1).join('/') === path.join('/');
        return isHere && index !== undefined ? [index] : [];
      });
      return ask(id, { op: 'mask', state: 'on', entered });
    }),
  );
  return masked.reduce((sum, { covered }) => sum + covered, 0);
}

async function shrink(dataUrl: string): Promise<string | undefined> {
  const bytes = Uint8Array.from(atob(dataUrl.slice(dataUrl.indexOf(',') + 1)), (char) => char.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  for (const width of WIDTHS) {
    const scale = Math.min(1, width / image.width);
    const canvas = new OffscreenCanvas(Math.round(image.width * scale), Math.round(image.height * scale));
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.7 });
    const small = `data:image/jpeg;base64,${toBase64(new Uint8Array(await blob.arrayBuffer()))}`;
    if (small.length <= LIMITS.picture) return small;
  }
  return undefined;
}
