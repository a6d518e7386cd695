import { type ChildProcess, spawn } from 'node:child_process';
import { getDefaultEnvironment } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ReadBuffer, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { LIMITS } from '@pagehand/contracts/limits';

/** Messages that nobody asked for, per second: more is a flood, and ends the connection. */
const FLOOD = 1_000;
const TERM_MS = 1_000;

/**
 * Runs the program in a process group of its own. A shell in that group waits on a pipe that only this process holds
 * open: when it closes, in order or by a kill of the backend, the whole group is killed.
 */
const WATCHED = '(read _ <&3; kill -s KILL -- "-$$") >/dev/null 2>&1 </dev/null & exec "$@" 3<&-';

/**
 * The stdio transport of MCP with what the SDK's own does not have: the server dies with the backend, all its children
 * with it, and a server that floods is cut off.
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #server: { command: string; args: readonly string[]; env: Record<string, string>; cwd: string };
  readonly #buffer = new ReadBuffer({ maxBufferSize: LIMITS.mcpMessageBytes });
  #child: ChildProcess | undefined;
  #window = { from: 0, count: 0 };
  /** Exit code of a program that ended by itself; 127: there is no such program. */
  endedWith: number | undefined;

  constructor(server: { command: string; args: readonly string[]; env: Record<string, string>; cwd: string }) {
    this.#server = server;
  }

  async start(): Promise<void> {
    const { command, args, env, cwd } = this.#server;
    const watched = process.platform !== 'win32';
    const [program, parameters] = watched ? ['/bin/sh', ['-c', WATCHED, 'sh', command, ...args]] : [command, [...args]];
    const child = spawn(program, parameters, {
      cwd,
      env: { ...getDefaultEnvironment(), ...env },
      stdio: watched ? ['pipe', 'pipe', 'ignore', 'pipe'] : ['pipe', 'pipe', 'ignore'],
      detached: watched,
      windowsHide: true,
      shell: false,
    });
    this.#child = child;
    for (const stream of child.stdio) stream?.on('error', (error) => this.onerror?.(error));
    child.once('exit', (code) => {
      this.endedWith = code ?? undefined;
      this.#ended();
    });
    child.stdout?.on('data', (chunk: Buffer) => this.#read(chunk));
    await new Promise<void>((started, failed) => {
      child.once('spawn', started);
      child.once('error', (error) => {
        failed(error);
        this.#ended();
      });
    });
  }

  #read(chunk: Buffer): void {
    try {
      this.#buffer.append(chunk);
      for (let more = true; more; ) more = this.#readOne();
    } catch (error) {
      this.#broken(error);
    }
  }

  /** @returns whether there may be another message. What is no message (a log line on stdout) is skipped. */
  #readOne(): boolean {
    let message: JSONRPCMessage | null;
    try {
      message = this.#buffer.readMessage();
    } catch (error) {
      if (this.#floods()) throw new Error('The server floods.', { cause: error });
      return true;
    }
    if (message === null) return false;
    if ('method' in message && this.#floods()) throw new Error('The server floods.');
    this.onmessage?.(message);
    return true;
  }

  /** Too long or too much: the connection ends at once. */
  #broken(error: unknown): void {
    this.onerror?.(error instanceof Error ? error : new Error('The server sent what is not MCP.'));
    if (this.#child !== undefined) end(this.#child);
  }

  #floods(): boolean {
    const now = Date.now();
    if (now - this.#window.from > 1_000) this.#window = { from: now, count: 0 };
    this.#window.count += 1;
    return this.#window.count > FLOOD;
  }

  send(message: JSONRPCMessage): Promise<void> {
    return new Promise((sent, failed) => {
      const input = this.#child?.stdin;
      if (!input?.writable) return failed(new Error('The server is not running.'));
      input.write(serializeMessage(message), (error) => (error ? failed(error) : sent()));
    });
  }

  /** Closes its input, gives it a second, then ends the whole group. */
  async close(): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return this.#ended();
    const ended = new Promise<void>((done) => child.once('exit', () => done()));
    child.stdin?.end();
    const timer = setTimeout(() => end(child), TERM_MS);
    await ended;
    clearTimeout(timer);
  }

  #ended(): void {
    const child = this.#child;
    if (child === undefined) return;
    this.#child = undefined;
    // Whatever it left behind in its group goes as well.
    end(child);
    this.#buffer.clear();
    this.onclose?.();
  }
}

function end(child: ChildProcess): void {
  const pipe = child.stdio[3];
  if (pipe && 'destroy' in pipe) pipe.destroy();
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
}
