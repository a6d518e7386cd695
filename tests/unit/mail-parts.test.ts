import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { GoogleBench } from './google-support.ts';

let bench: GoogleBench;
beforeAll(async () => {
  bench = await GoogleBench.start();
});
afterAll(() => bench.close());
beforeEach(() => {
  bench.google.mails.splice(0);
});

type Part = Record<string, unknown>;
const body = (mimeType: string, text: string): Part => ({
  mimeType,
  filename: '',
  body: { size: text.length, data: Buffer.from(text).toString('base64url') },
});
const plain = (text: string): Part => body('text/plain', text);
const html = (text: string): Part => body('text/html', `<p>${text}</p>`);
const apart = (mimeType: string): Part => ({ mimeType, filename: '', body: { size: 70_000, attachmentId: 'a1' } });
const multi = (kind: string, ...parts: Part[]): Part => ({ mimeType: `multipart/${kind}`, filename: '', parts });
const picture: Part = { mimeType: 'image/png', filename: '', body: { size: 9, attachmentId: 'a2' } };

const read = async (...parts: Part[]): Promise<string> => {
  bench.google.mails.push({ id: 'm1', from: 'a@b.example', subject: 'Parts', parts });
  return (await bench.call('gmail_read', { message_id: 'm1' })).result;
};

describe('the parts of a mail', () => {
  it.each<[string, Part[], string[], string[]]>([
    ['a message and an HTML footer', [plain('ONE'), html('TWO')], ['ONE', 'TWO'], []],
    ['an HTML message and a plain footer', [html('ONE'), plain('TWO')], ['ONE', 'TWO'], []],
    ['texts around a picture', [plain('ONE'), picture, html('TWO'), plain('THREE')], ['ONE', 'TWO', 'THREE'], []],
    [
      'an alternative and a footer',
      [multi('alternative', plain('NO'), html('ONE')), plain('TWO')],
      ['ONE', 'TWO'],
      ['NO'],
    ],
    ['alternatives in another order', [multi('alternative', html('ONE'), plain('NO'))], ['ONE'], ['NO']],
    [
      'an alternative whose HTML has pictures',
      [multi('alternative', plain('NO'), multi('related', html('ONE'), picture))],
      ['ONE'],
      ['NO'],
    ],
    [
      'an alternative inside of a signed mail, and the footer of a list',
      [multi('signed', multi('mixed', multi('alternative', plain('NO'), html('ONE')))), html('TWO')],
      ['ONE', 'TWO'],
      ['NO'],
    ],
    ['an alternative of plain texts', [multi('alternative', plain('NO'), plain('ONE'))], ['ONE'], ['NO']],
    [
      'an alternative with an invitation',
      [multi('alternative', plain('ONE'), body('text/calendar', 'NO'))],
      ['ONE'],
      ['NO'],
    ],
    [
      'a mail inside of a mail',
      [plain('ONE'), { mimeType: 'message/rfc822', filename: 'x.eml', parts: [html('NO')] }],
      ['ONE'],
      ['NO'],
    ],
    ['an attached text', [plain('ONE'), { ...plain('NO'), filename: 'notes.txt' }], ['ONE', 'notes.txt'], ['NO']],
    ['names of types in capitals', [body('TEXT/PLAIN', 'ONE')], ['ONE'], []],
    [
      'a text that Gmail keeps apart',
      [plain('ONE'), apart('text/html')],
      ['ONE', '[a part of this mail was not read: text/html, 70000 bytes]'],
      [],
    ],
  ])('%s: what is shown is read, in order', async (_what, parts, shown, left) => {
    const result = await read(...parts);
    const places = shown.filter((one) => one !== 'notes.txt').map((one) => result.indexOf(one));
    for (const one of shown) expect(result).toContain(one);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    for (const one of left) expect(result).not.toMatch(new RegExp(`\\b${one}\\b`, 'u'));
  });

  it('a hidden end of one part hides nothing of the next', async () => {
    expect(await read(body('text/html', '<p>ONE</p><div style="display:none">'), html('TWO'))).toContain('TWO');
  });
});
