/**
 * What the panel asks the bridge script of one frame (`entrypoints/page-tools.content`), in either world, and what it
 * answers. Types only, but for the key: injected code imports it. Everything crosses as JSON text. What comes back was
 * made by the page or can be forged by it: the panel parses it.
 */
export const PAGE_TOOLS_BRIDGE = 'pagehand.page-tools-bridge.v1';

/** Where a tool was found. `package`: our own; `native`, `polyfill`: `document.modelContext`; `form`: `<form toolname>`. */
export type PageToolSource = 'package' | 'native' | 'polyfill' | 'form';

export type BridgeRequest =
  /** `pageWorld`: asked in the page's own world, where its package and its polyfill are; else what the browser itself has. */
  | { op: 'list'; pageWorld: boolean; maxTools?: number }
  /** Answers like `list` as soon as its stamp differs from `stamp`, or after `ms`. */
  | { op: 'wait'; pageWorld: boolean; stamp: string; ms: number }
  /** The declaration's own checks, where the page can run them. */
  | { op: 'validate'; source: PageToolSource; name: string; args: string }
  | { op: 'call'; callId: string; source: PageToolSource; name: string; args: string; origin: string; expected: string }
  | { op: 'abort'; callId: string };

/** A tool as it was found; nothing of it is checked. */
export type FoundTool = {
  source: PageToolSource;
  name: string;
  description: string;
  parameters: unknown;
  /** Absent where nothing is declared: that counts as `high`. */
  risk?: string;
  owner: string;
  global: boolean;
};

export type BridgeList = {
  ok: true;
  tools: FoundTool[];
  /** Tools there are, also those past what is listed. */
  total: number;
  refused: { toolName: string; limit: number; count: number }[];
  /** Differs when anything above does. */
  stamp: string;
};

export type BridgeAnswer =
  | BridgeList
  | { ok: true; valid: boolean; issues: { path: string; message: string }[] }
  /** `result` is JSON text, or null when the document went away or nothing was returned. */
  | { ok: true; result: string | null }
  | { ok: false; code: string; message: string; issues?: { path: string; message: string }[] };
