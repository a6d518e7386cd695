import * as z from 'zod';
import { type ConnectionId, ConnectionIdSchema, GoogleAccessSchema } from './connection-ids.ts';
import { AppErrorSchema } from './errors.ts';
import { LIMITS } from './limits.ts';

export { CONNECTION_IDS, type ConnectionId } from './connection-ids.ts';

/** The fields of a connection, by name: a key, a token, a URL. They stay in the backend. */
export type ConnectionFields = Readonly<Record<string, string>>;

/** `secret`: write-only, never told again. `text` and `url` are shown as they were entered. */
export type ConnectionField = { name: string; kind: 'secret' | 'text' | 'url'; required: boolean };

/**
 * What a person enters for each connection. What comes of a login (Google's refresh token, the portal's session) is no
 * field: it is made by `authorize` and `login`.
 */
export const CONNECTION_FIELDS: Readonly<Record<ConnectionId, readonly ConnectionField[]>> = {
  tavily: [{ name: 'key', kind: 'secret', required: true }],
  searxng: [{ name: 'url', kind: 'url', required: true }],
  github: [{ name: 'token', kind: 'secret', required: true }],
  google: [
    { name: 'client_id', kind: 'text', required: true },
    { name: 'client_secret', kind: 'secret', required: false },
  ],
  pyjiit: [],
};

const name = z.string().min(1).max(40);
const value = z.string().max(4_096);
const ok = z.strictObject({ ok: z.literal(true) });

/** How a connection stands. No secret is in it, only that it is there. */
const ConnectionStateSchema = z.strictObject({
  id: ConnectionIdSchema,
  /** Tools may use it. Google: a login is there, not only a client id. */
  connected: z.boolean(),
  fields: z.array(z.strictObject({ name, set: z.boolean(), value: value.optional() })).max(10),
  /** What is allowed in the Google account. */
  access: z.array(GoogleAccessSchema).optional(),
  /** Whose it is, where the service told. */
  account: z.string().max(200).optional(),
  /** When the session ends by itself, ms since the epoch. */
  expiresAt: z.int().min(0).optional(),
  /** Google: where the person signs in. */
  authorizeUrl: z.string().max(LIMITS.url).optional(),
});
export type ConnectionState = z.infer<typeof ConnectionStateSchema>;

/** RFC 7636, 4.1: 43 to 128 unreserved characters. */
const verifier = z.string().regex(/^[A-Za-z0-9\-._~]{43,128}$/);

/** `POST /api/connections/{verb}`. */
export const ConnectionRequests = {
  list: z.strictObject({}),
  /** Absent fields stay as they are, null removes one. */
  set: z.strictObject({ id: ConnectionIdSchema, fields: z.record(name, value.min(1).nullable()) }),
  /** Asks the service itself; `access` is what Google must allow besides. */
  test: z.strictObject({ id: ConnectionIdSchema, access: z.array(GoogleAccessSchema).optional() }),
  /** Forgets everything of it; a Google login is revoked at Google too. */
  remove: z.strictObject({ id: ConnectionIdSchema }),
  /** Trades the code that Google's sign-in page gave to the extension (RFC 6749, 4.1.3, with PKCE's verifier). */
  authorize: z.strictObject({
    code: z.string().min(1).max(2_048),
    verifier,
    redirectUri: z.url({ protocol: /^https?$/ }).max(LIMITS.url),
  }),
  /** A fresh captcha of the institute's portal, for the person to read. */
  captcha: z.strictObject({}),
  /** Logs in at the institute's portal. The password is used once and not kept. */
  login: z.strictObject({
    username: z.string().min(1).max(100),
    password: z.string().min(1).max(200),
    captchaId: z.string().min(1).max(500),
    captcha: z.string().min(1).max(20),
  }),
} as const;
export const ConnectionResponses = {
  list: z.strictObject({ connections: z.array(ConnectionStateSchema).max(20) }),
  set: ok,
  test: z.discriminatedUnion('ok', [
    z.strictObject({ ok: z.literal(true), detail: z.string().max(500).optional() }),
    z.strictObject({ ok: z.literal(false), error: AppErrorSchema }),
  ]),
  /** `revoked` is false when the service could not be told: then the person revokes it there. */
  remove: z.strictObject({ ok: z.literal(true), revoked: z.boolean().optional() }),
  authorize: ok,
  /** `image`: a data URL. */
  captcha: z.strictObject({ captchaId: z.string().max(500), image: z.string().max(200_000) }),
  login: ok,
} as const;
export type ConnectionTest = z.infer<typeof ConnectionResponses.test>;
