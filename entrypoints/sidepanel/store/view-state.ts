import type { ToolsResponseSchema } from '@pagehand/contracts/api';
import type { AppErrorBody } from '@pagehand/contracts/errors';
import type { InterruptAnswer, OpenInterrupt } from '@pagehand/contracts/interrupts';
import type { KitArtifact } from '@pagehand/contracts/kit-module';
import type { RunEventValue } from '@pagehand/contracts/run-events';
import type { Source } from '@pagehand/contracts/sources';
import type { TaskList } from '@pagehand/contracts/task-list';

/** A part of the answer, in the order in which it came. */
export type TurnItem =
  | { type: 'text'; id: string; text: string; done: boolean }
  | {
      type: 'tool';
      id: string;
      name: string;
      argsText: string;
      state: 'running' | 'done';
      result?: string;
      sources?: Source[];
      /** Of a kit's tool: what it prints while it runs, and what became of it. */
      output?: { stdout: string; stderr: string };
      kit?: KitArtifact;
    }
  /** `answer` is there when it is known what became of it: decided here, or told by the thread's artifact. */
  | { type: 'interrupt'; id: string; open: OpenInterrupt; closed: boolean; answer?: ShownAnswer }
  /** The to-do list of the task: one in a turn, changed in place. */
  | { type: 'tasks'; id: string; tasks: TaskList }
  | { type: 'notice'; id: string; error: AppErrorBody };

/** An answer without the page that went along. */
export type ShownAnswer =
  | Omit<Extract<InterruptAnswer, { kind: 'plan' }>, 'snapshot'>
  | Omit<Extract<InterruptAnswer, { kind: 'page-tool' }>, 'snapshot'>
  | Exclude<InterruptAnswer, { kind: 'plan' | 'page-tool' }>;

export type TurnState = 'running' | 'waiting' | 'done' | 'stopped' | 'failed';

/** A file by its name and whether it is a picture, a tab by its title. */
export type Given = { key: string; kind: 'tab' | 'picture' | 'file'; name: string }[];

/** One ask and everything until its answer. */
export type Turn = {
  turnId: string;
  ask: string | undefined;
  /** Files and tabs that went along with the ask. */
  given?: Given;
  items: TurnItem[];
  state: TurnState;
  /** ms since the epoch. */
  startedAt: number;
  endedAt?: number;
  /** What it does now, in the backend's words. */
  status?: string;
  error?: AppErrorBody;
  sent?: RunEventValue<'pagehand.sent'>;
  usage?: RunEventValue<'pagehand.usage'>;
};

export type ThreadView = {
  threadId: string;
  title: string;
  turns: Turn[];
  /** Events up to this sequence number are in. */
  lastSeq: number;
};

/** How far the panel got with a plan that it shows. */
export type PlanPhase = 'preparing' | 'deciding' | 'working' | 'between-steps' | 'answering' | 'refused';

export type ConnectionState =
  | { state: 'connecting' }
  | { state: 'ready'; version: string }
  | { state: 'unreachable' | 'not-paired' | 'version-mismatch'; error: AppErrorBody };

/** The page in front, as far as the browser lets us know it. */
export type PageInFront = {
  tabId: number;
  /** Empty where the browser does not tell: then there is no access either. */
  origin: string;
  title: string;
  /** Host as people read it: `flights.example`. */
  host: string;
  access: 'granted' | 'missing' | 'restricted';
  /** Granted for the site, not only for this visit: a plan may then leave the page and come back. */
  wholeSite: boolean;
};

export type ToolList = ReturnType<(typeof ToolsResponseSchema)['parse']>;

export type Screen = 'thread' | 'threads' | 'page-tools' | 'kits' | 'settings' | 'onboarding';
