import { AppError } from '@pagehand/contracts/errors';
import * as z from 'zod';
import { askService, refusalOf } from './ask-service.ts';
import { localName, wrap } from './jiit-cipher.ts';
import { type JiitSession, readJiitSession } from './jiit-session.ts';

/** How the portal is reached: the guarded client and its base URL. */
export type JiitServer = { fetch: typeof globalThis.fetch; base: string };

const AnswerSchema = z.object({
  status: z.object({ responseStatus: z.string(), errors: z.unknown().optional() }),
  response: z.unknown().optional(),
});
const CaptchaSchema = z.object({
  captcha: z.object({
    hidden: z.string().min(1).max(500),
    image: z
      .string()
      .max(190_000)
      .regex(/^[A-Za-z0-9+/=\s]+$/),
  }),
});

/** A picture for the person to read. `captchaId` goes back with what they read. @throws AppError */
export async function jiitCaptcha(
  server: JiitServer,
  signal: AbortSignal,
): Promise<{ captchaId: string; image: string }> {
  const answer = await hit(server, '/token/getcaptcha', { method: 'GET' }, signal);
  const parsed = CaptchaSchema.safeParse(answer);
  if (!parsed.success) throw foreign();
  const { hidden, image } = parsed.data.captcha;
  const type = image.startsWith('iVBOR') ? 'png' : image.startsWith('R0lG') ? 'gif' : 'jpeg';
  return { captchaId: hidden, image: `data:image/${type};base64,${image.replace(/\s/gu, '')}` };
}

/**
 * Logs in with what the person typed. The password is in one request and nowhere else.
 * @returns the portal's session payload. @throws AppError `connection-refused` with what it did not accept.
 */
export async function jiitLogin(
  server: JiitServer,
  entered: { username: string; password: string; captchaId: string; captcha: string },
  signal: AbortSignal,
): Promise<{ payload: unknown; session: JiitSession }> {
  const first = await hit(
    server,
    '/token/pretoken-check',
    raw({
      username: entered.username,
      usertype: 'S',
      captcha: { captcha: entered.captcha, hidden: entered.captchaId },
    }),
    signal,
  );
  const { rejectedData: _left, ...known } = z.record(z.string(), z.unknown()).catch({}).parse(first);
  const payload = await hit(
    server,
    '/token/generate-token1',
    raw({ ...known, Modulename: 'STUDENTMODULE', passwordotpvalue: entered.password }),
    signal,
  );
  return { payload, session: readJiitSession(payload) };
}

/**
 * One question to the portal with a session.
 * @param wrapped most questions are wrapped, a few go as plain JSON.
 * @throws AppError `connection-missing` when the session has ended, `service-error`, `service-unreachable`.
 */
export async function askJiit<S extends z.ZodType>(
  server: JiitServer,
  session: JiitSession,
  question: { path: string; body: Record<string, unknown>; wrapped?: boolean },
  schema: S,
  signal: AbortSignal,
): Promise<z.output<S>> {
  if (session.expiresAt <= Date.now()) throw sessionEnded();
  const body = question.wrapped === false ? question.body : wrap(JSON.stringify(question.body), new Date());
  const answer = await hit(
    server,
    question.path,
    { method: 'POST', body: JSON.stringify(body), headers: { authorization: `Bearer ${session.token}` } },
    signal,
  );
  const parsed = schema.safeParse(answer);
  if (!parsed.success) throw foreign();
  return parsed.data;
}

/** The body of the two login requests is the wrapped text itself. */
const raw = (body: Record<string, unknown>) => ({ method: 'POST', body: wrap(JSON.stringify(body), new Date()) });

async function hit(
  { fetch, base }: JiitServer,
  path: string,
  init: { method: string; body?: string; headers?: Record<string, string> },
  signal: AbortSignal,
): Promise<unknown> {
  const url = new URL(`${base}/StudentPortalAPI${path}`);
  const answer = await askService(fetch, url, {
    ...init,
    headers: { 'content-type': 'application/json', ...init.headers, 'localname': localName(new Date()) },
    signal,
  });
  if (answer.status === 401) throw sessionEnded();
  // The portal's own status for being switched off.
  if (answer.status === 513)
    throw new AppError('service-unreachable', `${url.host} is switched off for now: it often is at night.`);
  const refusal = refusalOf('pyjiit', url.host, answer);
  if (refusal !== undefined) throw refusal;
  const parsed = AnswerSchema.safeParse(answer.body);
  if (!parsed.success) throw foreign();
  if (parsed.data.status.responseStatus === 'Success') return parsed.data.response;
  throw refused(path, JSON.stringify(parsed.data.status.errors ?? '').slice(0, 1_000));
}

/** The portal's words are looked at, not passed on. */
function refused(path: string, words: string): AppError {
  if (!path.startsWith('/token/'))
    return new AppError('service-error', 'The portal has no answer to this: it may not be published yet.');
  const connection = { id: 'pyjiit' as const };
  return /captcha/iu.test(words)
    ? new AppError('connection-refused', 'The portal did not accept the characters of the picture.', { connection })
    : new AppError('connection-refused', 'The portal did not accept the enrolment number or the password.', {
        connection,
      });
}

const sessionEnded = (): AppError =>
  new AppError('connection-missing', "The session at the institute's portal has ended: log in again.", {
    connection: { id: 'pyjiit' },
  });

const foreign = (): AppError => new AppError('service-error', "It answers, but not as the institute's portal does.");
