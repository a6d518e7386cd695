import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GOOGLE_SCOPES } from '@pagehand/contracts/connection-ids';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Connections, createConnections } from '../../backend/connections/connections.ts';
import { createEgress, type Egress } from '../../backend/egress/guarded-fetch.ts';
import { type FakeService, startService } from '../fakes/http-service.ts';
import { AgentHarness } from '../unit/agent-support.ts';

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const GOOGLE = 'canary0GOOGLE-access-7f3a9b2c4d5e';
const PORTAL = `${part({ alg: 'HS256' })}.${part({ exp: 4e9 })}.canary0PORTAL-signature`;
const session = {
  regdata: {
    clientid: 'JAYPEE',
    memberid: 'member1',
    membertype: 'S',
    token: PORTAL,
    institutelist: [{ label: 'JIIT', value: 'institute1' }],
  },
};
const KEPT = {
  'connection-google': JSON.stringify({
    client_id: 'own.apps.googleusercontent.com',
    refresh_token: '1//canary0GOOGLE-refresh',
    scopes: GOOGLE_SCOPES['mail-read'],
  }),
  'connection-pyjiit': JSON.stringify({ session: JSON.stringify(session), expires_at: String(4e12) }),
};

let echo: FakeService;
let egress: Egress;
let connections: Connections;
let agent: AgentHarness;
let kept: Map<string, string>;
beforeEach(async () => {
  // Google and the portal, which say back the token that they got wherever they can.
  echo = await startService(({ headers, url }) => {
    const got = (headers.authorization ?? '').replace(/^\w+ /u, '');
    if (url.pathname === '/token') return { json: { access_token: GOOGLE, expires_in: 3_600 } };
    if (url.pathname.startsWith('/StudentPortalAPI'))
      return {
        json: {
          status: { responseStatus: 'Success' },
          response: { registrations: [{ registrationcode: got, registrationid: got }] },
        },
      };
    return {
      json: {
        id: 'm1',
        threadId: 't1',
        payload: {
          mimeType: 'text/plain',
          headers: [
            { name: 'Subject', value: got },
            { name: 'From', value: `${got}@mail.example` },
          ],
          body: { data: Buffer.from(`${got}\n\n`.repeat(2_000)).toString('base64url') },
        },
      },
    };
  });
  const endpoints = { 'gmail': echo.origin, 'google-oauth': echo.origin, 'jiit': echo.origin };
  egress = createEgress({ ownHosts: [], configured: () => Object.values(endpoints) });
  kept = new Map();
  connections = createConnections(
    {
      get: (name) => kept.get(name),
      set: (name, value) => void (value === null ? kept.delete(name) : kept.set(name, value)),
    },
    { fetch: egress.fetch, endpoints },
  );
  agent = await AgentHarness.start(
    (request) => {
      if (request.body.messages.at(-1)?.role === 'tool') return { text: 'Done.' };
      const calls = [
        { name: 'gmail_read', args: { message_id: 'm1' } },
        { name: 'pyjiit_semesters', args: {} },
      ];
      return { toolCalls: calls };
    },
    { fetch: egress.fetch, endpoints, connections },
  );
});
afterEach(async () => {
  await agent.close();
  await egress.close();
  await echo.close();
});

it.each(['kept here', 'sent with the request'])(
  'the token of a login that is %s goes to its service and is nowhere else when the service repeats it (D01, D04)',
  async (where) => {
    if (where === 'kept here') for (const [name, value] of Object.entries(KEPT)) kept.set(name, value);
    const events = await agent.run({
      threadId: 't1',
      ask: 'Look it up',
      ...(where === 'kept here' ? {} : { credentials: { googleAccessToken: GOOGLE, pyjiitSession: session } }),
    });
    const sent = echo.requests.map(({ headers }) => headers.authorization);
    expect(sent).toEqual(expect.arrayContaining([`Bearer ${GOOGLE}`, `Bearer ${PORTAL}`]));
    const places: Record<string, string> = {
      events: JSON.stringify(events),
      bodies: JSON.stringify(agent.server.requests.map(({ body }) => body)),
    };
    for (const file of readdirSync(agent.folder)) places[file] = readFileSync(join(agent.folder, file), 'latin1');
    expect(places['events']?.match(/\[masked\]/gu)?.length).toBeGreaterThan(2);
    for (const [place, content] of Object.entries(places))
      for (const canary of [GOOGLE, PORTAL, 'canary0'])
        expect(content.includes(canary), `${canary} is in: ${place}`).toBe(false);
  },
);

it('an export knows the tokens that services get, and a session that is none breaks nothing', async () => {
  for (const [name, value] of Object.entries(KEPT)) kept.set(name, value);
  expect(connections.knownSecrets()).toContain(PORTAL);
  expect(connections.knownSecrets()).not.toContain(GOOGLE);
  await connections.googleToken(AbortSignal.timeout(10_000));
  expect(connections.knownSecrets()).toContain(GOOGLE);
  for (const broken of ['no JSON', '{}', 'null']) {
    kept.set('connection-pyjiit', JSON.stringify({ session: broken, expires_at: String(4e12) }));
    expect(connections.knownSecrets()).toEqual(expect.arrayContaining([broken, GOOGLE]));
  }
  await connections.remove('google', AbortSignal.timeout(10_000));
  // Revoked or not: what was valid while this backend runs stays known.
  expect(connections.knownSecrets()).toContain(GOOGLE);
});
