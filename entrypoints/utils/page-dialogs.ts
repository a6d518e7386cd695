import type { Evidence } from '@pagehand/contracts/receipt';
import * as z from 'zod';
import type { BrowserFrame } from './call-frame.ts';
import { inPageWorld } from './in-page-world.ts';

/** The answer that a `dialog` step of the approved plan gives, once. */
export type DialogAnswer = { accept: boolean; text?: string | undefined };

const SeenSchema = z
  .array(
    z.strictObject({
      kind: z.enum(['alert', 'confirm', 'prompt', 'beforeunload']),
      text: z.string().max(500),
      answer: z.enum(['accepted', 'dismissed', 'open']),
      by: z.enum(['plan', 'person']),
    }),
  )
  .max(5);

/**
 * Notes the dialogs that a page opens during one step. alert, confirm and prompt return synchronously, so nobody can
 * be asked in between: without an answer of the plan the browser's own dialog opens and is the person's; with one, the
 * first dialog is answered by it and later ones are the person's again. Works by functions in the page's own world,
 * taken away after the step; what they note is the page's word.
 * @returns reads what was seen and takes everything away; empty when the page cannot be asked.
 */
export async function watchDialogs(
  frame: BrowserFrame,
  answer: DialogAnswer | undefined,
  signal: AbortSignal,
): Promise<() => Promise<Pick<Evidence, 'dialogs'>>> {
  const key = crypto.randomUUID();
  const plan = answer === undefined ? null : { accept: answer.accept, text: answer.text ?? null };
  const takeAway = () => inPageWorld(frame, takeDialogWatch, [key], new AbortController().signal);
  try {
    await inPageWorld(frame, installDialogWatch, [key, plan], signal);
  } catch {
    // A page that was too busy gets the functions later all the same: what takes them away goes behind them.
    takeAway().catch(() => undefined);
    signal.throwIfAborted();
    return async () => ({});
  }
  return async () => {
    try {
      const dialogs = SeenSchema.parse(await takeAway());
      return dialogs.length === 0 ? {} : { dialogs };
    } catch {
      // The document is gone, or a dialog still holds it.
      return {};
    }
  };
}

/** Runs in the page's world: serialized by the browser, it must not use anything from outside. */
function installDialogWatch(key: string, plan: { accept: boolean; text: string | null } | null): void {
  type Seen = { kind: string; text: string; answer: string; by: string };
  const seen: Seen[] = [];
  let left = plan;
  const undo: (() => void)[] = [];
  const takeAway = (): void => {
    left = null;
    for (const each of undo.splice(0)) each();
  };
  // No step takes a minute: an answer never waits longer for a dialog, whatever became of the panel.
  setTimeout(takeAway, 60_000);
  const note = (kind: string, text: unknown): Seen => {
    const entry = {
      kind,
      text: String(text ?? '').slice(0, 500),
      answer: 'open',
      by: left === null ? 'person' : 'plan',
    };
    if (seen.length < 5) seen.push(entry);
    return entry;
  };
  const replace = (name: 'alert' | 'confirm' | 'prompt'): void => {
    const own = Object.getOwnPropertyDescriptor(window, name);
    const native: unknown = Reflect.get(window, name);
    if (typeof native !== 'function') return;
    const answer = (...args: unknown[]): unknown => {
      const entry = note(name, args[0]);
      const planned = left;
      left = null;
      const result: unknown =
        planned === null
          ? Reflect.apply(native, window, args)
          : name === 'confirm'
            ? planned.accept
            : name === 'prompt' && planned.accept
              ? (planned.text ?? String(args[1] ?? ''))
              : name === 'prompt'
                ? null
                : undefined;
      const no = name === 'alert' ? planned !== null && !planned.accept : result === null || result === false;
      entry.answer = no ? 'dismissed' : 'accepted';
      return result;
    };
    Object.defineProperty(window, name, { configurable: true, enumerable: true, writable: true, value: answer });
    undo.push(() => {
      if (Reflect.get(window, name) !== answer) return;
      if (own === undefined) Reflect.deleteProperty(window, name);
      else Object.defineProperty(window, name, own);
    });
  };
  for (const name of ['alert', 'confirm', 'prompt'] as const) replace(name);
  // "Leave this page?" opens when a listener cancels beforeunload. Chromium calls listeners of the window in the order in
  // which they came, so none of ours could be first: cancelling itself does nothing while the plan's yes holds.
  if (plan?.accept === true) {
    const leave = (): void => {
      if (left !== null) note('beforeunload', 'Leave the page?').answer = 'accepted';
      left = null;
    };
    const handler = window.onbeforeunload;
    window.onbeforeunload = handler === null ? null : leave;
    undo.push(() => {
      window.onbeforeunload = handler;
    });
    const event = BeforeUnloadEvent.prototype;
    const names = ['preventDefault', 'returnValue'] as const;
    for (const name of names) {
      const own = Object.getOwnPropertyDescriptor(event, name);
      Object.defineProperty(
        event,
        name,
        name === 'returnValue'
          ? { configurable: true, get: () => '', set: leave }
          : { configurable: true, writable: true, value: leave },
      );
      undo.push(() => {
        if (own === undefined) Reflect.deleteProperty(event, name);
        else Object.defineProperty(event, name, own);
      });
    }
  }
  Object.defineProperty(window, Symbol.for(key), {
    configurable: true,
    enumerable: false,
    value: () => {
      takeAway();
      return seen;
    },
  });
}

/** Runs in the page's world. */
function takeDialogWatch(key: string): unknown {
  const name = Symbol.for(key);
  const take: unknown = Reflect.get(window, name);
  Reflect.deleteProperty(window, name);
  return typeof take === 'function' ? take() : [];
}
