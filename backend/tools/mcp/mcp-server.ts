import { AppError, type AppErrorBody } from '@pagehand/contracts/errors';
import { hashJson } from '@pagehand/contracts/json';
import type { McpServerConfig, McpServerView, McpToolView } from '@pagehand/contracts/mcp';
import type { Store } from '../../store/store.ts';
import type { AgentTool } from '../define-tool.ts';
import { connectMcp, type McpConnection, type RawResult } from './connect-mcp.ts';
import { type ReadDeclaration, readDeclaration, wireName } from './mcp-declaration.ts';
import { type McpPins, readPins, writePins } from './mcp-pins.ts';
import { mcpTool } from './mcp-tool.ts';
import { orAborted } from './or-aborted.ts';

export type McpGiven = {
  store: Pick<Store, 'settings'>;
  fetch: typeof globalThis.fetch;
  dataFolder: string;
  version: string;
};

/** A server that ended by itself is started again at the next call, at most this often a minute. */
const RESTARTS = 3;

/** One configured MCP server: its connection, what it declares now, and what of that the person accepted. */
export class McpServer {
  readonly name: string;
  readonly #config: McpServerConfig;
  readonly #given: McpGiven;
  #pins: McpPins;
  #connection: Promise<McpConnection> | undefined;
  /** What it declared when it was last looked at; undefined before that. */
  #offered: ReadDeclaration[] | undefined;
  #wires = new Map<string, string>();
  #error: AppErrorBody | undefined;
  #state: McpServerView['state'] = 'off';
  #starts: number[] = [];
  readonly #stop = new AbortController();

  private constructor(name: string, config: McpServerConfig, given: McpGiven, pins: McpPins) {
    this.name = name;
    this.#config = config;
    this.#given = given;
    this.#pins = pins;
  }

  static async open(name: string, config: McpServerConfig, given: McpGiven): Promise<McpServer> {
    const server = new McpServer(name, config, given, await readPins(given.store, name, config));
    await server.#nameTools();
    return server;
  }

  get enabled(): boolean {
    return this.#pins.enabled;
  }

  /** Connects and lists; what is wrong is kept for the view. */
  async look(signal: AbortSignal = this.#stop.signal): Promise<void> {
    try {
      await this.#list(signal);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }

  /** On for the first time: what it declares now is accepted. @throws AppError when it cannot be started. */
  async enable(signal: AbortSignal): Promise<void> {
    const first = Object.keys(this.#pins.tools).length === 0;
    this.#starts = [];
    await this.#list(signal);
    this.#keep({ ...this.#pins, enabled: true });
    if (first) this.#acceptOffered();
  }

  async disable(): Promise<void> {
    this.#keep({ ...this.#pins, enabled: false });
    await this.#disconnect();
    this.#state = 'off';
    this.#error = undefined;
  }

  /** @throws AppError `conflict` when it declares something else by now. */
  async accept(offer: string, signal: AbortSignal): Promise<void> {
    await this.#list(signal);
    if ((await this.#offer()) !== offer)
      throw new AppError('conflict', `${this.name} has changed its tools again. Look at them before you accept.`);
    this.#acceptOffered();
  }

  trust(tool: string, trusted: boolean): void {
    const pin = this.#pins.tools[tool];
    if (pin === undefined) throw new AppError('not-found', `${this.name} has no accepted tool of this name.`);
    this.#keep({ ...this.#pins, tools: { ...this.#pins.tools, [tool]: { ...pin, trusted } } });
  }

  async restart(signal: AbortSignal): Promise<void> {
    await this.#disconnect();
    this.#starts = [];
    if (this.enabled) await this.look(signal);
  }

  /**
   * Starts it anew and lists its tools; one that is switched off runs for that alone.
   * @returns how long that took, ms, and how many tools there are. @throws AppError when it does not work.
   */
  async test(signal: AbortSignal): Promise<{ ms: number; tools: number }> {
    const from = performance.now();
    await this.#disconnect();
    this.#starts = [];
    try {
      await this.#list(signal);
      return { ms: Math.round(performance.now() - from), tools: this.#offered?.length ?? 0 };
    } finally {
      if (!this.enabled) {
        await this.#disconnect();
        this.#state = 'off';
        this.#error = undefined;
      }
    }
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#disconnect();
  }

  /** What was accepted, as tools of the agent. */
  tools(): AgentTool[] {
    if (!this.enabled) return [];
    return Object.values(this.#pins.tools).flatMap(({ declaration, trusted }) => {
      const wire = this.#wires.get(declaration.name);
      if (wire === undefined) return [];
      return mcpTool({
        server: this.name,
        wire,
        declaration,
        trusted,
        available: () => this.#unavailable(declaration.name)?.toBody(),
        call: (args, signal) => this.#call(declaration.name, args, signal),
      });
    });
  }

  async view(): Promise<McpServerView> {
    const config = this.#config;
    return {
      name: this.name,
      ...('command' in config
        ? { kind: 'stdio', target: [config.command, ...(config.args ?? [])].join(' ').slice(0, 2_000) }
        : { kind: 'http', target: config.url }),
      enabled: this.enabled,
      state: this.#state,
      ...(this.#error === undefined ? {} : { error: this.#error }),
      ...(this.#offered === undefined || this.#offered.length === 0 ? {} : { offer: await this.#offer() }),
      tools: this.#toolViews(),
    };
  }

  #toolViews(): McpToolView[] {
    const views = (this.#offered ?? []).map((read): McpToolView => {
      if (!read.ok) return { name: read.name, state: 'refused', problem: read.problem, trusted: false };
      const { declaration, hash } = read;
      const pin = this.#pins.tools[declaration.name];
      if (pin === undefined) return { name: declaration.name, state: 'new', trusted: false, now: declaration };
      const wire = this.#wires.get(declaration.name);
      const known = { name: declaration.name, trusted: pin.trusted, now: declaration };
      if (pin.hash !== hash) return { ...known, state: 'changed', before: pin.declaration };
      return { ...known, state: 'accepted', ...(wire === undefined ? {} : { wire }) };
    });
    const listed = new Set(views.map(({ name }) => name));
    // Before it was looked at nothing is gone: the accepted ones are all that is known.
    const rest = Object.values(this.#pins.tools).filter(({ declaration }) => !listed.has(declaration.name));
    return [
      ...views,
      ...rest.map(({ declaration, trusted }): McpToolView => {
        const gone = this.#offered !== undefined;
        return { name: declaration.name, state: gone ? 'gone' : 'accepted', trusted, before: declaration };
      }),
    ];
  }

  #unavailable(tool: string): AppError | undefined {
    if (this.#state === 'failed')
      return new AppError('tool-unavailable', `The MCP server ${this.name} does not run. Look at it in the settings.`);
    if (this.#offered === undefined) return undefined; // not looked at yet: the call does it
    const pin = this.#pins.tools[tool];
    const now = this.#offered.find((read) => read.ok && read.declaration.name === tool);
    if (now?.ok && now.hash === pin?.hash) return undefined;
    return new AppError(
      'tool-unavailable',
      now === undefined
        ? `The MCP server ${this.name} no longer offers this tool.`
        : `The MCP server ${this.name} changed what it says of this tool. Accept the change in the settings first.`,
    );
  }

  /** The tools are listed again before each call: one that changed since it was accepted is not called. */
  async #call(tool: string, args: Record<string, unknown>, signal: AbortSignal): Promise<RawResult> {
    await this.#list(signal);
    const problem = this.#unavailable(tool);
    if (problem !== undefined) throw problem;
    return (await this.#connected(signal)).call(tool, args, signal);
  }

  async #list(signal: AbortSignal): Promise<void> {
    try {
      const raw = await (await this.#connected(signal)).list(signal);
      const read = await Promise.all(raw.map(readDeclaration));
      // Of two tools of one name neither is certain to be the one that was accepted.
      const names = read.map((one) => (one.ok ? one.declaration.name : one.name));
      this.#offered = read.map((one, index) => {
        const name = names[index] ?? '';
        return one.ok && names.indexOf(name) !== names.lastIndexOf(name)
          ? { ok: false, name, problem: 'Another tool of this server has the same name.' }
          : one;
      });
      await this.#nameTools();
      this.#state = 'running';
      this.#error = undefined;
    } catch (error) {
      if (error instanceof AppError && error.code === 'cancelled') throw error;
      this.#state = 'failed';
      const problem =
        error instanceof AppError ? error : new AppError('internal', `${this.name} failed.`, { cause: error });
      this.#error = problem.toBody();
      throw problem;
    }
  }

  /** The connection, made where there is none; the signal ends the waiting, not the connection. */
  #connected(signal: AbortSignal): Promise<McpConnection> {
    return orAborted(this.#connection ?? this.#connect(), signal);
  }

  #connect(): Promise<McpConnection> {
    const now = Date.now();
    this.#starts = [...this.#starts.filter((at) => now - at < 60_000), now];
    if (this.#starts.length > RESTARTS + 1)
      return Promise.reject(
        new AppError('tool-unavailable', `The MCP server ${this.name} ended too often. Restart it in the settings.`),
      );
    this.#state = 'starting';
    const connection: Promise<McpConnection> = connectMcp(
      this.name,
      this.#config,
      this.#given,
      {
        changed: () => void this.look(),
        closed: () => {
          if (this.#connection === connection) this.#connection = undefined;
        },
      },
      // It serves more than the call that needed it first.
      this.#stop.signal,
    );
    this.#connection = connection;
    connection.catch(() => {
      if (this.#connection === connection) this.#connection = undefined;
    });
    return connection;
  }

  async #disconnect(): Promise<void> {
    const connection = this.#connection;
    this.#connection = undefined;
    this.#offered = undefined;
    const open = await connection?.catch(() => undefined); // it never opened
    await open?.close();
  }

  #acceptOffered(): void {
    const tools = Object.fromEntries(
      (this.#offered ?? []).flatMap((read) => {
        if (!read.ok) return [];
        const before = this.#pins.tools[read.declaration.name];
        const trusted = before?.hash === read.hash && before.trusted;
        return [[read.declaration.name, { hash: read.hash, declaration: read.declaration, trusted }] as const];
      }),
    );
    this.#keep({ ...this.#pins, tools });
  }

  #keep(pins: McpPins): void {
    this.#pins = pins;
    writePins(this.#given.store, this.name, pins);
  }

  async #nameTools(): Promise<void> {
    const offered = (this.#offered ?? []).flatMap((read) => (read.ok ? [read.declaration.name] : []));
    const names = [...new Set([...Object.keys(this.#pins.tools), ...offered])];
    this.#wires = new Map(
      await Promise.all(names.map(async (name) => [name, await wireName(this.name, name)] as const)),
    );
  }

  #offer(): Promise<string> {
    return hashJson((this.#offered ?? []).map((read) => (read.ok ? read.hash : read.problem)));
  }
}
