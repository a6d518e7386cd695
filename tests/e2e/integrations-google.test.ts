import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FakeGoogleApis } from '../fakes/google-api-server.ts';
import { FakeGoogleOAuth } from '../fakes/google-oauth-server.ts';
import { FakeJiitPortal } from '../fakes/jiit-server.ts';
import { callCommand, sendCommand } from './support/call-command.ts';
import type { Panel } from './support/panel.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const SITE = { 'home.example': { '/': '<!doctype html><title>Home</title><p>Nothing here.' } };

/** Types into a field of a connection, as a person does. */
async function enter(panel: Panel, name: string, value: string): Promise<void> {
  const field = await panel.page.waitForSelector(`input[name="${name}"]`, { visible: true });
  await field?.click({ count: 3 });
  await panel.page.keyboard.type(value);
}

async function openConnection(panel: Panel, id: string): Promise<void> {
  await panel.click('button', 'Model: ');
  // Without coordinates: the settings above still fill up and move what stands below them.
  const fold = `[data-testid="connection-${id}"]`;
  await panel.page.waitForSelector(fold);
  await panel.page.$eval(fold, (details) => {
    if (!details.hasAttribute('open')) details.querySelector('summary')?.click();
  });
  await panel.page.waitForSelector(`${fold}[open]`);
  // The last of the settings that come from the backend.
  await panel.waitForText('Let other agents in');
}

describe.each(['chromium', 'firefox'] as const)('Google in %s', (name) => {
  let oauth: FakeGoogleOAuth;
  let api: FakeGoogleApis;
  let portal: FakeJiitPortal;
  let bench: Workbench;

  beforeAll(async () => {
    oauth = await FakeGoogleOAuth.start();
    api = await FakeGoogleApis.start();
    api.scopesOf = (token) => oauth.scopesOf(token);
    api.mails.push({
      id: 'm1',
      labels: ['INBOX', 'UNREAD'],
      from: 'Ann <ann@mail.example>',
      subject: 'Lunch on Friday',
      html: '<p>At noon?</p><p style="display:none">HIDDEN</p>',
    });
    api.mails.push({
      id: 'm2',
      threadId: 'c2',
      labels: ['INBOX', 'UNREAD'],
      from: 'Bo <bo@mail.example>',
      subject: 'Invoice for May',
      text: 'The invoice is 42 EUR.',
    });
    api.mails.push({
      id: 'm3',
      threadId: 'c2',
      labels: ['INBOX'],
      from: 'Me <me@mail.example>',
      subject: 'Re: Invoice for May',
      text: 'Paid it on Monday.',
    });
    portal = await FakeJiitPortal.start();
    bench = await openWorkbench(name, SITE, {
      model: 'offline',
      env: {
        PAGEHAND_ENDPOINTS: JSON.stringify({
          'google-auth': oauth.url,
          'google-oauth': oauth.url,
          'gmail': api.url,
          'calendar': api.url,
          'jiit': portal.url,
        }),
      },
    });
  });
  afterAll(async () => {
    await bench?.close();
    await api?.close();
    await portal?.close();
    await oauth?.close();
  });

  test('a command that nothing is connected for leads to the place where it is connected', async () => {
    await bench.browser.openPage(bench.sites.url('home.example'));
    const panel = await bench.openPanel();
    await panel.ask('/gmail-unread');
    await panel.click('button', 'Connect Google');
    await panel.page.waitForSelector('[data-testid="connection-google"][open]');
    await panel.click('button', 'Back');
  });

  test('a client id, a click and the sign-in page are all that it takes, for what was ticked', async () => {
    const panel = await bench.findPanel();
    await openConnection(panel, 'google');
    const redirect = await panel.page.$eval('[data-testid="connection-google"] code', (code) => code.textContent);
    oauth.redirectUris.add(redirect ?? '');
    await enter(panel, 'client_id', oauth.clientId);
    await enter(panel, 'client_secret', oauth.clientSecret);
    await panel.page.keyboard.press('Enter');
    await panel.waitForText('Saved.');
    await panel.click('checkbox', 'Read mail');
    await panel.click('button', 'Sign in with Google');
    await panel.waitForText('It works: me@mail.example');
    const asked = oauth.server.requests.find(({ url }) => url.pathname.endsWith('/auth'));
    expect(asked?.url.searchParams.get('scope')).toBe('https://www.googleapis.com/auth/gmail.readonly');
    expect(asked?.url.searchParams.get('code_challenge_method')).toBe('S256');
    expect(asked?.url.search).not.toContain('code_verifier');
    await panel.click('button', 'Back');
  });

  test('mail is read, and sending asks for more access first, then for exactly this mail', async () => {
    const panel = await bench.findPanel();
    // What was asked before still stands in the composer.
    await sendCommand(panel, '/gmail-unread');
    await openResult(panel, 0);
    const text = await panel.waitForText('Lunch on Friday');
    expect(text).toContain('At noon?');
    expect(text).not.toContain('HIDDEN');

    const send = '/gmail-send {"to":["ann@mail.example"],"subject":"Re: Lunch, gern!","body":"Schöne Grüße"}';
    await sendCommand(panel, send);
    await panel.waitForText('Schöne Grüße');
    await panel.click('button', 'Approve');
    // The account allows reading only: the card says so and leads to the box, which is ticked.
    await panel.click('button', 'Connect Google');
    await panel.click('button', 'Sign in with Google');
    await panel.waitForText('It works');
    await panel.click('button', 'Back');
    await sendCommand(panel, send);
    await panel.click('button', 'Approve');
    await openResult(panel, 2);
    await panel.waitForText('Sent to ann@mail.example');
    expect(api.sent).toHaveLength(1);
    expect(api.lastSent()).toContain('To: ann@mail.example');
  });

  test('mail is searched, read alone and as a conversation, and the newest is listed', async () => {
    const panel = await bench.findPanel();
    await panel.click('button', 'New thread');
    expect(await callCommand(panel, '/gmail-search invoice', 'Invoice for May')).not.toContain('Lunch on Friday');
    expect(await callCommand(panel, '/gmail-read message_id=m1', 'At noon?')).not.toContain('HIDDEN');
    expect(await callCommand(panel, '/gmail-read thread_id=c2', 'Paid it on Monday.')).toContain(
      'The invoice is 42 EUR.',
    );
    const latest = await callCommand(panel, '/gmail-latest max_results=2', 'Invoice for May');
    expect(latest).toContain('Lunch on Friday');
    expect(latest).not.toContain('Re: Invoice');
  });

  test('a draft, a mark and an archived mail are what was approved, and a mail is shown whole before it goes', async () => {
    const panel = await bench.findPanel();
    await openConnection(panel, 'google');
    await panel.click('checkbox', 'Mark mail as read');
    await panel.click('checkbox', 'Write drafts');
    await panel.click('button', 'Sign in with Google');
    await panel.waitForText('It works');
    await panel.click('button', 'Back');
    await panel.click('button', 'New thread');
    const mail = { to: ['bo@mail.example'], cc: ['ann@mail.example'], subject: 'Größe', body: 'First line\nLast line' };
    const shown = ['bo@mail.example', 'ann@mail.example', 'Größe', 'First line', 'Last line'];
    await callCommand(panel, `/gmail-draft ${JSON.stringify(mail)}`, 'under Drafts', shown);
    expect(api.drafts).toHaveLength(1);
    await callCommand(panel, '/gmail-mark_read message_id=m1', 'is marked as read', ['m1']);
    expect(api.mails[0]?.labels).toEqual(['INBOX']);
    await callCommand(panel, '/gmail-archive {"message_id":"m1","subject":"Lunch on Friday"}', 'is archived', [
      'Lunch on Friday',
    ]);
    expect(api.mails[0]?.labels).toEqual([]);
    const attached = { ...mail, attachments: [{ name: 'list.txt', text: 'tea, milk' }] };
    const all = [...shown, 'list.txt', 'tea, milk'];
    await callCommand(panel, `/gmail-send ${JSON.stringify(attached)}`, 'Sent to bo@mail.example', all);
    expect(api.sent).toHaveLength(2);
    for (const line of ['To: bo@mail.example', 'Cc: ann@mail.example', 'filename=list.txt'])
      expect(api.lastSent()).toContain(line);
  });

  test('the portal shows its captcha, and attendance is told after the login', async () => {
    const panel = await bench.findPanel();
    await sendCommand(panel, '/pyjiit-login');
    await panel.click('button', 'Connect JIIT');
    await panel.page.waitForSelector('.captcha img[src^="data:image/png"]');
    await enter(panel, 'username', portal.username);
    await enter(panel, 'password', portal.password);
    await enter(panel, 'captcha', portal.captcha);
    await panel.click('button', 'Log in', { exact: true });
    await panel.waitForText('It works: Asha Rao');
    await panel.click('button', 'Back');
    await panel.click('button', 'New thread');
    await callCommand(panel, '/pyjiit-attendance', 'ALGORITHMS(15B11CI411), attendance 81.5 %');
  });

  test('the portal tells semesters, subjects, exams and grades, and a session that ended leads to the login', async () => {
    const panel = await bench.findPanel();
    await callCommand(panel, '/pyjiit-semesters', '2026EVESEM');
    await callCommand(panel, '/pyjiit-subjects registration_code=2025ODDSEM', 'R MEHTA');
    expect(portal.asked['registrationid']).toBe('r1');
    await callCommand(panel, '/pyjiit-exams', 'T1: ALGORITHMS (15B11CI411)');
    await callCommand(panel, '/pyjiit-grades', 'SGPA 8.2, CGPA 8.05');
    portal.status = 401;
    await sendCommand(panel, '/pyjiit-grades');
    await panel.waitForText('has ended: log in again');
    await panel.find('button', 'Connect JIIT');
    portal.status = undefined;
  });

  test('an event is made as it was approved, and stands in the list', async () => {
    const panel = await bench.findPanel();
    const create =
      '/calendar-create {"summary":"Tea with Bo","start_time":"2027-01-05T15:00","end_time":"2027-01-05T16:00"}';
    await panel.click('button', 'New thread');
    await sendCommand(panel, create);
    await panel.click('button', 'Approve');
    await panel.click('button', 'Connect Google');
    await panel.click('checkbox', 'Read the calendar');
    await panel.click('button', 'Sign in with Google');
    await panel.waitForText('It works');
    await panel.click('button', 'Back');
    await sendCommand(panel, create);
    await panel.click('button', 'Approve');
    await openResult(panel, 1);
    await expect.poll(() => api.events.map(({ summary }) => summary)).toEqual(['Tea with Bo']);
    await sendCommand(panel, '/calendar-events');
    await openResult(panel, 2);
    await panel.page.waitForFunction(() =>
      [...document.querySelectorAll('[data-testid="tool-call"]')].at(2)?.textContent?.includes('Tea with Bo'),
    );
  });

  test('an event is moved, free times are told without a word of it, and it is deleted by its title', async () => {
    const panel = await bench.findPanel();
    await panel.click('button', 'New thread');
    const changed = { event_id: 'event1', title: 'Tea with Bo', location: 'Café Nord', guests: ['bo@mail.example'] };
    await callCommand(panel, `/calendar-update ${JSON.stringify(changed)}`, 'Changed', [
      'Café Nord',
      'bo@mail.example',
    ]);
    expect(api.events[0]).toMatchObject({ location: 'Café Nord', attendees: [{ email: 'bo@mail.example' }] });
    const range = '{"from":"2027-01-05T00:00:00Z","to":"2027-01-06T00:00:00Z"}';
    expect(await callCommand(panel, `/calendar-free_busy ${range}`, 'Free:')).not.toContain('Tea with Bo');
    await callCommand(panel, '/calendar-delete {"event_id":"event1","title":"Dinner"}', 'another title', ['Dinner']);
    expect(api.events).toHaveLength(1);
    await callCommand(panel, '/calendar-delete {"event_id":"event1","title":"Tea with Bo"}', 'Deleted', [
      'Tea with Bo',
    ]);
    expect(api.events).toHaveLength(0);
  });

  test('disconnecting revokes the login', async () => {
    const panel = await bench.findPanel();
    await openConnection(panel, 'google');
    await panel.click('button', 'Disconnect: Google');
    await panel.page.waitForFunction(
      () => document.querySelector('[data-testid="connection-google"] .card-state')?.textContent === 'not connected',
    );
    expect(oauth.revoked).toHaveLength(1);
    expect(bench.backend.output()).not.toContain('canary');
  });
});

/** Unfolds the tool call with this place in the thread. */
async function openResult(panel: Panel, nth: number): Promise<void> {
  await panel.page.waitForFunction(
    (at) => document.querySelectorAll('[data-testid="tool-call"]').length > at,
    { timeout: 60_000 },
    nth,
  );
  const calls = await panel.page.$$('[data-testid="tool-call"] > summary');
  await calls[nth]?.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await calls[nth]?.click();
}
