import type { McpDoor } from '@pagehand/contracts/mcp-door';
import type { Ask, Services } from '../services.ts';
import { openInterrupts } from './interrupt-items.ts';
import { usePanel } from './panel-store.ts';

const { getState: get, setState: set } = usePanel;
const LOOK_MS = 2_000;
const soon = () => AbortSignal.timeout(10_000);

/** Calls of other agents: taken one at a time, when nothing else goes on here. Each is a run in a thread of its own. */
export function createDoorActions(services: Services, runs: { startNew(): void; send(ask: Ask): Promise<void> }) {
  let looking = false;

  const free = (): boolean => {
    const { connection, activity, thread, screen, door } = get();
    return (
      door?.enabled === true &&
      connection.state === 'ready' &&
      activity === undefined &&
      screen === 'thread' &&
      openInterrupts(thread).length === 0 &&
      document.visibilityState === 'visible'
    );
  };

  async function look(): Promise<void> {
    if (looking || !free()) return;
    looking = true;
    try {
      const [call] = (await services.mcpDoor.inbox({}, soon())).calls;
      if (call === undefined || !free()) return;
      runs.startNew();
      const { threadId } = get().thread;
      await services.mcpDoor.take({ callId: call.callId, threadId }, soon());
      const text = `Asked by ${call.client}: /${call.tool.replaceAll('_', '-')}`;
      await runs.send({ kind: 'command', text, tool: call.tool, args: call.args, askedBy: call.client });
      const { error, thread } = get();
      // Nothing ran (the page could not be read, say): whoever asked is told.
      if (error !== undefined && thread.turns.length === 0) await services.mcpDoor.fail({ threadId, error }, soon());
    } catch {
      // Another panel was faster, or the backend is away: the next look tells.
    } finally {
      looking = false;
    }
  }

  return {
    /** Looks for calls for as long as this document lives. */
    watchDoor(): void {
      setInterval(() => void look(), LOOK_MS);
    },
    setDoor: (door: McpDoor): void => set({ door }),
    async loadDoor(): Promise<void> {
      try {
        set({ door: await services.mcpDoor.get({}, soon()) });
      } catch (error) {
        set({ error: services.toError(error) });
      }
    },
  };
}
