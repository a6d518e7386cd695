import type { ModelRequests, ModelResponses, ThreadRequests, ThreadResponses } from '@pagehand/contracts/api';
import type { Attachment } from '@pagehand/contracts/attachments';
import type { GoogleAccess } from '@pagehand/contracts/connection-ids';
import type { ConnectionRequests, ConnectionResponses } from '@pagehand/contracts/connections';
import type { AppErrorBody } from '@pagehand/contracts/errors';
import type { Grant } from '@pagehand/contracts/grants';
import type { InterruptAnswer, OpenInterrupt } from '@pagehand/contracts/interrupts';
import type { KitFile, KitRequests, KitResponses } from '@pagehand/contracts/kit-module';
import type { McpServerRequests, McpServerResponses } from '@pagehand/contracts/mcp';
import type { McpDoorRequests, McpDoorResponses } from '@pagehand/contracts/mcp-door';
import type { ActionPlan } from '@pagehand/contracts/plan';
import type { SkillList } from '@pagehand/contracts/skills';
import type { PageSnapshot } from '@pagehand/contracts/snapshot';
import type { PairingList } from '../utils/backend-client.ts';
import type { OpenTab } from '../utils/open-tabs.ts';
import type { PageToolSurface } from '../utils/page-tool-watch.ts';
import type { PreparedPlan } from '../utils/prepare-plan.ts';
import type { PlanAnswer, PlanRun } from '../utils/run-plan.ts';
import type { BackgroundServices } from './background-services.ts';
import type { PageToolServices } from './page-tool-services.ts';
import type { SequencedEvent } from './store/reduce-event.ts';
import type { ConnectionState, PageInFront, ToolList } from './store/view-state.ts';

type Out<T extends { parse(value: unknown): unknown }> = ReturnType<T['parse']>;

/** What the person asked: words, or a slash command. `text` is what the thread shows. */
export type Ask =
  /** `skill`: the one that was chosen for it. */
  | { kind: 'text'; text: string; skill?: string }
  /** `askedBy`: another agent asked for it. */
  | { kind: 'command'; text: string; tool: string; args: Record<string, unknown>; askedBy?: string };

/** What waited since a menu, a shortcut or the omnibox opened the panel. */
export type Pending =
  | { kind: 'ask'; ask: 'summarize' }
  | { kind: 'stop' }
  /** Waits in the composer; never sent by itself. */
  | { kind: 'compose'; text: string; quote: string | undefined };

export type KitList = Out<typeof KitResponses.list>;

export type PlanStart = Omit<PlanRun, 'panelId' | 'prepared'> & { prepared: PreparedPlan };

type Calls<Requests, Responses> = {
  [V in keyof Responses & keyof Requests]: (
    request: Requests[V] extends { parse(value: unknown): unknown } ? Out<Requests[V]> : never,
    signal: AbortSignal,
  ) => Promise<Responses[V] extends { parse(value: unknown): unknown } ? Out<Responses[V]> : never>;
};

/**
 * Everything the panel does outside of its own document: the backend, the browser and the page. The app knows only
 * this; `connect-services.ts` makes it from `entrypoints/utils`. What fails throws AppError.
 */
export type Services = {
  /** This panel document. */
  panelId: string;
  /** Finds the backend and pairs by itself where `npm start` left a code. */
  connect(signal: AbortSignal): Promise<ConnectionState>;
  pair(code: string, port: number, signal: AbortSignal): Promise<ConnectionState>;
  /** The port that was tried last. */
  lastPort(): number;
  tools(signal: AbortSignal): Promise<ToolList>;
  threads: Calls<typeof ThreadRequests, typeof ThreadResponses>;
  models: Calls<typeof ModelRequests, typeof ModelResponses>;
  connections: Calls<typeof ConnectionRequests, typeof ConnectionResponses>;
  google: {
    /** To be entered at Google beside the client id. */
    redirectUri(): string;
    /** Opens Google's sign-in and hands what it gave to the backend. Call it inside a click. @throws AppError */
    signIn(
      request: { authorizeUrl: string; clientId: string; access: readonly GoogleAccess[] },
      signal: AbortSignal,
    ): Promise<void>;
  };
  /** Kits and their modules; `download` saves a file of a workspace without opening it. */
  kits: Calls<typeof KitRequests, typeof KitResponses> & {
    download(moduleId: string, file: KitFile, signal: AbortSignal): Promise<void>;
  };
  pairings: {
    list(signal: AbortSignal): Promise<PairingList>;
    revoke(pairingId: string, signal: AbortSignal): Promise<void>;
  };
  /** What the person had remembered for good. */
  grants: { list(): Promise<Grant[]>; revoke(grant: Grant): Promise<void> };
  runs: {
    /** Begins a run and yields its events until it finishes or pauses. */
    ask(
      input: {
        threadId: string;
        runId: string;
        ask: Ask;
        page?: PageSnapshot;
        pageTools?: PageToolSurface | undefined;
        attachments?: string[];
        mentions?: PageSnapshot[];
        after: number;
      },
      signal: AbortSignal,
    ): AsyncIterable<SequencedEvent>;
    /** Answers an interrupt; without an answer its call is cancelled. */
    answer(
      input: { threadId: string; interruptId: string; answer: InterruptAnswer | undefined; after: number },
      signal: AbortSignal,
    ): AsyncIterable<SequencedEvent>;
    /** Events after `after`, then live while the run goes on. */
    follow(
      input: { threadId: string; runId: string; after: number },
      signal: AbortSignal,
    ): AsyncIterable<SequencedEvent>;
    stop(threadId: string, signal: AbortSignal): Promise<void>;
  };
  plans: {
    /**
     * Sanitizes and assesses again. `plan` is an edited one, else the interrupt's own.
     * @throws AppError `plan-refused` with every problem; `page-gone` when the page it was made for is no longer there.
     */
    prepare(open: OpenInterrupt, plan: ActionPlan | undefined, signal: AbortSignal): Promise<PreparedPlan>;
    /** Claims, acts step by step and returns the answer for the interrupt. */
    run(run: PlanStart, signal: AbortSignal): Promise<PlanAnswer>;
    /** The answer for a plan that cannot run: with a fresh look at the page where that is possible. */
    refuse(open: OpenInterrupt, error: AppErrorBody, signal: AbortSignal): Promise<PlanAnswer>;
    /** Keeps files that the person picked for a plan. @throws AppError `too-large`. */
    pickFiles(interruptId: string, files: readonly File[]): void;
    hasFiles(interruptId: string, names: readonly string[]): boolean;
    /** Outlines an element in the page; without ref it clears. */
    outline(tabId: number, ref: string | undefined, label: string): void;
  };
  page: {
    /** The tab in front of this panel's window, now and after each change. Returns the unsubscribe function. */
    watch(listener: (page: PageInFront | undefined) => void): () => void;
    /** Call it inside a click: the browser asks the person. */
    allow(page: PageInFront): Promise<boolean>;
    capture(page: PageInFront, signal: AbortSignal): Promise<PageSnapshot>;
  };
  attachments: {
    add(threadId: string, file: File, signal: AbortSignal): Promise<Attachment>;
    remove(threadId: string, attachmentId: string, signal: AbortSignal): Promise<void>;
  };
  /** Other tabs of this window. */
  tabs: {
    list(): Promise<{ tabs: OpenTab[]; titlesHidden: boolean }>;
    allow(tab: OpenTab): Promise<boolean>;
    showTitles(): Promise<boolean>;
    capture(tabId: number, signal: AbortSignal): Promise<PageSnapshot>;
  };
  skills(signal: AbortSignal): Promise<SkillList>;
  mcpDoor: Calls<typeof McpDoorRequests, typeof McpDoorResponses>;
  mcpServers: Calls<typeof McpServerRequests, typeof McpServerResponses>;
  pageTools: PageToolServices;
  background: BackgroundServices;
  pending: { watch(listener: (pending: Pending) => void): () => void };
  openLink(url: string): void;
  openShortcuts(): void;
  /** Saves a text file to the person's downloads. */
  saveFile(filename: string, content: string): void;
  /** What the panel remembers of itself, in storage.local; the draft in storage.session. */
  remembered: {
    language: Setting<string | undefined>;
    lastThread: Setting<string | undefined>;
    introduced: Setting<boolean>;
    /** What is being written, until the browser is closed: it survives closing the panel. One per window. */
    draft: Setting<string>;
    /** Ask before the first plan of a turn even when its steps are low risk. */
    askBeforeLow: Setting<boolean>;
  };
  /** Shows on the toolbar button that something waits for the person. */
  badge(waiting: boolean): void;
  toError(error: unknown): AppErrorBody;
};

export type { OpenTab };

export type Setting<T> = { get(): Promise<T>; set(value: T): Promise<void> };
