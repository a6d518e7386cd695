import type { McpDoor, McpDoorCall } from '@pagehand/contracts/mcp-door';
import { declarationsOf } from '../../utils/page-tool-watch.ts';
import type { Ask, Services } from '../services.ts';
import { openInterrupts } from './interrupt-items.ts';
import { usePanel } from './panel-store.ts';

const { getState: get, setState: set } = usePanel;
/** How often calls of other agents are looked for, and whether the one that runs was given up, ms. */
const LOOK_MS = 1_000;
const WORKING_MS = 400;
const soon = () => AbortSignal.timeout(10_000);

type Runs = {
  startNew(): void;
  open(threadId: string, signal: AbortSignal): Promise<void>;
  send(ask: Ask): Promise<void>;
};

/**
 * Other agents: the cards of those that ask to be let in, and their calls, taken one at a time, when nothing else goes
 * on here. Each is a run in the thread of its session. One that is given up is stopped here too.
 * @param stopAll ends everything that runs in this panel.
 */
export function createDoorActions(services: Services, runs: Runs, stopAll: () => Promise<void>) {
  let looking = false;
  /** Thread of the call that this panel took last, until its end was seen. */
  let working: string | undefined;
  /** What the backend knows of the page in front. */
  let told: string | undefined;

  const free = (): boolean => {
    const { activity, thread, screen } = get();
    return activity === undefined && screen === 'thread' && openInterrupts(thread).length === 0;
  };

  const watches = (): boolean => {
    const { connection, door } = get();
    return door?.enabled === true && connection.state === 'ready' && document.visibilityState === 'visible';
  };

  async function look(): Promise<void> {
    if (looking || !watches()) return;
    looking = true;
    try {
      const inbox = await services.mcpDoor.inbox({ panelId: services.panelId, ...news() }, soon());
      told = inbox.surfaceId;
      if (JSON.stringify(inbox.consents) !== JSON.stringify(get().doorConsents)) set({ doorConsents: inbox.consents });
      if (working !== undefined && inbox.cancelled.includes(working)) await giveUp(working);
      const [call] = inbox.calls;
      // Not waited for: while it runs is looked for its client giving it up.
      if (call !== undefined && free()) void run(call);
    } catch {
      // The backend is away: the next look tells.
    } finally {
      looking = false;
    }
  }

  /** What the page in front offers, when the backend does not know it yet. */
  function news() {
    const { pageTools, pageOff } = get();
    const surface = pageOff ? undefined : pageTools;
    const surfaceId = surface === undefined ? 'none' : `${surface.documentId}.${surface.revision}`;
    if (surfaceId === told) return {};
    return { surface: { surfaceId, tools: surface === undefined ? [] : declarationsOf(surface) } };
  }

  async function run(call: McpDoorCall): Promise<void> {
    try {
      await showThread(call.threadId);
      const { threadId } = get().thread;
      working = threadId;
      await services.mcpDoor.take({ callId: call.callId, threadId }, soon());
      const before = get().thread.turns.length;
      const text = `Asked by ${call.client}: /${call.tool.replaceAll('_', '-')}`;
      await runs.send({ kind: 'command', text, tool: call.tool, args: call.args, askedBy: call.client });
      const { error, thread } = get();
      // Nothing ran (the page could not be read, say): whoever asked is told.
      if (error === undefined || thread.turns.length > before) return;
      await services.mcpDoor.fail({ threadId, error }, soon());
      // What was never sent is no draft of the person.
      if (get().draft.startsWith(text)) set(({ draft }) => ({ draft: draft.slice(text.length).trimStart() }));
    } catch {
      // Another panel was faster, or the backend is away.
    }
  }

  /** The conversation of the session so far; one that was deleted, or the first, begins anew. */
  async function showThread(threadId: string | undefined): Promise<void> {
    if (threadId !== undefined && get().thread.threadId === threadId) return;
    if (threadId === undefined) return runs.startNew();
    await runs.open(threadId, soon()).catch(() => runs.startNew());
  }

  async function giveUp(threadId: string): Promise<void> {
    working = undefined;
    const { thread, activity } = get();
    const shown = thread.threadId === threadId;
    if (activity !== undefined && (shown || activity.label === 'acting')) await stopAll();
    // The card of what waited is closed by what the backend says.
    if (shown && openInterrupts(get().thread).length > 0) await runs.open(threadId, soon());
  }

  return {
    /** Looks for calls for as long as this document lives. */
    watchDoor(): void {
      let last = 0;
      setInterval(() => {
        const due = Date.now() - last >= (working === undefined ? LOOK_MS : WORKING_MS);
        if (!due) return;
        last = Date.now();
        void look();
      }, WORKING_MS);
    },
    setDoor: (door: McpDoor): void => set({ door, ...(door.enabled ? {} : { doorConsents: [] }) }),
    async loadDoor(): Promise<void> {
      try {
        set({ door: await services.mcpDoor.get({}, soon()) });
      } catch (error) {
        set({ error: services.toError(error) });
      }
    },
    /** The person's word about a program that asks to be let in. */
    async decideConsent(consentId: string, decision: 'once' | 'always' | 'deny'): Promise<void> {
      const asked = get().doorConsents.find((consent) => consent.consentId === consentId);
      set(({ doorConsents }) => ({ doorConsents: doorConsents.filter((consent) => consent.consentId !== consentId) }));
      try {
        const { door, token } = await services.mcpDoor.decide({ consentId, decision }, soon());
        set({ door, ...(token === undefined ? {} : { doorToken: { name: asked?.name ?? '', token } }) });
      } catch (error) {
        set({ error: services.toError(error) });
      }
    },
    forgetDoorToken: (): void => set({ doorToken: undefined }),
  };
}
