import type { PageAnswer, PageRequest } from '@pagehand/contracts/page-port';
import type { PageMemory } from '../capture/page-memory.ts';
import type { Secrets } from '../capture/secrets.ts';

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
export type ActScript = {
  act(request: ActRequest, context: Omit<ActContext, 'announcesCommands'>): Promise<Extract<PageAnswer, { op: 'act' }>>;
  /** What is drawn over the page while a plan is shown and runs. Nothing is seen before its `show`. */
  draw(
    document: Document,
    secrets: Secrets,
    stop: () => void,
  ): { banner: Banner; outline: TargetOutline; mask: SecretMask };
};

/** The parts of the banner, the outline and the mask that the port uses: their code is the acting script's. */
type Banner = { readonly shown: boolean; show(text: string, stop: string): void; hide(): void };
type TargetOutline = { show(element: Element, label: string): void; clear(): void };
type SecretMask = {
  show(roots: Iterable<Document | ShadowRoot>, entered: readonly number[]): number;
  clear(): void;
};
