import type { Frame, PageSnapshot, RefInfo } from '@pagehand/contracts/snapshot';

/** A ref of the top frame with sensible defaults; a test says only what it is about. */
export function makeRef(info: Partial<RefInfo> & { ref: string }): RefInfo {
  const role = info.role ?? 'button';
  const name = info.name ?? 'Next';
  const frame = /^f(\d+)e/.exec(info.ref)?.[1];
  return {
    frameId: Number(frame ?? 0),
    tag: role === 'link' ? 'a' : role === 'textbox' ? 'input' : 'button',
    states: [],
    fingerprint: { role, name, within: '', index: 0 },
    ...info,
    role,
    name,
  };
}

export const topFrame: Frame = { frameId: 0, documentId: 'doc-0', origin: 'https://shop.example', readable: true };

/** A snapshot of https://shop.example/cart with the given refs. */
export function makeSnapshot(refs: readonly RefInfo[] = [], change: Partial<PageSnapshot> = {}): PageSnapshot {
  return {
    snapshotId: 'snap-1',
    tabId: 7,
    url: 'https://shop.example/cart',
    title: 'Cart',
    lang: 'en',
    dir: 'ltr',
    viewport: { width: 1280, height: 800, scrollX: 0, scrollY: 0, scrollHeight: 2_000 },
    frames: [topFrame],
    outline: '',
    refs: [...refs],
    text: '',
    tools: [],
    omitted: { hidden: 0, refs: 0, textChars: 0, truncated: false },
    redacted: {},
    ...change,
  };
}

export const policy = { maxSteps: 30, ownHosts: ['127.0.0.1:8787'] } as const;

export const makePlan = (steps: unknown, change: Record<string, unknown> = {}): Record<string, unknown> => ({
  planId: 'plan-1',
  goal: 'Do it',
  snapshotId: 'snap-1',
  steps,
  ...change,
});
