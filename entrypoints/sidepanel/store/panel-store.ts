import type { ModelChoice, ThreadSummary } from '@pagehand/contracts/api';
import type { Attachment } from '@pagehand/contracts/attachments';
import type { AppErrorBody, MissingConnection } from '@pagehand/contracts/errors';
import type { McpDoor, McpDoorConsent } from '@pagehand/contracts/mcp-door';
import type { SkillList } from '@pagehand/contracts/skills';
import { create } from 'zustand';
import type { OpenTab } from '../../utils/open-tabs.ts';
import type { PageToolSurface } from '../../utils/page-tool-watch.ts';
import type { PreparedPlan } from '../../utils/prepare-plan.ts';
import type { BackgroundView } from './background-actions.ts';
import type { PageCallView } from './page-tool-actions.ts';
import type { ConnectionState, PageInFront, PlanPhase, Screen, ThreadView, ToolList } from './view-state.ts';

/** What the panel knows of a plan beside the interrupt itself. */
export type PlanView = {
  phase: PlanPhase;
  prepared?: PreparedPlan;
  /** Step that runs now, or that waits for "Next step". */
  stepId?: string;
  /** The page does not answer: a dialog may be open in it. */
  unanswered?: boolean;
  edited: boolean;
  /** The panel came back to this plan: it says so and asks afresh. */
  returned: boolean;
  error?: AppErrorBody | undefined;
};

/** A file for the next message: kept in the backend for the thread that was shown when it came. */
export type WaitingFile = { key: string; name: string; file: File; threadId: string; attachment?: Attachment };

/** What goes on in the thread now, for the status line. `asks`: it goes on when the person has decided about a step. */
export type Activity = {
  label: 'reading' | 'thinking' | 'acting' | 'answering' | 'stopping';
  since: number;
  asks?: boolean;
};

export type PanelState = {
  connection: ConnectionState;
  screen: Screen;
  thread: ThreadView;
  threads: {
    query: string;
    list: ThreadSummary[] | undefined;
    deleted: ThreadSummary | undefined;
    error?: AppErrorBody;
  };
  page: PageInFront | undefined;
  /** The person took the page chip off. */
  pageOff: boolean;
  model: { choice: ModelChoice; hasKey: boolean; fromEnvironment: boolean } | undefined;
  tools: ToolList | undefined;
  activity: Activity | undefined;
  plans: Readonly<Record<string, PlanView>>;
  /** An answer to this interrupt is on its way. */
  answering: Readonly<Record<string, true>>;
  /** What the page in front offers; undefined until it was looked at. */
  pageTools: PageToolSurface | undefined;
  /** Calls of page tools that this panel has in hand, by interrupt. */
  pageCalls: Readonly<Record<string, PageCallView>>;
  /** The connection that something asked for: the settings open at it. */
  wanted: MissingConnection | undefined;
  /** Pages that this panel reads in the background, by interrupt. */
  backgroundPages: Readonly<Record<string, BackgroundView>>;
  draft: string;
  /** Files for the next message; `attachment` is there once the backend has it. */
  attachments: readonly WaitingFile[];
  /** Tabs that the next message names. */
  mentions: readonly OpenTab[];
  /** Tabs of this window, once they were asked for. */
  tabs: { tabs: OpenTab[]; titlesHidden: boolean } | undefined;
  skills: SkillList | undefined;
  /** Pagehand as an MCP server; undefined until the backend was asked. */
  door: McpDoor | undefined;
  /** Programs that ask to be let in. */
  doorConsents: readonly McpDoorConsent[];
  /** Of one that was just let in for good: shown until the person is done with it. */
  doorToken: { name: string; token: string } | undefined;
  /** An error that belongs to no turn: sending failed before a run began. */
  error: AppErrorBody | undefined;
  /** What a screen reader is told next, once. */
  announcement: string;
};

export function newThread(): ThreadView {
  return { threadId: crypto.randomUUID(), title: '', turns: [], lastSeq: 0 };
}

export function initialState(): PanelState {
  return {
    connection: { state: 'connecting' },
    screen: 'thread',
    thread: newThread(),
    threads: { query: '', list: undefined, deleted: undefined },
    page: undefined,
    pageOff: false,
    model: undefined,
    tools: undefined,
    activity: undefined,
    plans: {},
    answering: {},
    pageTools: undefined,
    pageCalls: {},
    wanted: undefined,
    backgroundPages: {},
    draft: '',
    attachments: [],
    mentions: [],
    tabs: undefined,
    skills: undefined,
    door: undefined,
    doorConsents: [],
    doorToken: undefined,
    error: undefined,
    announcement: '',
  };
}

/** One store per panel document. */
export const usePanel = create<PanelState>()(() => initialState());
