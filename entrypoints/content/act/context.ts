import type { PageRequest } from '@pagehand/contracts/page-port';
import type { PageMemory } from '../capture/capture-document.ts';

export type ActRequest = Extract<PageRequest, { op: 'act' }>;
export type Target = ActRequest['targets'][number];

/** What every action gets. */
export type ActContext = {
  document: Document;
  view: Window;
  memory: PageMemory;
  targets: readonly Target[];
  signal: AbortSignal;
};
