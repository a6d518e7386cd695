import { serverCallHash } from '@pagehand/contracts/approval';
import type { AppErrorBody, MissingConnection } from '@pagehand/contracts/errors';
import type { OpenInterrupt } from '@pagehand/contracts/interrupts';
import type { Services } from '../services.ts';
import { createBackgroundActions } from './background-actions.ts';
import { createDoorActions } from './door-actions.ts';
import { createGivenActions } from './given-actions.ts';
import { createPageToolActions } from './page-tool-actions.ts';
import { usePanel } from './panel-store.ts';
import { createPlanActions, type RunMode } from './plan-actions.ts';
import { createRunActions } from './run-actions.ts';
import { createThreadActions } from './thread-actions.ts';
import type { ConnectionState, Screen } from './view-state.ts';

const { getState: get, setState: set } = usePanel;
const soon = () => AbortSignal.timeout(20_000);

/** Everything a click can do. Errors land in the state, next to what they belong to. */
export function createActions(services: Services, words: () => RunMode['words']) {
  const runs = createRunActions(services, (item, returned) => {
    if (item.open.request.kind === 'plan') void plans.prepare(item.open, { returned });
    if (item.open.request.kind === 'page-tool') void pageTools.prepare(item.open, returned);
    if (item.open.request.kind === 'background-page') void background.prepare(item.open, returned);
    services.badge(true);
  });
  const plans = createPlanActions(services, runs.answer, runs.handIn, words);
  const pageTools = createPageToolActions(services, runs.answer, runs.handIn);
  const background = createBackgroundActions(services, runs.answer);

  const given = createGivenActions(services);
  const door = createDoorActions(services, runs, () => stopAll());

  async function guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      set({ error: services.toError(error) });
    }
  }

  /** After pairing: model, tools, the last thread. The introduction is shown once. */
  async function connected(connection: ConnectionState): Promise<void> {
    set({ connection });
    if (connection.state !== 'ready') return;
    await guarded(async () => {
      const [model, tools, introduced] = await Promise.all([
        services.models.get({}, soon()),
        services.tools(soon()),
        services.remembered.introduced.get(),
      ]);
      void given.loadSkills();
      void door.loadDoor();
      set({ model, tools, ...(introduced ? {} : { screen: 'onboarding' as const }) });
    });
    const last = await services.remembered.lastThread.get();
    try {
      if (get().thread.turns.length > 0) return await runs.again();
      if (last === undefined) return;
      await runs.open(last, soon());
      if (!(await services.remembered.introduced.get())) set({ screen: 'onboarding' });
    } catch (error) {
      // A thread that was deleted elsewhere: start with an empty one.
      if (services.toError(error).code !== 'not-found') set({ error: services.toError(error) });
    }
  }

  const connect = async () => {
    set({ connection: { state: 'connecting' } });
    await connected(await services.connect(soon()));
  };

  async function stopAll(): Promise<void> {
    const called = pageTools.abort();
    background.abort();
    const acting = plans.abort();
    await runs.stop(acting ?? (called === undefined ? undefined : { threadId: called, ended: Promise.resolve() }));
  }

  const threads = createThreadActions(services, {
    guarded,
    acts: (threadId) => plans.actsFor(threadId) || pageTools.actsFor(threadId),
    stopAll,
    startNew: runs.startNew,
  });

  return {
    ...runs,
    ...given,
    ...door,
    ...threads,
    plans,
    pageTools,
    background,
    connect,
    stopAll,
    /** Looks for the backend again without a word, while it is away: `npm start` in a terminal is all that is needed. */
    async lookAgain(): Promise<void> {
      const found = await services.connect(soon());
      if (get().connection.state === 'unreachable' && found.state !== 'unreachable') await connected(found);
    },
    async pair(code: string, port: number): Promise<void> {
      await connected(await services.pair(code.trim(), port, soon()));
    },
    show: (screen: Screen) => set({ screen, error: undefined, wanted: undefined }),
    /** Opens the settings at a connection. */
    openConnection: (wanted: MissingConnection) => set({ screen: 'settings', error: undefined, wanted }),
    /** What is connected decides which tools there are. */
    refreshTools: () => guarded(async () => set({ tools: await services.tools(soon()) })),
    setDraft: (draft: string) => set({ draft }),
    /** Puts text into the composer, a quotation of the page before it. Never sends. */
    compose(text: string, quote: string | undefined): void {
      const quoted = quote === undefined ? '' : `${quote.trim().replace(/^/gmu, '> ')}\n\n`;
      // What was being written already is kept: after the quotation, before new words.
      set(({ draft }) => ({
        draft: `${quoted}${draft.trim() === '' || text === '' ? draft : `${draft}\n`}${text}`,
        screen: 'thread',
      }));
    },
    takePageOff: (pageOff: boolean) => set({ pageOff }),
    /** Says why something cannot be done, with what to do next. */
    explain: (error: AppErrorBody) => set({ error }),
    dismissError: () => set({ error: undefined }),
    async allow(): Promise<boolean> {
      const { page } = get();
      if (!page) return false;
      const granted = await services.page.allow(page);
      if (granted) set({ page: { ...page, access: 'granted' }, error: undefined });
      return granted;
    },
    /** Approves or refuses one exact server tool call: the hash is computed from what was shown. */
    async decide(open: OpenInterrupt, approved: boolean, reason: string): Promise<void> {
      const { request } = open;
      if (request.kind !== 'approval') return;
      const hash = await serverCallHash({ toolCallId: request.toolCallId, tool: request.tool, args: request.args });
      await runs.answer(open.interruptId, {
        kind: 'approval',
        approved,
        hash,
        decidedAt: Date.now(),
        ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
      });
    },
    openThread: (threadId: string) => guarded(() => runs.open(threadId, soon())),
    async finishIntroduction(): Promise<void> {
      set({ screen: 'thread' });
      await services.remembered.introduced.set(true);
    },
    refreshModel: () => guarded(async () => set({ model: await services.models.get({}, soon()) })),
  };
}

export type Actions = ReturnType<typeof createActions>;
