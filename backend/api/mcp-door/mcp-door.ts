import type { McpDoor } from '@pagehand/contracts/mcp-door';
import type { Store } from '../../store/store.ts';
import type { AgentService } from '../agent-service.ts';
import { DoorCalls } from './door-calls.ts';
import { doorClients } from './door-clients.ts';
import { type DoorListener, listenForMcp } from './mcp-listener.ts';

/** Pagehand as an MCP server: its switch, its clients, and the calls that wait for a panel. */
export class Door {
  readonly calls: DoorCalls;
  readonly #clients: ReturnType<typeof doorClients>;
  readonly #open: () => Promise<DoorListener>;
  #listener: DoorListener | undefined;

  constructor(given: { store: Store; service: AgentService; version: string; port: number; takeMs?: number }) {
    const { store, service, version, port, takeMs } = given;
    this.#clients = doorClients(store);
    this.calls = new DoorCalls(store, service, takeMs);
    this.#open = () => listenForMcp({ clients: this.#clients, calls: this.calls, service, version }, port);
  }

  /** Opens it at start-up where it was left open; a port that is taken then only leaves it shut. */
  async start(): Promise<void> {
    if (this.#clients.read().enabled) this.#listener = await this.#open().catch(() => undefined);
  }

  view(): McpDoor {
    const { clients } = this.#clients.read();
    return {
      enabled: this.#listener !== undefined,
      ...(this.#listener === undefined ? {} : { url: `http://127.0.0.1:${this.#listener.port}/mcp` }),
      clients: clients.map(({ clientId, name, createdAt }) => ({ clientId, name, createdAt })),
    };
  }

  /** @throws AppError `port-in-use`. */
  async enable(enabled: boolean): Promise<void> {
    if (enabled) this.#listener ??= await this.#open();
    else await this.close();
    this.#clients.setEnabled(enabled);
  }

  add(name: string): string {
    return this.#clients.add(name);
  }

  remove(clientId: string): void {
    this.#clients.remove(clientId);
  }

  async close(): Promise<void> {
    const listener = this.#listener;
    this.#listener = undefined;
    await listener?.close();
  }
}
