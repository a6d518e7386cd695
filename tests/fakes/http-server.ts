import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** A request as a fake server sees it. */
export type FakeRequest = {
  method: string;
  url: URL;
  headers: IncomingMessage['headers'];
  body: string;
};
/** `body` is sent as JSON unless it is a string. */
export type FakeAnswer = { status?: number; headers?: Record<string, string>; body?: unknown };

/** An HTTP server on 127.0.0.1 that keeps what it was asked. */
export class FakeHttpServer {
  readonly requests: FakeRequest[] = [];
  readonly #server;
  #handler: (request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>;
  #port = 0;

  constructor(handler: (request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>) {
    this.#handler = handler;
    this.#server = createServer((incoming, response) => void this.#answer(incoming, response));
  }

  async start(): Promise<this> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done));
    const address = this.#server.address();
    if (typeof address === 'object' && address !== null) this.#port = address.port;
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Answers differently from now on. */
  handle(handler: (request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>): void {
    this.#handler = handler;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((done) => this.#server.close(() => done()));
  }

  async #answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer); // parse boundary: no encoding is set, so buffers come
    const request = {
      method: incoming.method ?? 'GET',
      url: new URL(incoming.url ?? '/', this.url),
      headers: incoming.headers,
      body: Buffer.concat(parts).toString('utf8'),
    };
    this.requests.push(request);
    let answer: FakeAnswer;
    try {
      answer = await this.#handler(request);
    } catch {
      // The handler broke off: so does the connection.
      response.destroy();
      return;
    }
    const { status = 200, headers = {}, body } = answer;
    const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
    response.writeHead(status, {
      ...(typeof body === 'string' || body === undefined ? {} : { 'content-type': 'application/json; charset=UTF-8' }),
      ...headers,
    });
    response.end(text);
  }
}
