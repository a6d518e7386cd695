import { PageSnapshotSchema } from '@pagehand/contracts/snapshot';
import { describe, expect, test } from 'vitest';
import { type EnteredFrame, joinFrames } from '../../entrypoints/utils/join-frames.ts';
import type { ParsedCapture } from '../../entrypoints/utils/page-answer-schema.ts';

const child = (index: number, origin: string, sandboxed = false): ParsedCapture['childFrames'][number] => ({
  index,
  origin,
  name: 'frame',
  visible: true,
  sandboxed,
});
const capture = (part: Partial<ParsedCapture> & { documentId: string; origin: string }): ParsedCapture => ({
  url: `${part.origin}/`,
  title: 'T',
  lang: 'en',
  dir: 'ltr',
  viewport: { width: 100, height: 100, scrollX: 0, scrollY: 0, scrollHeight: 100 },
  framePath: [],
  outline: '',
  refs: [],
  text: '',
  childFrames: [],
  omitted: { hidden: 0, refs: 0, textChars: 0, truncated: false },
  redacted: {},
  ...part,
});
const button = (ref: string, name: string): ParsedCapture['refs'][number] => ({
  ref,
  tag: 'button',
  role: 'button',
  name,
  states: [],
  fingerprint: { role: 'button', name, within: '', index: 0 },
});
const enter = (browserFrameId: number, part: ParsedCapture): EnteredFrame => ({
  browserFrameId,
  origin: part.origin,
  framePath: part.framePath,
  capture: part,
});
function join(entered: EnteredFrame[], access: (origin: string) => boolean = () => false) {
  const numbers = new Map([['b0', 0]]);
  const top = entered.find((frame) => frame.browserFrameId === 0)?.capture;
  if (top === undefined) throw new Error('no top frame');
  return joinFrames({
    snapshotId: 's',
    tabId: 1,
    entered,
    top,
    hasAccess: access,
    numberOf: (key) => {
      const known = numbers.get(key) ?? numbers.size;
      numbers.set(key, known);
      return known;
    },
  });
}

type Unreadable = [reason: string, frame: ParsedCapture['childFrames'][number], access: () => boolean];

describe('frames joined into one snapshot', () => {
  const top = capture({
    documentId: 'd0',
    origin: 'https://a.example',
    outline: '- heading "Top"\n  - iframe "inner" {frame:0}\n- button "Save" [e1]',
    refs: [button('e1', 'Save')],
    text: '<p>before</p><iframe data-frame="0"></iframe><p>after</p>',
    childFrames: [child(0, 'https://b.example')],
  });
  const inner = capture({
    documentId: 'd1',
    origin: 'https://b.example',
    framePath: [0],
    outline: '- button "Press" [e1]',
    refs: [button('e1', 'Press')],
    text: '<p>inside</p>',
    redacted: { jwt: 2 },
  });

  test('a child stands in place, indented, with refs of its own frame', () => {
    const snapshot = join([enter(0, top), enter(77, inner)]);
    expect(snapshot.outline).toBe(
      '- heading "Top"\n  - iframe "inner" b.example\n    - button "Press" [f1e1]\n- button "Save" [e1]',
    );
    expect(snapshot.refs.map((info) => [info.ref, info.frameId, info.name])).toEqual([
      ['e1', 0, 'Save'],
      ['f1e1', 1, 'Press'],
    ]);
    expect(snapshot.text).toBe(
      '<p>before</p><section data-frame="1" data-origin="https://b.example"><p>inside</p></section><p>after</p>',
    );
    expect(snapshot.redacted).toEqual({ jwt: 2 });
    expect(PageSnapshotSchema.safeParse(snapshot).success).toBe(true);
  });

  test.each([
    ['no-access', child(0, 'https://ads.example'), () => false],
    ['not-loaded', child(0, 'https://ads.example'), () => true],
    ['sandboxed', child(0, 'null', true), () => false],
    ['restricted', child(0, 'about:'), () => false],
  ] satisfies Unreadable[])('a frame that was not entered is listed as %s, never left out', (reason, frame, access) => {
    const snapshot = join([enter(0, { ...top, childFrames: [frame] })], access);
    expect(snapshot.frames[1]).toMatchObject({ readable: false, reason, origin: frame.origin, documentId: '' });
    expect(snapshot.outline).toContain(`(not readable: ${reason})`);
  });

  test('a frame that was entered and then silent is listed as timeout', () => {
    const silent: EnteredFrame = {
      browserFrameId: 77,
      origin: 'https://b.example',
      framePath: [0],
      capture: undefined,
    };
    expect(join([enter(0, top), silent]).frames[1]).toMatchObject({ readable: false, reason: 'timeout' });
  });

  test('frames of a shadow tree are found by origin, others are appended', () => {
    const shadow = capture({ ...inner, documentId: 'd2' });
    shadow.framePath = undefined;
    const placed = join([enter(0, { ...top, childFrames: [child(-1, 'https://b.example')] }), enter(5, shadow)]);
    expect(placed.outline).toContain('    - button "Press" [f1e1]');
    const appended = join([enter(0, { ...top, childFrames: [] }), enter(5, shadow)]);
    expect(appended.outline.endsWith('- iframe b.example\n  - button "Press" [f1e1]')).toBe(true);
  });

  test('a child cannot break out of its place: its markup names no other frame, its origin is escaped', () => {
    const evil = capture({
      documentId: 'd1',
      origin: 'https://b.example',
      framePath: [0],
      outline: '- text {frame:0}\n- text {frame:9}',
      text: '<iframe data-frame="0"></iframe>',
      childFrames: [child(0, '"><b>')],
    });
    const snapshot = join([enter(0, top), enter(77, evil)]);
    expect(snapshot.text).not.toContain('"><b>');
    expect(snapshot.outline.split('\n').filter((line) => line.includes('not readable'))).toHaveLength(1);
    expect(snapshot.frames).toHaveLength(3);
  });
});
