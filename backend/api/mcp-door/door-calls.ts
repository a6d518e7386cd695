import { randomUUID } from 'node:crypto';
import { AppError, type AppErrorBody } from '@pagehand/contracts/errors';
import type { McpDoorCall } from '@pagehand/contracts/mcp-door';
import { isPageToolName } from '@pagehand/contracts/page-tool-names';
import type { Store } from '../../store/store.ts';
import type { AgentService } from '../agent-service.ts';
import type { DoorPanels } from './door-panels.ts';
import { progressOf } from './door-progress.ts';

/** How long a call waits for a panel that is open and free, and how long it may take, ms. */
const TAKE_MS = 30_000;
const CALL_MS = 600_000;
/** A sign of life to a client that wants to see progress, ms. */
const BEAT_MS = 10_000;
const WAITING = 20;
/** Calls that were given up, told to the panels: a panel asks every second. */
const GIVEN_UP = 50;

export type CallResult = { text: string; failed: boolean };
type Waiting = { call: McpDoorCall; take(threadId: string): void };
type Offer = Omit<McpDoorCall, 'callId'>;
type Follow = { signal: AbortSignal; onTaken(threadId: string): void; onProgress(message: string): void };

/**
 * Calls of other agents on their way to a panel. The panel runs each in the thread of its session, like a command of
 * the person: sanitized, approved and logged the same way. The result of its tool call is the answer.
 */
export class DoorCalls {
  readonly #store: Pick<Store, 'events' | 'threads'>;
  readonly #service: Pick<AgentService, 'stop'>;
  readonly #panels: Pick<DoorPanels, 'present' | 'offers'>;
  readonly #takeMs: number;
  readonly #waiting = new Map<string, Waiting>();
  /** Taken calls by thread: how to end one that never began. */
  readonly #taken = new Map<string, (result: CallResult) => void>();
  #cancelled: string[] = [];

  constructor(given: {
    store: Pick<Store, 'events' | 'threads'>;
    service: Pick<AgentService, 'stop'>;
    panels: Pick<DoorPanels, 'present' | 'offers'>;
    takeMs?: number | undefined;
  }) {
    this.#store = given.store;
    this.#service = given.service;
    this.#panels = given.panels;
    this.#takeMs = given.takeMs ?? TAKE_MS;
  }

  /** Those that a panel may take: a tool of a page only where that page is. */
  waiting(panelId?: string): McpDoorCall[] {
    const all = [...this.#waiting.values()].map(({ call }) => call);
    if (panelId === undefined) return all;
    return all.filter(({ tool }) => !isPageToolName(tool) || this.#panels.offers(panelId, tool));
  }

  /** Threads whose call its client gave up, newest last. */
  cancelled(): string[] {
    return [...this.#cancelled];
  }

  /** @throws AppError `conflict` when it is taken, was given up, or never was. */
  take(callId: string, threadId: string): void {
    const found = this.#waiting.get(callId);
    if (found === undefined) throw new AppError('other-panel', 'Another panel has this call, or it was given up.');
    this.#waiting.delete(callId);
    this.#cancelled = this.#cancelled.filter((known) => known !== threadId);
    found.take(threadId);
  }

  /** A panel could not begin what it took. */
  fail(threadId: string, error: AppErrorBody): void {
    this.#taken.get(threadId)?.({ text: JSON.stringify({ error }), failed: true });
  }

  /** Resolves when the tool call has ended. An abort stops the run. @throws AppError `tool-unavailable`, `cancelled`, `timeout`. */
  async offer(call: Offer, follow: Follow): Promise<CallResult> {
    if (this.#waiting.size >= WAITING) throw new AppError('too-many-requests', 'Too many calls wait for the panel.');
    const beat = setInterval(() => follow.onProgress('It goes on.'), BEAT_MS);
    try {
      const threadId = await this.#untilTaken({ ...call, callId: randomUUID() }, follow);
      follow.onTaken(threadId);
      follow.onProgress('The panel has it.');
      return await this.#ended(threadId, follow);
    } finally {
      clearInterval(beat);
    }
  }

  #untilTaken(call: McpDoorCall, { signal }: Follow): Promise<string> {
    return new Promise((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', stop);
        this.#waiting.delete(call.callId);
      };
      const stop = (): void => {
        end();
        reject(new AppError('cancelled', 'The call was given up.'));
      };
      const timer = setTimeout(() => {
        end();
        reject(nobody(this.#panels.present()));
      }, this.#takeMs);
      if (signal.aborted) return stop();
      signal.addEventListener('abort', stop, { once: true });
      this.#waiting.set(call.callId, {
        call,
        take: (threadId) => {
          end();
          resolve(threadId);
        },
      });
    });
  }

  #ended(threadId: string, { signal, onProgress }: Follow): Promise<CallResult> {
    return new Promise((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer);
        this.#taken.delete(threadId);
        unsubscribe();
        signal.removeEventListener('abort', stop);
      };
      const giveUp = (error: AppError): void => {
        end();
        this.#cancelled = [...this.#cancelled.filter((known) => known !== threadId), threadId].slice(-GIVEN_UP);
        void this.#service.stop(threadId).catch(() => undefined); // it may have ended by itself
        reject(error);
      };
      const stop = (): void => giveUp(new AppError('cancelled', 'The call was given up.'));
      const timer = setTimeout(() => giveUp(new AppError('timeout', 'The call took too long.')), CALL_MS);
      this.#taken.set(threadId, (result) => {
        end();
        resolve(result);
      });
      const unsubscribe = this.#store.events.listen(threadId, ({ event }) => {
        const ended = event['type'] === 'RUN_ERROR' || event['type'] === 'TOOL_CALL_RESULT';
        if (!ended) {
          const message = progressOf(event);
          if (message !== undefined) onProgress(message);
          return;
        }
        end();
        if (event['type'] === 'RUN_ERROR')
          resolve({ text: String(event['message'] ?? 'The run failed.'), failed: true });
        // The thread has the message before its event is told.
        else resolve(this.#resultOf(threadId));
      });
      if (signal.aborted) return stop();
      signal.addEventListener('abort', stop, { once: true });
    });
  }

  #resultOf(threadId: string): CallResult {
    const result = this.#store.threads.messages(threadId).findLast(({ role }) => role === 'tool');
    const text = result?.content ?? '';
    return { text, failed: text.startsWith('{"error":') };
  }
}

const nobody = (panelThere: boolean): AppError =>
  panelThere
    ? new AppError(
        'tool-unavailable',
        'The Pagehand panel is busy: try again when its task has ended, or the person has answered what it asks.',
      )
    : new AppError('tool-unavailable', 'No Pagehand panel is open and free. Open it beside the page, then try again.');
