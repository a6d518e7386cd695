import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { AppError } from '@pagehand/contracts/errors';
import { doorPortFile } from '../api/mcp-door/door-port-file.ts';
import { loadConfig } from '../config.ts';
import { McpBridge } from './mcp-bridge.ts';

/**
 * `npm start -- mcp`: MCP over stdio for clients that know no HTTP. It carries messages to the running backend and back.
 * The backend recognises the client by PAGEHAND_MCP_TOKEN, or by a token of its own that is kept in the data folder: with
 * that one the panel asks the person first. Ends when its input ends. Nothing but MCP goes to stdout.
 */
export async function runMcp(options: { data?: string }): Promise<number> {
  const { data, mcpPort } = loadConfig({ data: options.data });
  const stdio = new StdioServerTransport();
  const bridge = new McpBridge({
    url: () => new URL(`http://127.0.0.1:${portOf(data) ?? mcpPort}/mcp`),
    token: (name) => process.env['PAGEHAND_MCP_TOKEN'] || keptToken(data, name),
    send: (message) => void stdio.send(message),
  });
  const ended = new Promise<void>((done) => {
    process.stdin.once('end', done);
    process.stdin.once('close', done);
    process.once('SIGTERM', done);
    process.once('SIGINT', done);
    stdio.onclose = done;
  });
  // The client was killed: there is nobody to speak to.
  process.stdout.once('error', () => process.exit(0));
  stdio.onmessage = (message) => void bridge.carry(message);
  await stdio.start();
  await ended;
  await bridge.close();
  return 0;
}

/** The port that the running backend wrote down; undefined when none runs. */
function portOf(data: string): number | undefined {
  try {
    const port = Number(readFileSync(doorPortFile(data), 'utf8'));
    return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined;
  } catch {
    return undefined;
  }
}

/**
 * One token per name that a client gives itself, made when it first comes. Whoever can read it can read the data folder.
 * @throws AppError `store-unavailable` when it cannot be kept.
 */
function keptToken(data: string, name: string): string {
  const folder = join(data, 'mcp-tokens');
  const file = join(folder, createHash('sha256').update(name).digest('hex').slice(0, 32));
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    try {
      writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    return readFileSync(file, 'utf8').trim();
  } catch (cause) {
    throw new AppError('store-unavailable', `The token of this client cannot be kept in ${folder}.`, { cause });
  }
}
