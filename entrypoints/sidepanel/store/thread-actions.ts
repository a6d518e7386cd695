import type { ThreadSummary } from '@pagehand/contracts/api';
import type { Services } from '../services.ts';
import { usePanel } from './panel-store.ts';

const { getState: get, setState: set } = usePanel;
const soon = () => AbortSignal.timeout(20_000);

type Thread = {
  /** Keeps what the work throws in the state. */
  guarded(work: () => Promise<void>): Promise<void>;
  /** Whether a plan or a tool of this thread acts in a page, also where another thread is shown. */
  acts(threadId: string): boolean;
  stopAll(): Promise<void>;
  startNew(): void;
};

/** The list of threads: finding, renaming, pinning, deleting with a way back, saving as a file. */
export function createThreadActions(services: Services, { guarded, acts, stopAll, startNew }: Thread) {
  return {
    async listThreads(query: string): Promise<void> {
      set(({ threads: { error: _before, ...threads } }) => ({ threads: { ...threads, query } }));
      try {
        const { threads: list } = await services.threads.list(
          query.trim() === '' ? {} : { query: query.trim() },
          soon(),
        );
        if (get().threads.query === query) set(({ threads }) => ({ threads: { ...threads, list } }));
      } catch (error) {
        set(({ threads }) => ({ threads: { ...threads, list: threads.list ?? [], error: services.toError(error) } }));
      }
    },
    rename: (threadId: string, title: string) =>
      guarded(async () => {
        await services.threads.rename({ threadId, title }, soon());
        const { thread, threads } = get();
        if (thread.threadId === threadId) set({ thread: { ...thread, title } });
        set({
          threads: {
            ...threads,
            list: threads.list?.map((known) => (known.threadId === threadId ? { ...known, title } : known)),
          },
        });
      }),
    pin: (threadId: string, pinned: boolean) =>
      guarded(async () => {
        await services.threads.pin({ threadId, pinned }, soon());
        const { threads } = await services.threads.list({}, soon());
        set((state) => ({ threads: { ...state.threads, list: threads } }));
      }),
    remove: (summary: ThreadSummary) =>
      guarded(async () => {
        const { threadId } = summary;
        const { thread, activity } = get();
        if (acts(threadId) || (activity && thread.threadId === threadId)) await stopAll();
        await services.threads.delete({ threadId }, soon());
        set(({ threads }) => ({
          threads: {
            ...threads,
            deleted: summary,
            list: threads.list?.filter((known) => known.threadId !== threadId),
          },
        }));
        if (get().thread.threadId !== threadId) return;
        // The list stays in front.
        const { screen } = get();
        startNew();
        set({ screen });
      }),
    restore: () =>
      guarded(async () => {
        const { deleted, query } = get().threads;
        if (!deleted) return;
        await services.threads.restore({ threadId: deleted.threadId }, soon());
        const { threads: list } = await services.threads.list(query === '' ? {} : { query }, soon());
        set(({ threads }) => ({ threads: { ...threads, deleted: undefined, list } }));
      }),
    forgetDeleted: () => set(({ threads }) => ({ threads: { ...threads, deleted: undefined } })),
    exportThread: (threadId: string, format: 'markdown' | 'json') =>
      guarded(async () => {
        const file = await services.threads.export({ threadId, format }, soon());
        services.saveFile(file.filename, file.content);
      }),
  };
}
