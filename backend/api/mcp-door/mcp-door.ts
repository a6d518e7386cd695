import { rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { McpDoor } from '@pagehand/contracts/mcp-door';
import type { Store } from '../../store/store.ts';
import type { AgentService } from '../agent-service.ts';
import { DoorCalls } from './door-calls.ts';
import { doorClients } from './door-clients.ts';
import { type Decision, DoorConsents, nameOf } from './door-consents.ts';
import { DoorPanels } from './door-panels.ts';
import { doorPortFile } from './door-port-file.ts';
import { type DoorListener, listenForMcp } from './mcp-listener.ts';

const START = fileURLToPath(new URL('../../bin/start.mjs', import.meta.url));

type Given = {
  store: Store;
  service: AgentService;
  version: string;
  port: number;
  dataFolder: string;
  /** How long a call waits for a panel, and a client for the person's decision, ms. */
  takeMs?: number;
  consentMs?: number;
};

/** Pagehand as an MCP server: its switch, its clients, and the calls that wait for a panel. */
export class Door {
  readonly calls: DoorCalls;
  readonly panels = new DoorPanels();
  readonly consents: DoorConsents;
  readonly #clients: ReturnType<typeof doorClients>;
  readonly #open: () => Promise<DoorListener>;
  readonly #dataFolder: string;
  #listener: DoorListener | undefined;

  constructor({ store, service, version, port, dataFolder, takeMs, consentMs }: Given) {
    this.#clients = doorClients(store);
    this.#dataFolder = dataFolder;
    this.consents = new DoorConsents(this.#clients);
    this.calls = new DoorCalls({ store, service, panels: this.panels, takeMs });
    const { calls, panels, consents } = this;
    this.#open = () =>
      listenForMcp({ clients: this.#clients, consents, calls, panels, service, version, consentMs }, port);
  }

  /** Opens it at start-up where it was left open. @throws AppError `port-in-use`: it stays shut. */
  async start(): Promise<void> {
    if (this.#clients.read().enabled) await this.#listen();
  }

  view(): McpDoor {
    const { clients } = this.#clients.read();
    return {
      enabled: this.#listener !== undefined,
      ...(this.#listener === undefined ? {} : { url: `http://127.0.0.1:${this.#listener.port}/mcp` }),
      command: [process.execPath, START, 'mcp', '--data', this.#dataFolder].map(quoted).join(' '),
      clients: [
        ...clients.map(({ clientId, name, createdAt }) => ({ clientId, name, createdAt })),
        ...this.consents.inside().map((client) => ({ ...client, once: true as const })),
      ],
    };
  }

  /** @throws AppError `port-in-use`. */
  async enable(enabled: boolean): Promise<void> {
    if (enabled) await this.#listen();
    else await this.close();
    this.#clients.setEnabled(enabled);
  }

  add(name: string): string {
    return this.#clients.add(nameOf(name, 80)).token;
  }

  /** @throws AppError `not-found`. */
  remove(clientId: string): void {
    this.consents.remove(clientId);
  }

  /** @returns the token of a client that is let in for good and brought none. @throws AppError `conflict`. */
  decide(consentId: string, decision: Decision): string | undefined {
    return this.consents.decide(consentId, decision);
  }

  async #listen(): Promise<void> {
    if (this.#listener !== undefined) return;
    this.#listener = await this.#open();
    writeFileSync(doorPortFile(this.#dataFolder), String(this.#listener.port), { mode: 0o600 });
  }

  async close(): Promise<void> {
    const listener = this.#listener;
    this.#listener = undefined;
    if (listener === undefined) return;
    rmSync(doorPortFile(this.#dataFolder), { force: true });
    await listener.close();
    this.panels.close();
  }
}

/** As a shell takes it. */
const quoted = (part: string): string => (/^[\w@%+=:,./\\-]+$/u.test(part) ? part : `"${part}"`);
