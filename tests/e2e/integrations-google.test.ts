import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FakeGoogleOAuth } from '../fakes/google-oauth-server.ts';
import { FakeHttpServer } from '../fakes/http-server.ts';
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
  const summary = await panel.page.waitForSelector(`[data-testid="connection-${id}"] > summary`);
  await summary?.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await summary?.click();
}

describe.each(['chromium', 'firefox'] as const)('Google in %s', (name) => {
  let oauth: FakeGoogleOAuth;
  let api: FakeHttpServer;
  let bench: Workbench;

  beforeAll(async () => {
    oauth = await FakeGoogleOAuth.start();
    api = await new FakeHttpServer(({ headers }) =>
      oauth.scopesOf((headers.authorization ?? '').slice(7)) === undefined
        ? { status: 401, body: { error: { code: 401, status: 'UNAUTHENTICATED' } } }
        : { body: { emailAddress: 'me@mail.example' } },
    ).start();
    bench = await openWorkbench(name, SITE, {
      model: 'offline',
      env: {
        PAGEHAND_ENDPOINTS: JSON.stringify({
          'google-auth': oauth.url,
          'google-oauth': oauth.url,
          'gmail': api.url,
          'calendar': api.url,
        }),
      },
    });
  });
  afterAll(async () => {
    await bench?.close();
    await api?.close();
    await oauth?.close();
  });

  test('a client id, a click and the sign-in page are all that it takes; disconnecting revokes', async () => {
    await bench.browser.openPage(bench.sites.url('home.example'));
    const panel = await bench.openPanel();
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

    await panel.click('button', 'Disconnect: Google');
    await panel.page.waitForFunction(
      () => document.querySelector('[data-testid="connection-google"] .card-state')?.textContent === 'not connected',
    );
    expect(oauth.revoked).toHaveLength(1);
  });
});
