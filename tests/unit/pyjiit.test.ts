import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { dateDigits, wrap } from '../../backend/connections/jiit-cipher.ts';
import { PairedBackend } from '../attacks/loopback-backend.ts';
import { FakeJiitPortal } from '../fakes/jiit-server.ts';
import { unwrap } from '../fakes/jiit-unwrap.ts';

let portal: FakeJiitPortal;
let backend: PairedBackend;
beforeAll(async () => {
  portal = await FakeJiitPortal.start();
  backend = await PairedBackend.start(() => ({ text: 'Done.' }), { endpoints: { jiit: portal.url } });
});
afterAll(async () => {
  await backend.close();
  await portal.close();
});
afterEach(() => {
  portal.status = undefined;
  portal.sessionMs = 3_600_000;
});

async function post(path: string, body: unknown): Promise<Record<string, unknown>> {
  return JSON.parse(await (await backend.post(path, body)).text());
}
/** Runs a tool; the session comes with the request, or from the store. */
async function tool(name: string, args: unknown = {}, session?: unknown): Promise<string> {
  const answer = await post('/api/genai/react', {
    threadId: crypto.randomUUID(),
    runId: crypto.randomUUID(),
    messages: [],
    tools: [],
    context: [],
    state: {},
    forwardedProps: {
      command: { tool: name, args },
      ...(session === undefined ? {} : { pyjiit_login_response: session }),
    },
  });
  const calls = answer['toolCalls'];
  return Array.isArray(calls) ? String(calls[0]?.result) : JSON.stringify(answer);
}
async function login(more: Record<string, string> = {}): Promise<Record<string, unknown>> {
  const { captchaId } = await post('/api/connections/captcha', {});
  const { username, password, captcha } = portal;
  return post('/api/connections/login', { username, password, captcha, captchaId, ...more });
}

describe('the wrapping of the portal', () => {
  it('is made of the date in India, not of the date here', () => {
    // 20:00 UTC on Wednesday the 4th is Thursday the 5th in India.
    expect(dateDigits(new Date('2026-03-04T20:00:00Z'))).toBe('0024536');
    expect(dateDigits(new Date('2026-12-31T12:00:00Z'))).toBe('3124126');
    const now = new Date('2026-03-04T20:00:00Z');
    expect(unwrap(wrap('{"a":"ä"}', now), now)).toBe('{"a":"ä"}');
    expect(() => unwrap(wrap('{"a":1}', now), new Date('2026-03-06T20:00:00Z'))).toThrow();
  });
});

describe('the login at the portal', () => {
  it('shows the captcha, takes what the person reads, and keeps neither password nor captcha', async () => {
    const { image } = await post('/api/connections/captcha', {});
    expect(image).toMatch(/^data:image\/png;base64,/u);
    expect(await login({ captcha: 'wrong' })).toMatchObject({
      code: 'connection-refused',
      message: expect.stringContaining('picture'),
    });
    expect(await login({ password: 'wrong' })).toMatchObject({ message: expect.stringContaining('password') });
    expect(await login()).toEqual({ ok: true });
    const { connections } = await post('/api/connections/list', {});
    expect(connections).toContainEqual(
      expect.objectContaining({ id: 'pyjiit', connected: true, account: 'Asha Rao, 21103001' }),
    );
    expect(await post('/api/connections/test', { id: 'pyjiit' })).toEqual({ ok: true, detail: 'Asha Rao, 21103001' });
    const seen = [
      backend.log.join('\n'),
      JSON.stringify(connections),
      ...readdirSync(backend.folder, { withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(backend.folder, entry.name)).toString('latin1')),
    ].join('\n');
    for (const secret of ['canary-portal-password', 'canary-signature', portal.captcha])
      expect(seen).not.toContain(secret);
  });
});

describe('the tools of the portal', () => {
  it('tell attendance, semesters, subjects, exams and grades as data', async () => {
    await login();
    expect(await tool('pyjiit_login')).toContain('logged in');
    expect(await tool('pyjiit_semesters')).toContain('- 2026EVESEM\n- 2025ODDSEM');
    const attendance = await tool('pyjiit_agent');
    expect(attendance).toContain('Attendance in 2026EVESEM');
    expect(attendance).toContain('ALGORITHMS(15B11CI411), attendance 81.5 %, lectures 80 %');
    expect(attendance.match(/<\/untrusted>/gu)).toHaveLength(1);
    expect(await tool('pyjiit_subjects', { registration_code: '2025oddsem' })).toContain(
      'Subjects in 2025ODDSEM, 21 credits',
    );
    expect(portal.asked).toMatchObject({ registrationid: 'r1', studentid: 'member1' });
    expect(await tool('pyjiit_exams')).toContain('T1: ALGORITHMS (15B11CI411), 05/03/2026 10:00, room G1');
    expect(await tool('pyjiit_grades')).toContain('semester 5: SGPA 8.2, CGPA 8.05');
  });

  it('take a session that comes with the request, and say which semesters there are', async () => {
    await post('/api/connections/remove', { id: 'pyjiit' });
    expect(await tool('pyjiit_agent', {}, { raw_response: portal.session() })).toContain('ALGORITHMS');
    expect(await tool('pyjiit_agent', { registration_code: '1999' }, portal.session())).toContain(
      'There are: 2026EVESEM, 2025ODDSEM.',
    );
  });

  it('say what to do without a session, with one that has ended, and with one that is none', async () => {
    expect(await tool('pyjiit_login')).toContain('"code":"connection-missing"');
    expect(await tool('pyjiit_semesters')).toContain('"connection":{"id":"pyjiit"}');
    portal.sessionMs = -1_000;
    expect(await tool('pyjiit_semesters', {}, portal.session())).toContain('has ended: log in again');
    portal.sessionMs = 3_600_000;
    portal.status = 401;
    expect(await tool('pyjiit_semesters', {}, portal.session())).toContain('has ended: log in again');
    portal.status = 513;
    expect(await tool('pyjiit_semesters', {}, portal.session())).toContain('switched off for now');
    const forged = { regdata: { ...portal.session().regdata, token: 'a.b.c\r\nX-Evil: 1' } };
    expect(await tool('pyjiit_semesters', {}, forged)).toContain('connection-refused');
  });
});
