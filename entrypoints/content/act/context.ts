import type { PageAnswer, PageRequest } from '@pagehand/contracts/page-port';
import type { PageMemory } from '../capture/page-memory.ts';

export type ActRequest = Extract<PageRequest, { op: 'act' }>;
export type Target = ActRequest['targets'][number];

/** What every action gets. */
export type ActContext = {
  document: Document;
  view: Window;
  memory: PageMemory;
  targets: readonly Target[];
  signal: AbortSignal;
  /**
   * The browser sends `beforeinput` by itself for an editing command of an extension: Firefox does, Chromium does not.
   * Where we sent one too, editors would take each key twice.
   */
  announcesCommands: boolean;
};

/** What the script that acts leaves for the one that reads: it knows what the latter does not know of the browser. */
export type ActPort = (
  request: ActRequest,
  context: Omit<ActContext, 'announcesCommands'>,
) => Promise<Extract<PageAnswer, { op: 'act' }>>;
