import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  InitializeRequestSchema,
  InitializeResultSchema,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
} from '@modelcontextprotocol/sdk/types.js';
import { parseJson } from '@pagehand/contracts/parse-json';
import * as z from 'zod';

const AWAY =
  'Pagehand does not run, or its MCP server is off: start it with npm start, and let other agents in, in the settings of its panel.';
const RefusalSchema = z.object({ error: z.object({ message: z.string() }) });

type Given = {
  /** Where the running backend listens now; it may have another port after a restart. */
  url(): URL;
  /** What the backend recognises this client by. @param name what the client calls itself. */
  token(name: string): string;
  /** To the client. */
  send(message: JSONRPCMessage): void;
};

/**
 * Carries MCP messages of one client to the running backend and back. A backend that was restarted knows the session no
 * more: it is begun again, without a word to the client.
 */
export class McpBridge {
  readonly #given: Given;
  #http: StreamableHTTPClientTransport | undefined;
  /** The client's own beginning, to begin again with. */
  #beginning: JSONRPCMessage | undefined;
  #begunAgain = 0;
  /** Ids of our own requests, whose answers are not the client's. */
  readonly #own = new Map<string | number, () => void>();

  constructor(given: Given) {
    this.#given = given;
  }

  /** Never rejects: what cannot be carried is answered with the reason. */
  async carry(message: JSONRPCMessage): Promise<void> {
    try {
      if (InitializeRequestSchema.safeParse(message).success) await this.#begin(message);
      else await this.#sendOn(message);
    } catch (error) {
      if (isJSONRPCRequest(message))
        this.#given.send({ jsonrpc: '2.0', id: message.id, error: { code: -32_000, message: reasonOf(error) } });
    }
  }

  async close(): Promise<void> {
    const http = this.#http;
    this.#http = undefined;
    await http?.terminateSession().catch(() => undefined); // it may never have begun
    await http?.close();
  }

  async #begin(message: JSONRPCMessage): Promise<void> {
    this.#beginning = message;
    await this.#http?.close();
    const name = InitializeRequestSchema.safeParse(message).data?.params.clientInfo.name ?? '';
    const http = new StreamableHTTPClientTransport(this.#given.url(), {
      requestInit: { headers: { Authorization: `Bearer ${this.#given.token(name)}` } },
    });
    http.onmessage = (answer) => {
      if (isJSONRPCResultResponse(answer)) {
        const begun = InitializeResultSchema.safeParse(answer.result).data;
        if (begun !== undefined) http.setProtocolVersion(begun.protocolVersion);
        const own = this.#own.get(answer.id);
        if (own !== undefined) return own();
      }
      this.#given.send(answer);
    };
    await http.start();
    this.#http = http;
    await http.send(message);
  }

  async #sendOn(message: JSONRPCMessage): Promise<void> {
    if (this.#http === undefined) throw new Error(AWAY);
    try {
      await this.#http.send(message);
    } catch (error) {
      if (!isGone(error)) throw error;
      await this.#beginAgain();
      await this.#http.send(message);
    }
  }

  async #beginAgain(): Promise<void> {
    const first = InitializeRequestSchema.parse(this.#beginning);
    this.#begunAgain += 1;
    const id = `pagehand-again-${this.#begunAgain}`;
    const begun = new Promise<void>((resolve) => this.#own.set(id, resolve));
    await this.#begin({ jsonrpc: '2.0', id, ...first });
    await begun;
    this.#own.delete(id);
    await this.#http?.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  }
}

/** The session is not known any more, or the backend has moved to another port. */
const isGone = (error: unknown): boolean => statusOf(error) === 404 || isAway(error);

const isAway = (error: unknown): boolean => error instanceof TypeError && error.message === 'fetch failed';

/** The SDK's error carries the HTTP status as its code. */
function statusOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** What the backend said, word for word, out of what the SDK makes of it. */
function reasonOf(error: unknown): string {
  if (isAway(error)) return AWAY;
  const text = error instanceof Error ? error.message : '';
  const body = parseJson(text.slice(Math.max(0, text.indexOf('{'))));
  const refusal = RefusalSchema.safeParse(body.ok ? body.value : undefined);
  return refusal.success ? refusal.data.error.message : text || AWAY;
}
