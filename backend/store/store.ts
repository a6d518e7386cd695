import type { ThreadMessage, ThreadSummary } from '@pagehand/contracts/api';
import type { Attachment } from '@pagehand/contracts/attachments';
import type { InterruptAnswer, InterruptRequest, OpenInterrupt } from '@pagehand/contracts/interrupts';
import type { Receipt } from '@pagehand/contracts/receipt';
import type { PageSnapshot } from '@pagehand/contracts/snapshot';
import type { TaskList } from '@pagehand/contracts/task-list';

/** A module: an installed kit with its settings. Its secrets are among the secrets, its workspace in the data folder. */
export type KitModuleRecord = {
  moduleId: string;
  kit: string;
  version: string;
  /** Empty for a kit that only provides tools. */
  profile: string;
  enabled: boolean;
  /** Variables that are no secrets. */
  values: Record<string, string>;
  /** Modules whose provided tools it was given. */
  uses: string[];
};

export type Note = { noteId: number; text: string };

/** An AG-UI event as it was sent, with its place in the thread. `seq` grows by one over the whole thread. */
export type StoredEvent = { seq: number; runId: string; event: Record<string, unknown> };

/** What is known of an attachment without its content. */
export type StoredAttachment = Attachment;

/**
 * Whatever must survive a restart lies behind this interface (SQLite now). All calls are synchronous and survive the
 * death of the process when they return; what an effect rests on (begun calls, claims, receipts, answers, secrets, and all
 * that came before them) and every end or pause of a turn survive a power failure too; each throws AppError `store-unavailable` when the disk is full or the database is damaged.
 *
 * A turn is one ask and all that follows until its answer: one LangGraph thread (`thread_id` = turnId), one or more
 * AG-UI runs (a resume is a run of its own).
 */
export type Store = {
  threads: {
    /** Makes the thread when it is new. */
    ensure(threadId: string, title: string): void;
    get(threadId: string): ThreadSummary | undefined;
    list(query: string | undefined, limit: number): ThreadSummary[];
    rename(threadId: string, title: string): void;
    pin(threadId: string, pinned: boolean): void;
    /** Hides it; `restore` brings it back, `purge` removes what was deleted before `before` (ms) with all that hangs on it. */
    delete(threadId: string): void;
    restore(threadId: string): void;
    purge(before: number): void;
    /** What the model is told of earlier turns. Same id: replaced. */
    addMessage(threadId: string, message: ThreadMessage): void;
    messages(threadId: string): ThreadMessage[];
  };
  turns: {
    /** Throws AppError `conflict` when the thread has a turn that is not ended. */
    start(turn: { turnId: string; threadId: string; input: unknown }): void;
    /** `running`: a process works on it; `waiting`: open interrupts; `ended`. */
    setState(turnId: string, state: 'running' | 'waiting' | 'ended'): void;
    /** Turns of a killed process: state `running` at start-up. */
    unfinished(): { turnId: string; threadId: string; state: 'running' | 'waiting'; input: unknown }[];
    open(threadId: string): { turnId: string; state: 'running' | 'waiting'; input: unknown } | undefined;
  };
  interrupts: {
    open(interrupt: { interruptId: string; threadId: string; turnId: string; request: InterruptRequest }): void;
    get(
      interruptId: string,
    ): (OpenInterrupt & { threadId: string; answer?: InterruptAnswer; closed: boolean }) | undefined;
    /** Those that still wait for an answer. */
    listOpen(threadId: string): OpenInterrupt[];
    /** Answers of the turn that are stored but not yet given to the graph. */
    answers(turnId: string): { interruptId: string; answer: InterruptAnswer }[];
    /** What `read` and `find` steps of the thread's plans brought, and where, newest first. */
    readTexts(threadId: string, limit: number): { origin: string; text: string }[];
    /** Compare and set: false when it has an answer already. Receipts that were not posted are kept with it. */
    answer(interruptId: string, answer: InterruptAnswer): boolean;
    close(interruptId: string): void;
    /** Compare and set: false when another live claim holds it. A claim dies `ttlMs` after its last heartbeat. */
    claim(interruptId: string, panelId: string, ttlMs: number): boolean;
    release(interruptId: string, panelId: string): void;
    /** Stores a receipt; the first one for a step wins. Only the claim's holder may add: false otherwise. */
    addReceipt(interruptId: string, panelId: string, receipt: Receipt): boolean;
  };
  journal: {
    /**
     * At most once for writes, keyed by tool call id: `new` -> go on and call `done`; `done` -> the stored result;
     * `started` -> it was begun and its end was not seen.
     */
    begin(callId: string, turnId: string): { state: 'new' } | { state: 'started' } | { state: 'done'; result: string };
    done(callId: string, result: string): void;
    state(callId: string): 'new' | 'started' | 'done';
    /** Forget a begun read, so that it may run again. */
    forget(callId: string): void;
  };
  snapshots: {
    /** `mentioned`: a page of another tab that the person named; it is never the page in front. */
    put(turnId: string, snapshot: PageSnapshot, mentioned?: boolean): void;
    get(snapshotId: string): PageSnapshot | undefined;
    latest(turnId: string): PageSnapshot | undefined;
    /** The pages of other tabs that the person named in this turn. */
    mentioned(turnId: string): PageSnapshot[];
    /** Ids of the thread's snapshots over all its turns, newest first. */
    newestIds(threadId: string, limit: number): string[];
    /** Whole tool results that were capped in their ToolMessage. */
    putResult(callId: string, content: string, turnId: string): void;
    getResult(callId: string): string | undefined;
  };
  events: {
    append(threadId: string, runId: string, event: Record<string, unknown>): number;
    lastSeq(threadId: string): number;
    /** The run that began last in the thread (its newest RUN_STARTED). */
    lastRun(threadId: string): string | undefined;
    after(threadId: string, seq: number, limit: number): StoredEvent[];
    /** Called after each append of this process. Returns the unsubscribe function. */
    listen(threadId: string, listener: (event: StoredEvent) => void): () => void;
    /** Drops events from before `before` (ms), but for those of a turn that is not ended. Messages stay. @returns how many. */
    compact(before: number): number;
  };
  settings: { get(key: string): unknown; set(key: string, value: unknown): void };
  /** Encrypted at rest (AES-256-GCM; the key lies in a file 0600 of the data folder). */
  secrets: { get(name: string): string | undefined; set(name: string, value: string | null): void };
  /** Files that the person attached: in a folder beside the database, under ids that say nothing. Gone with their thread. */
  attachments: {
    add(attachment: StoredAttachment & { threadId: string; text: string }, content: Uint8Array): void;
    /** Those of the thread that were sent, or with a turn only those sent with it; oldest first. */
    sent(threadId: string, turnId?: string): StoredAttachment[];
    /** Sends them with a turn. @throws AppError `not-found` when one is not of this thread or was sent before. */
    send(threadId: string, turnId: string, attachmentIds: readonly string[]): StoredAttachment[];
    /** The text that was read from it; undefined when it is not of this thread. */
    text(threadId: string, attachmentId: string): string | undefined;
    /** The file itself. @throws AppError `not-found`. */
    content(threadId: string, attachmentId: string): Uint8Array;
    /** Removes one that was not sent. False when there is none. */
    remove(threadId: string, attachmentId: string): boolean;
    /** Removes those that were added before `before` (ms) and never sent, and files that belong to nothing. */
    sweep(before: number): void;
  };
  /** Short notes that the agent keeps of a thread. Numbers begin at 1 and stay with their note. */
  notes: {
    add(threadId: string, text: string): number;
    list(threadId: string): Note[];
    /** False when there is no such note. */
    remove(threadId: string, noteId: number): boolean;
  };
  kitModules: { list(): KitModuleRecord[]; put(record: KitModuleRecord): void; remove(moduleId: string): void };
  /** The to-do list of a thread's task; empty when there is none. */
  taskLists: { get(threadId: string): TaskList; set(threadId: string, tasks: TaskList): void };
  pairings: {
    add(pairing: { pairingId: string; name: string; origin: string; tokenHash: string }): void;
    list(): { pairingId: string; name: string; origin: string; tokenHash: string; createdAt: number }[];
    revoke(pairingId: string): void;
  };
  /** The open database, for LangGraph's SqliteSaver: one file, one connection. */
  readonly database: import('better-sqlite3').Database;
  close(): void;
};
