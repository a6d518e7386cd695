import { AppError, AppErrorSchema } from '@pagehand/contracts/errors';
import * as z from 'zod';
import { type Connection, getConnection } from './connection.ts';

const ErrorAnswerSchema = z.union([
  AppErrorSchema,
  z.object({ error: AppErrorSchema }).transform((body) => body.error),
]);

/** What the fetch of one request needs besides its body. `port` without token: `/health` and `/pair`. */
export type RequestTarget = { port: number; token?: string };

/**
 * Sends one request to the backend on 127.0.0.1 and returns the answer when its status is 2xx.
 * The token goes into the Authorization header, never into the URL.
 * @throws AppError `backend-unreachable`, `cancelled`, `not-paired` (401), or the code that the backend sent.
 */
export async function sendToBackend(
  target: RequestTarget,
  path: string,
  body: unknown,
  options: {
    signal: AbortSignal;
    accept?: string;
    method?: 'GET' | 'POST';
    /** Outlives the document. */
    keepalive?: boolean;
  },
): Promise<Response> {
  const method = options.method ?? 'POST';
  let response: Response;
  try {
    response = await fetch(`http://127.0.0.1:${target.port}${path}`, {
      method,
      headers: {
        Accept: options.accept ?? 'application/json',
        ...(method === 'POST' ? { 'Content-Type': 'application/json' } : {}),
        ...(target.token === undefined ? {} : { Authorization: `Bearer ${target.token}` }),
      },
      ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
      signal: options.signal,
      cache: 'no-store',
      keepalive: options.keepalive ?? false,
      credentials: 'omit',
      redirect: 'error',
    });
  } catch (cause) {
    const error = connectionError(cause, options.signal);
    throw error.code === 'backend-unreachable' && method === 'POST'
      ? await refusedAtTheDoor(target, path, error)
      : error;
  }
  if (response.ok) return response;
  throw await answeredError(response);
}

/**
 * Why a POST broke. The guard of the backend turns an origin that is not paired away without CORS headers, which
 * `fetch` cannot tell from no backend at all. So `/health` is asked, which answers everybody, then something harmless.
 */
async function refusedAtTheDoor(target: RequestTarget, path: string, error: AppError): Promise<AppError> {
  const base = `http://127.0.0.1:${target.port}`;
  const answers = (route: string, init: RequestInit): Promise<boolean> =>
    fetch(`${base}${route}`, {
      ...init,
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(2_000),
    }).then(
      () => true,
      () => false,
    );
  if (!(await answers('/health', { method: 'GET' }))) return error;
  if (path === '/pair')
    return new AppError('pairing-refused', 'The code was used or has run out.', { cause: error.cause });
  const headers = { 'Content-Type': 'application/json', 'Authorization': `Bearer ${target.token ?? ''}` };
  // It let this one in: the request was cut off by something else, a restart for instance.
  if (await answers('/api/tools/list', { method: 'POST', headers, body: '{}' })) return error;
  return new AppError('not-paired', 'The backend does not know this extension any more.', { cause: error.cause });
}

/** Sends and parses. An answer of another shape means that the two sides are of different versions. */
export async function postParsed<S extends z.ZodType>(
  path: string,
  body: unknown,
  schema: S,
  signal: AbortSignal,
): Promise<z.infer<S>> {
  return parseAnswer(await sendToBackend(await pairedTarget(), path, body, { signal }), schema, signal);
}

/** @throws AppError `not-paired` when there is no token yet. */
export async function pairedTarget(): Promise<Connection> {
  const connection = await getConnection();
  if (connection === undefined) throw new AppError('not-paired', 'This extension is not paired with a backend yet.');
  return connection;
}

export async function parseAnswer<S extends z.ZodType>(
  response: Response,
  schema: S,
  signal: AbortSignal,
): Promise<z.infer<S>> {
  let body: unknown;
  try {
    body = await response.json();
  } catch (cause) {
    if (cause instanceof SyntaxError)
      throw new AppError('version-mismatch', 'The backend did not answer with JSON.', { cause });
    throw connectionError(cause, signal);
  }
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new AppError('version-mismatch', 'The backend answered in a form that this extension does not know.', {
    cause: parsed.error,
  });
}

/** A broken or aborted request as an AppError. */
export function connectionError(cause: unknown, signal: AbortSignal): AppError {
  if (cause instanceof AppError) return cause;
  if (signal.aborted) {
    return isTimeout(signal.reason)
      ? new AppError('timeout', 'The backend did not answer in time.', { cause })
      : new AppError('cancelled', 'The request was stopped.', { cause });
  }
  return new AppError('backend-unreachable', 'The backend is not running.', { cause });
}

const isTimeout = (reason: unknown): boolean => reason instanceof DOMException && reason.name === 'TimeoutError';

async function answeredError(response: Response): Promise<AppError> {
  const body: unknown = await response.json().catch(() => undefined);
  const parsed = ErrorAnswerSchema.safeParse(body);
  if (parsed.success) {
    const { code, message, problems } = parsed.data;
    return new AppError(code, message, problems === undefined ? {} : { problems });
  }
  if (response.status === 401) return new AppError('not-paired', 'The backend does not know this extension.');
  if (response.status === 429) return new AppError('too-many-requests', 'The backend has too much to do right now.');
  return new AppError('internal', `The backend answered ${response.status}.`);
}

type Schemas = Readonly<Record<string, z.ZodType>>;
type Routes<Q extends Schemas, A extends Schemas> = {
  readonly [V in keyof Q & keyof A]: (body: z.input<Q[V]>, signal: AbortSignal) => Promise<z.infer<A[V]>>;
};

/** One function per verb that has both schemas: `POST {path}/{verb}`. */
export function routes<Q extends Schemas, A extends Schemas>(path: string, requests: Q, responses: A): Routes<Q, A> {
  const verbs = Object.entries(requests).flatMap(([verb, request]) => {
    const answer = responses[verb];
    return answer === undefined ? [] : [[verb, route(`${path}/${verb}`, request, answer)]];
  });
  return Object.fromEntries(verbs) as Routes<Q, A>; // a function for each verb that both have: made on the lines above
}

/** A route whose request is checked before it is sent, so that a mistake shows here and not as a 400. */
function route<Q extends z.ZodType, A extends z.ZodType>(path: string, request: Q, answer: A) {
  return async (body: z.input<Q>, signal: AbortSignal): Promise<z.infer<A>> => {
    const parsed = request.safeParse(body);
    if (!parsed.success)
      throw new AppError('bad-request', parsed.error.issues[0]?.message ?? 'The request is not valid.', {
        cause: parsed.error,
      });
    return postParsed(path, parsed.data, answer, signal);
  };
}
