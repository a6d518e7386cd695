/**
 * Our numbers for the frames of a tab. A frame keeps its number as long as the tab's top document lives, also when
 * others come and go, so that `f2e5` means one frame. Kept in storage.session: a reopened panel goes on with them.
 */

import { browser } from 'wxt/browser';
import * as z from 'zod';

const FrameTableSchema = z.strictObject({
  topDocumentId: z.string().max(64),
  /** `b<browser frame id>` or, for frames we cannot enter, `u<number of the parent>/<place in it>` -> our number. */
  numbers: z.record(z.string().max(40), z.int().min(0)),
});
type Stored = z.infer<typeof FrameTableSchema>;

const keyOf = (tabId: number): string => `frames-${tabId}`;

export type FrameTable = {
  /** The number of a frame, minted when it is new. The top frame is 0. */
  numberOf(key: string): number;
  save(): Promise<void>;
};

export const readableKey = (browserFrameId: number): string => `b${browserFrameId}`;
export const unreadableKey = (parent: number, place: number): string => `u${parent}/${place}`;

/** The table of a tab; an empty one when its top document is another than the one the table was made for. */
export async function openFrameTable(tabId: number, topDocumentId: string): Promise<FrameTable> {
  const stored = await read(tabId);
  const numbers = stored?.topDocumentId === topDocumentId ? stored.numbers : { [readableKey(0)]: 0 };
  let next = Math.max(...Object.values(numbers)) + 1;
  return {
    numberOf(key) {
      const known = numbers[key];
      if (known !== undefined) return known;
      const fresh = next;
      next += 1;
      numbers[key] = fresh;
      return fresh;
    },
    save: () => browser.storage.session.set({ [keyOf(tabId)]: { topDocumentId, numbers } }),
  };
}

/** The browser's id of one of our frames; undefined when the table does not know it. */
export async function browserFrameOf(tabId: number, frameId: number): Promise<number | undefined> {
  if (frameId === 0) return 0;
  const found = Object.entries((await read(tabId))?.numbers ?? {}).find(
    ([key, number]) => number === frameId && key.startsWith('b'),
  );
  return found === undefined ? undefined : Number(found[0].slice(1));
}

async function read(tabId: number): Promise<Stored | undefined> {
  return FrameTableSchema.safeParse((await browser.storage.session.get(keyOf(tabId)))[keyOf(tabId)]).data;
}
