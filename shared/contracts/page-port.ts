/**
 * What the panel asks the content script of one frame, and what it answers. Types only: this file is imported by
 * injected code and must stay free of zod at run time.
 *
 * The panel calls it by `scripting.executeScript({target: {tabId, frameIds}, func: (request) => globalThis[PORT](request)})`:
 * the content script lives in the isolated world, opens no message listener and starts nothing by itself. Its answers
 * are parsed by the panel (zod) before use.
 */
import type { AppErrorBody } from './errors.ts';
import type { ActionStep } from './plan.ts';
import type { Evidence, Receipt } from './receipt.ts';
import type { RefInfo } from './snapshot.ts';

/** Name of the function in the isolated world's `globalThis`. */
export const PAGE_PORT = '__pagehand_port__';

/** What the script that reads (`content-scripts/content.js`) leaves for the one that acts. */
export const CAPTURE_KIT = '__pagehand_capture__';

/**
 * What the script that acts (`content-scripts/act.js`) leaves in the isolated world: acting, and what is drawn over the
 * page. Injected after `content.js`, before the first use. The port calls it: the panel only looks whether it is there.
 */
export const ACT_PORT = '__pagehand_act__';

/** A part of the outline: the panel joins the frames' parts and puts child frames in place. */
export type FrameCapture = {
  documentId: string;
  url: string;
  origin: string;
  title: string;
  lang: string;
  dir: 'ltr' | 'rtl';
  viewport: { width: number; height: number; scrollX: number; scrollY: number; scrollHeight: number };
  /** Index path from the top frame through `window.frames`; empty for the top frame; undefined inside shadow trees. */
  framePath: number[] | undefined;
  /**
   * Outline lines with refs as `e12`. A child frame stands as its own line `- iframe "name" {frame:N}`, where N is the
   * index in `childFrames`.
   */
  outline: string;
  refs: Omit<RefInfo, 'frameId'>[];
  /** Cleaned HTML; a child frame stands as `<iframe data-frame="N"></iframe>`. */
  text: string;
  childFrames: {
    /** Place in `window.frames`, or -1 when not listed there (shadow trees). */
    index: number;
    origin: string;
    name: string;
    visible: boolean;
    sandboxed: boolean;
  }[];
  omitted: { hidden: number; refs: number; textChars: number; truncated: boolean };
  redacted: Record<string, number>;
};

/** What the page must still find in a target when a step is done (`act-target.ts`). `equals`: how many of its frame were like it. */
export type ActTarget = {
  ref: string;
  role: string;
  name: string;
  within: string;
  index: number;
  equals: number;
  exact: boolean;
  href?: RefInfo['href'];
  newTab?: RefInfo['newTab'];
  submits?: Pick<NonNullable<RefInfo['submits']>, 'action' | 'method'> | undefined;
};

export type PageRequest =
  | { op: 'hello' }
  | { op: 'capture'; callId: string }
  /** A step with refs local to the frame (`e12`). Checked against document, origin and fingerprint before acting. */
  | {
      op: 'act';
      callId: string;
      step: ActionStep;
      documentId: string;
      origin: string;
      targets: ActTarget[];
      /** Of a key that is pressed without a target: the one of `targets` that must have the focus, as its risk was that of this one. */
      focus?: string;
      /** Bytes of the files of an `upload`, which the person picked. */
      files?: { name: string; type: string; base64: string }[];
    }
  /**
   * Lays plain boxes over secret fields, and over every frame in here that is not in `entered` (indexes in
   * `window.frames`), while a picture is taken; takes them away.
   */
  | { op: 'mask'; state: 'on'; entered: number[] }
  | { op: 'mask'; state: 'off' }
  /** Outlines an element with a label; without ref it clears. */
  | { op: 'outline'; ref?: string; label?: string }
  /** The thin frame and the pill "Pagehand is working here - Stop". Top frame only. */
  | { op: 'banner'; state: 'working' | 'off'; text: string; stop: string }
  /** Aborts a running call by its id, or all. */
  | { op: 'abort'; callId?: string }
  /** What the page looks like after a navigation settled: url, ready state, whether Stop was pressed on the pill. */
  | { op: 'status' };

export type PageAnswer =
  | { ok: true; op: 'hello'; documentId: string; origin: string; url: string; framePath: number[] | undefined }
  | { ok: true; op: 'capture'; capture: FrameCapture }
  | { ok: true; op: 'act'; outcome: Receipt['outcome']; evidence: Evidence; code?: Receipt['code'] }
  | { ok: true; op: 'outline' | 'banner' | 'abort' }
  /** `covered`: how many frames are under a box. */
  | { ok: true; op: 'mask'; covered: number }
  | {
      ok: true;
      op: 'status';
      documentId: string;
      origin: string;
      url: string;
      readyState: string;
      quietMs: number;
      stopPressed: boolean;
    }
  | { ok: false; error: AppErrorBody };
