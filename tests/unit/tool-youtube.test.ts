import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { videoId } from '../../backend/tools/youtube.ts';
import type { FakeService } from '../fakes/http-service.ts';
import { startYoutube } from '../fakes/youtube-service.ts';
import { ToolHarness } from './tool-harness.ts';

let youtube: FakeService;
let tools: ToolHarness;
beforeAll(async () => {
  youtube = await startYoutube();
  tools = await ToolHarness.start({ endpoints: { youtube: youtube.origin }, timeMs: 3_000 });
});
afterAll(async () => {
  await tools.close();
  await youtube.close();
});
const ask = (id: string, question = 'What is it about?', more: object = {}) =>
  tools.call('youtube', { url: `https://www.youtube.com/watch?v=${id}`, question, ...more });

describe('youtube', () => {
  it('gives metadata, chapters and the transcript by hand, with times that open the video there', async () => {
    const run = await ask('kettles0001', 'What is the heating element?');
    expect(run.content).toContain('# How kettles work');
    expect(run.content).toContain('Channel: Ada’s Kitchen');
    expect(run.content).toContain('[1:05](https://www.youtube.com/watch?v=kettles0001&t=65s) The heating element');
    expect(run.content).toContain(
      '[1:10](https://www.youtube.com/watch?v=kettles0001&t=70s) The heating element is a coil',
    );
    expect(run.content).not.toContain('kettels');
    expect(run.content).toContain('written by hand, in en');
    expect(run.sources).toEqual([
      { n: 1, title: 'How kettles work', url: 'https://www.youtube.com/watch?v=kettles0001' },
    ]);
  });

  it('takes the wanted language, and says when there is none', async () => {
    expect((await ask('kettles0001', 'x', { language: 'de-AT' })).content).toContain('Das Heizelement ist eine Spule.');
    const run = await ask('kettles0001', 'x', { language: 'hi' });
    expect(run.content).toContain('there is none in hi; there are: en, de');
  });

  it('finds the minute in two hours, and keeps the result short', async () => {
    const run = await ask('twohours001', 'How long does the oolong rest?');
    expect(run.content).toContain('nine minutes');
    expect(run.content).toMatch(/\[at \[1:1[45]:\d\d\]\(https:\/\/www\.youtube\.com\/watch\?v=twohours001&t=\d+s\)\]/u);
    expect(run.content.length).toBeLessThan(10_000);
  });

  it('says that there is no transcript, and answers from the page', async () => {
    const run = await ask('silent00001');
    expect(run.content).toContain('it has no transcript: this is only what its page says');
    expect(run.content).toContain('All about kettles.');
  });

  it('answers from the page when the captions cannot be had', async () => {
    const run = await ask('noCaptions1');
    expect(run.content).toContain('YouTube did not give its transcript');
    expect(run.content).toContain('All about kettles.');
  });

  it.each([
    ['private0001', 'service-error'],
    ['robots00001', 'service-limited'],
    ['missing0001', 'service-error'],
  ])('%s is an error that says why', async (id, code) => {
    expect((await ask(id)).error?.code).toBe(code);
  });

  it.each([
    [429, 'service-limited'],
    [404, 'service-error'],
    [503, 'service-unreachable'],
  ])('status %i is an error', async (status, code) => {
    youtube.instead = () => ({ status, text: 'SECRET OF THE SERVER' });
    const run = await ask('kettles0001');
    youtube.instead = undefined;
    expect(run.error?.code).toBe(code);
    expect(run.content).not.toContain('SECRET OF THE SERVER');
  });

  it('garbage and silence are errors', async () => {
    youtube.instead = () => ({ text: 'garbage' });
    expect((await ask('kettles0001')).error?.code).toBe('service-error');
    youtube.instead = () => undefined;
    expect((await ask('kettles0001')).error?.code).toBe('timeout');
    youtube.instead = undefined;
  });
});

describe('addresses of videos', () => {
  it.each([
    'kettles0001',
    'https://www.youtube.com/watch?v=kettles0001&t=30s',
    'youtube.com/watch?list=PL1&v=kettles0001',
    'https://youtu.be/kettles0001?si=x',
    'https://m.youtube.com/shorts/kettles0001',
    'https://www.youtube-nocookie.com/embed/kettles0001',
    'https://music.youtube.com/watch?v=kettles0001',
  ])('%s', (url) => {
    expect(videoId(url)).toBe('kettles0001');
  });

  it.each([
    'https://youtube.com.evil.example/watch?v=kettles0001',
    'https://vimeo.com/1',
    'https://www.youtube.com/@ada',
    'x',
  ])('%s is none', (url) => {
    expect(videoId(url)).toBeUndefined();
  });
});
