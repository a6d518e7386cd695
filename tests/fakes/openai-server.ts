import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** One answer of the scripted model. The first property that fits decides: `status`, `hang`, else text and tool calls. */
export type ScriptStep = {
  /** An error instead of an answer. */
  status?: number;
  headers?: Record<string, string>;
  /** Body of an error; a string goes out as it is. */
  body?: unknown;
  /** Takes the request and never answers. */
  hang?: boolean;
  /** Text; an array goes out chunk by chunk. */
  text?: string | string[];
  /** `args` as a string goes out raw: malformed JSON is possible. `id` may repeat. */
  toolCalls?: { name: string; args: unknown; id?: string }[];
  /** Milliseconds between chunks. */
  delayMs?: number;
  /** Destroys the socket after this many chunks. */
  disconnectAfter?: number;
  /** Ends the response in good order but without finish_reason and [DONE] after this many chunks. */
  cutAfter?: number;
  /** Completion id; by default a fresh one. An equal id for all answers is what some servers send. */
  id?: string;
  usage?: { prompt_tokens: number; completion_tokens: number } | false;
};

type ChatMessage = { role: string; content: unknown; tool_calls?: unknown[]; tool_call_id?: string };
export type ChatRequest = {
  model: string;
  stream?: boolean;
  messages: ChatMessage[];
  tools?: { function: { name: string; parameters: Record<string, unknown> } }[];
};

/** A request as it came, and what became of its socket. */
export type RecordedRequest = {
  path: string;
  headers: IncomingMessage['headers'];
  body: ChatRequest;
  /** Resolves when the client's connection or the response is closed; says whether the answer was complete by then. */
  closed: Promise<{ complete: boolean }>;
};

export type Script = ScriptStep[] | ((request: RecordedRequest, count: number) => ScriptStep | Promise<ScriptStep>);

/**
 * A real HTTP server that speaks `/v1/chat/completions` (streamed and not) and `/v1/models`. What it answers is scripted
 * per test; an empty script answers 500.
 */
export class FakeOpenAiServer {
  readonly requests: RecordedRequest[] = [];
  models: string[] = ['scripted'];
  /** Status of `/v1/models`. */
  modelsStatus = 200;
  /** When set, requests without `authorization: Bearer KEY` get 401. */
  key: string | undefined;
  /** Stays known after `close`. */
  port = 0;
  readonly #server: Server;
  readonly #waiting: (() => void)[] = [];
  #script: Script;
  #count = 0;

  private constructor(script: Script) {
    this.#script = script;
    this.#server = createServer((request, response) => {
      this.#handle(request, response).catch(() => response.destroy());
    });
  }

  static async start(script: Script = [], port = 0): Promise<FakeOpenAiServer> {
    const fake = new FakeOpenAiServer(script);
    await new Promise<void>((resolve) => fake.#server.listen(port, '127.0.0.1', resolve));
    fake.port = (fake.#server.address() as AddressInfo).port; // listening on TCP
    return fake;
  }

  /** The base URL for the model settings. */
  get baseUrl(): string {
    return `http://127.0.0.1:${this.port}/v1`;
  }

  /** What comes next. */
  script(script: Script): void {
    this.#script = script;
    this.#count = 0;
  }

  /** Resolves when this many chat requests have come since the start. */
  async received(count: number): Promise<RecordedRequest> {
    for (;;) {
      const request = this.requests[count - 1];
      if (request !== undefined) return request;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.key !== undefined && request.headers.authorization !== `Bearer ${this.key}`)
      return send(response, 401, {
        error: { message: `Incorrect API key provided: ${this.key.slice(0, 4)}`, code: 'invalid_api_key' },
      });
    const path = (request.url ?? '').split('?')[0] ?? '';
    if (path.endsWith('/models')) {
      const data = this.models.map((id) => ({ id, object: 'model' }));
      return send(
        response,
        this.modelsStatus,
        this.modelsStatus === 200 ? { object: 'list', data } : { error: { message: 'no' } },
      );
    }
    if (!path.endsWith('/chat/completions')) return send(response, 404, { error: { message: 'not found' } });
    const recorded = record(path, request, response, await readJson(request));
    this.requests.push(recorded);
    for (const wake of this.#waiting.splice(0)) wake();
    const step = await this.#next(recorded);
    if (step === undefined) return send(response, 500, { error: { message: 'The script is at its end.' } });
    await answer(step, recorded.body, response);
  }

  async #next(request: RecordedRequest): Promise<ScriptStep | undefined> {
    if (typeof this.#script === 'function') return this.#script(request, this.#count++);
    return this.#script[this.#count++];
  }
}

function record(path: string, request: IncomingMessage, response: ServerResponse, body: ChatRequest): RecordedRequest {
  const closed = new Promise<{ complete: boolean }>((resolve) =>
    response.once('close', () => resolve({ complete: response.writableFinished })),
  );
  return { path, headers: request.headers, body, closed };
}

async function readJson(request: IncomingMessage): Promise<ChatRequest> {
  let text = '';
  for await (const part of request) text += String(part);
  return JSON.parse(text); // the client's body, as it is
}

function send(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, {
    'content-type': typeof body === 'string' ? 'text/html' : 'application/json',
    ...headers,
  });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

let completions = 0;

async function answer(step: ScriptStep, request: ChatRequest, response: ServerResponse): Promise<void> {
  if (step.hang === true) return;
  if (step.status !== undefined)
    return send(response, step.status, step.body ?? { error: { message: `scripted ${step.status}` } }, step.headers);
  completions += 1;
  const id = step.id ?? `chatcmpl-${completions}`;
  if (request.stream === true) return stream(step, id, request.model, response);
  return send(response, 200, whole(step, id, request.model));
}

const finishReason = (step: ScriptStep): string => ((step.toolCalls ?? []).length > 0 ? 'tool_calls' : 'stop');
const rawArgs = (args: unknown): string => (typeof args === 'string' ? args : JSON.stringify(args));
const texts = (step: ScriptStep): string[] => (step.text === undefined ? [] : [step.text].flat());
const usageOf = (step: ScriptStep) => {
  const usage = step.usage === false ? undefined : (step.usage ?? { prompt_tokens: 10, completion_tokens: 5 });
  return usage === undefined ? undefined : { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens };
};

function toolCalls(step: ScriptStep) {
  return (step.toolCalls ?? []).map((call, index) => ({
    index,
    id: call.id ?? `call_${index}`,
    type: 'function',
    function: { name: call.name, arguments: rawArgs(call.args) },
  }));
}

function whole(step: ScriptStep, id: string, model: string) {
  const calls = toolCalls(step);
  const message = {
    role: 'assistant',
    content: texts(step).join(''),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  };
  return {
    id,
    object: 'chat.completion',
    created: 1,
    model,
    choices: [{ index: 0, message, finish_reason: finishReason(step) }],
    usage: usageOf(step),
  };
}

/** Chunks as OpenAI sends them: the role in the first delta, arguments in pieces, usage in a last chunk without choices. */
async function stream(step: ScriptStep, id: string, model: string, response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  const deltas: Record<string, unknown>[] = [
    { role: 'assistant', content: '' },
    ...texts(step).map((content) => ({ content })),
  ];
  for (const call of toolCalls(step)) {
    const { arguments: args } = call.function;
    const half = Math.ceil(args.length / 2);
    deltas.push({ tool_calls: [{ ...call, function: { name: call.function.name, arguments: '' } }] });
    for (const piece of [args.slice(0, half), args.slice(half)])
      deltas.push({ tool_calls: [{ index: call.index, function: { arguments: piece } }] });
  }
  const write = (choices: unknown[], extra = {}): void => {
    response.write(
      `data: ${JSON.stringify({ id, object: 'chat.completion.chunk', created: 1, model, choices, ...extra })}\n\n`,
    );
  };
  for (const [index, delta] of deltas.entries()) {
    if (index === step.disconnectAfter) {
      await sleep(20); // what was written so far reaches the client first
      response.destroy();
      return;
    }
    if (index === step.cutAfter) {
      response.end();
      return;
    }
    if (response.destroyed) return;
    write([{ index: 0, delta, finish_reason: null }]);
    if (step.delayMs !== undefined) await sleep(step.delayMs);
  }
  write([{ index: 0, delta: {}, finish_reason: finishReason(step) }]);
  const usage = usageOf(step);
  if (usage !== undefined) write([], { usage });
  response.end('data: [DONE]\n\n');
}
