import { deflateSync } from 'node:zlib';
import { LIMITS } from '@pagehand/contracts/limits';
import JSZip from 'jszip';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Attachments } from '../../backend/documents/attachments.ts';
import { PageText } from '../../backend/documents/page-text.ts';
import { bytes, pdf, png, xlsx } from '../fakes/sample-files.ts';
import { AgentHarness } from '../unit/agent-support.ts';

const BIG = 100_000_000;
let harness: AgentHarness;
let attachments: Attachments;
const soon = () => AbortSignal.timeout(60_000);
const add = (name: string, content: Uint8Array) => attachments.add('t1', name, content, soon());
const textOf = async (name: string, content: Uint8Array): Promise<string> =>
  harness.store.attachments.text('t1', (await add(name, content)).attachmentId) ?? '';

beforeAll(async () => {
  harness = await AgentHarness.start(() => ({ text: 'Seen.' }));
  attachments = new Attachments(harness.store);
});
afterAll(async () => {
  await attachments.close();
  await harness.close();
});

/** A workbook with more in one of its files. */
async function swollen(file: string, before: string, after: string): Promise<Uint8Array> {
  const zip = await JSZip.loadAsync(await xlsx([['Tea', '4']]));
  const text = (await zip.file(file)?.async('string')) ?? '';
  zip.file(file, text.replace(before, after));
  return zip.generateAsync({ type: 'uint8array', compression: 'DEFLATE' });
}

/** Says of each file in an archive that it unpacks to 64 bytes: in its directory (APPNOTE 4.3.12) and before the file. */
function lying(archive: Uint8Array): Uint8Array {
  const view = Buffer.from(archive);
  for (const [signature, size] of [
    [0x02014b50, 24],
    [0x04034b50, 22],
  ] as const)
    for (let at = 0; at < view.length - 30; at += 1)
      if (view.readUInt32LE(at) === signature) view.writeUInt32LE(64, at + size);
  return view;
}

/** A PDF whose one page has a content stream of MB of blanks before its text, packed as often as there are filters. */
function packedPdf(filters: number, text = 'HIDDEN-BEHIND'): Uint8Array {
  let stream = Buffer.concat([Buffer.alloc(BIG, ' '), Buffer.from(`BT /F1 12 Tf 20 100 Td (${text}) Tj ET`)]);
  for (let time = 0; time < filters; time += 1) stream = deflateSync(stream);
  const plain = Buffer.from(pdf(text)).toString('latin1');
  const filter = `/Filter [${'/FlateDecode '.repeat(filters)}]`;
  return Buffer.from(
    plain.replace(
      /<< \/Length \d+ >>\nstream\n[\s\S]*?\nendstream/,
      () => `<< /Length ${stream.length} ${filter} >>\nstream\n${stream.toString('latin1')}\nendstream`,
    ),
    'latin1',
  );
}

/** A PNG that says it has this many pixels. */
function vast(width: number, height: number): Uint8Array {
  const picture = Buffer.from(png());
  picture.writeUInt32BE(width, 16);
  picture.writeUInt32BE(height, 20);
  return picture;
}

describe('a small file that unpacks to a lot', () => {
  test.each([
    ['a sheet of blanks', () => swollen('xl/worksheets/sheet1.xml', '<sheetData>', `<sheetData>${' '.repeat(BIG)}`)],
    [
      'whose sizes are lies',
      async () => lying(await swollen('xl/worksheets/sheet1.xml', '<sheetData>', `<sheetData>${' '.repeat(BIG)}`)),
    ],
    [
      'an entry that nobody asked for',
      () => swollen('xl/workbook.xml', '<sheets>', `<!--${'x'.repeat(BIG)}--><sheets>`),
    ],
    [
      'a cell far away, so that the table between is huge',
      () =>
        swollen(
          'xl/worksheets/sheet1.xml',
          '</sheetData>',
          '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>',
        ),
    ],
  ])('is refused: a workbook, %s', async (_how, make) => {
    const content = await make();
    expect(content.length).toBeLessThan(1_000_000);
    await expect(add('a.xlsx', content)).rejects.toMatchObject({ code: 'bad-request' });
    // The thread that reads is there for the next one.
    expect(await textOf('b.xlsx', await xlsx([['Tea', '4']]))).toContain('Tea');
  });

  test.each([1, 2])('is not read to its end: a PDF packed %i times', async (filters) => {
    const content = packedPdf(filters);
    expect(content.length).toBeLessThan(1_000_000);
    expect(await textOf('a.pdf', content).catch(() => '')).not.toContain('HIDDEN-BEHIND');
    expect(await textOf('b.pdf', pdf('The rent is 900 EUR'))).toContain('900 EUR');
    const pages = new PageText();
    const read = await pages.read({ kind: 'pdf', bytes: content }, soon()).catch(() => undefined);
    expect(JSON.stringify(read ?? '')).not.toContain('HIDDEN-BEHIND');
    await pages.close();
  });

  test.each([
    ['PNG', vast(60_000, 60_000)],
    ['GIF', Buffer.concat([Buffer.from('GIF89a'), Buffer.from([0xff, 0xff, 0xff, 0xff, 0, 0, 0])])],
    [
      'JPEG',
      Buffer.from(
        'ffd8ffe000104a46494600010100000100010000ffc0001108eeeeeeee03012200021101031101ffd9'.replaceAll(' ', ''),
        'hex',
      ),
    ],
    [
      'WebP',
      Buffer.concat([
        Buffer.from('RIFF'),
        Buffer.alloc(4),
        Buffer.from('WEBPVP8X'),
        Buffer.alloc(8),
        Buffer.alloc(6, 0xff),
      ]),
    ],
  ])('is refused: a %s with more pixels than a machine has memory', async (_type, content) => {
    await expect(add('a.png', content)).rejects.toMatchObject({ code: 'too-large' });
  });

  test('a picture without a header is refused, one of a common size is taken', async () => {
    await expect(add('a.png', png().slice(0, 18))).rejects.toMatchObject({ code: 'bad-request' });
    expect(await add('a.png', vast(8_000, 6_000))).toMatchObject({ type: 'image/png' });
  });
});

describe('what a file says of itself', () => {
  test('decides nothing: its name, its end, a text of millions of characters', async () => {
    const long = await add('a.txt', bytes('x'.repeat(LIMITS.attachmentText + 5)));
    expect(long.chars).toBe(LIMITS.attachmentText);
    await expect(add('a.png', bytes('<svg onload="alert(1)"/>'))).resolves.toMatchObject({ type: 'text/plain' });
  });

  test('an entity in a workbook is not expanded', async () => {
    const sheet = await swollen(
      'xl/worksheets/sheet1.xml',
      '<?xml version="1.0"?>',
      '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>',
    );
    expect(await textOf('a.xlsx', sheet).catch(() => '')).not.toContain('root:');
  });
});
