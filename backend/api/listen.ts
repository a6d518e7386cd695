import type { Server, ServerResponse } from 'node:http';
import { AppError } from '@pagehand/contracts/errors';
import type { ApiDependencies } from './api-types.ts';
import { createApp } from './app.ts';
import type { Door } from './guard.ts';
import { type AppFetch, createHttpServer, SERVER_LIMITS } from './http-server.ts';

/** The only address that is ever bound. */
const ADDRESS = '127.0.0.1';

export type Listening = {
  /** The port that was taken. */
  port: number;
  /** Accepts nothing new, lets answers end for `graceMs`, then cuts what is left. */
  close(graceMs: number): Promise<void>;
};

export type ListenOptions = {
  /** 0 takes a free one. */
  port: number;
  limits?: { headersMs: number; requestMs: number };
  /** Done when the port is known and before the first request is answered (until then: 503). */
  prepare?: (port: number) => Promise<void>;
  /** Stands between guard and app, for tests that prove who came through. */
  around?: (app: AppFetch) => AppFetch;
};

/**
 * Puts the app behind the guard and listens on 127.0.0.1.
 * @throws AppError `port-in-use`
 */
export async function listen(dependencies: ApiDependencies, options: ListenOptions): Promise<Listening> {
  const app = createApp(dependencies);
  const fetch: AppFetch = (request, env) => app.fetch(request, env);
  let door: Door | undefined;
  const server = createHttpServer(
    options.around === undefined ? fetch : options.around(fetch),
    () => door,
    dependencies.logger,
    options.limits ?? SERVER_LIMITS,
  );
  const port = await bind(server, options.port);
  try {
    await options.prepare?.(port);
  } catch (error) {
    server.close();
    server.closeAllConnections();
    throw error;
  }
  door = { port, store: dependencies.store, pairing: dependencies.pairing };
  // Browsers hold connections open that carry nothing: those must not delay the end, answers that are on their way may.
  const answering = new Set<ServerResponse>();
  let closing = false;
  const cutIfQuiet = (): void => {
    if (closing && answering.size === 0) server.closeAllConnections();
  };
  server.on('request', (_request, response: ServerResponse) => {
    answering.add(response);
    response.once('close', () => {
      answering.delete(response);
      cutIfQuiet();
    });
  });
  return {
    port,
    async close(graceMs) {
      closing = true;
      const closed = new Promise<void>((done) => server.close(() => done()));
      const cut = setTimeout(() => server.closeAllConnections(), graceMs);
      cutIfQuiet();
      await closed;
      clearTimeout(cut);
    },
  };
}

async function bind(server: Server, port: number): Promise<number> {
  await new Promise<void>((done, failed) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const known: Partial<Record<string, string>> = {
        EADDRINUSE: `Port ${port} is in use.`,
        EACCES: `Port ${port} may not be opened by this user.`,
      };
      const message = known[error.code ?? ''];
      failed(message === undefined ? error : new AppError('port-in-use', message, { cause: error }));
    });
    server.listen({ port, host: ADDRESS, exclusive: true }, done);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new AppError('internal', 'The server has no port.');
  return address.port;
}
