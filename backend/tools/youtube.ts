import { AppError } from '@pagehand/contracts/errors';
import { LIMITS } from '@pagehand/contracts/limits';
import * as z from 'zod';
import type { Passage } from '../documents/passages.ts';
import { relevantText } from '../documents/relevant-text.ts';
import { defineTool, type ToolContext, type ToolResult } from './define-tool.ts';
import { tellText } from './tell-text.ts';
import { type CaptionTrack, type Line, readCaptions, readVideo, type Video } from './youtube-client.ts';

/** Lines of a transcript that make one passage: up to this many characters. */
const PASSAGE = 400;

const schema = z.strictObject({
  url: z.string().trim().min(1).max(LIMITS.url).describe('Address of the video, or its id'),
  question: z.string().trim().min(1).max(1_000).describe('What to find out from the video'),
  language: z
    .string()
    .regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/)
    .optional()
    .describe('Language of the transcript, such as de or pt-BR'),
});

/** Answers from a video: its transcript with times, its chapters and metadata. */
export const youtube = defineTool({
  name: 'youtube',
  description:
    'Answer a question from a YouTube video: transcript with times, chapters, metadata. Link to the times in the answer.',
  schema,
  risk: 'low',
  effect: 'read',
  sends: (_args, context) => ({ destination: new URL(context.endpoint('youtube')).origin, asksOnly: true }),
  async run({ url, question, language }, context) {
    const id = videoId(url);
    if (id === undefined) throw new AppError('invalid-arguments', 'This is no address of a YouTube video.');
    context.status('reading a video');
    const access = { fetch: context.fetch, baseUrl: context.endpoint('youtube'), signal: context.signal };
    const video = await readVideo(id, access);
    const track = chooseTrack(video.tracks, language);
    if (track === undefined) return withoutTranscript(video, id, question, 'it has no transcript', context);
    let lines: Line[];
    try {
      lines = await readCaptions(track, access);
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'cancelled') throw error;
      return withoutTranscript(video, id, question, 'YouTube did not give its transcript', context);
    }
    if (lines.length === 0) return withoutTranscript(video, id, question, 'its transcript is empty', context);
    return withTranscript(video, id, question, { track, lines, language }, context);
  },
});

/** Of `watch?v=`, `youtu.be/`, `/shorts/`, `/embed/`, `/live/`, or the bare id. */
export function videoId(url: string): string | undefined {
  if (/^[\w-]{11}$/.test(url)) return url;
  const address = /^https?:\/\//i.test(url) ? url : `https://${url}`;
  if (!URL.canParse(address)) return undefined;
  const { hostname, pathname, searchParams } = new URL(address);
  const host = hostname.replace(/^(?:www|m|music)\./, '');
  const path = pathname.split('/');
  let id: string | null | undefined;
  if (host === 'youtu.be') id = path[1];
  else if (host === 'youtube.com' || host === 'youtube-nocookie.com')
    id = path[1] === 'watch' ? searchParams.get('v') : /^(?:shorts|embed|live|v)$/.test(path[1] ?? '') ? path[2] : '';
  return id && /^[\w-]{11}$/.test(id) ? id : undefined;
}

/** Written by a person before made by speech recognition; in the wanted language, else English, else the first. */
function chooseTrack(tracks: readonly CaptionTrack[], language: string | undefined): CaptionTrack | undefined {
  const manual = tracks.filter(({ automatic }) => !automatic);
  const speaks = (wanted: string) => (track: CaptionTrack) =>
    track.language.toLowerCase() === wanted.toLowerCase() ||
    track.language.split('-')[0] === wanted.toLowerCase().split('-')[0];
  const ordered = [...manual, ...tracks.filter(({ automatic }) => automatic)];
  const wanted = language === undefined ? undefined : ordered.find(speaks(language));
  // What is spoken is what the automatic track has: a translation by hand is not the video's own words.
  const spoken = tracks.find(({ automatic }) => automatic)?.language;
  return wanted ?? (spoken === undefined ? undefined : ordered.find(speaks(spoken))) ?? ordered[0];
}

function withTranscript(
  video: Video,
  id: string,
  question: string,
  transcript: { track: CaptionTrack; lines: readonly Line[]; language: string | undefined },
  context: ToolContext,
): ToolResult {
  const { track, lines, language } = transcript;
  const passages = toPassages(lines, video);
  const link = ({ start }: Passage): string => `[${clock(start)}](${linkTo(id, start)})`;
  const text = passages.map((passage) => `${link(passage)} ${passage.text}`).join('\n\n');
  const head = about(video, id);
  const relevant = relevantText(text, question, { passages, place: (passage) => `at ${link(passage)}` });
  const other = language !== undefined && track.language.split('-')[0] !== language.split('-')[0];
  const languages = [...new Set(video.tracks.map((one) => one.language))].join(', ');
  return tellText(
    {
      title: video.title,
      url: linkTo(id),
      kind: 'video transcript',
      relevant: { text: `${head}\n\n${relevant.text}`, cut: relevant.cut },
      whole: `${head}\n\n${text}`,
      notes: [
        `the transcript is ${track.automatic ? 'by speech recognition' : 'written by hand'}, in ${track.language}`,
        ...(other ? [`there is none in ${language}; there are: ${languages}`] : []),
      ],
    },
    context,
  );
}

function withoutTranscript(video: Video, id: string, question: string, why: string, context: ToolContext): ToolResult {
  const whole = `${about(video, id)}\n\n## Description\n\n${video.description}`;
  return tellText(
    {
      title: video.title,
      url: linkTo(id),
      kind: 'video page',
      relevant: relevantText(whole, question),
      whole,
      notes: [`${why}: this is only what its page says`],
    },
    context,
  );
}

function about(video: Video, id: string): string {
  const facts = [
    `Channel: ${video.channel}`,
    `Length: ${clock(video.seconds)}`,
    ...(video.views === undefined ? [] : [`Views: ${video.views}`]),
  ];
  const chapters = video.chapters.map(({ seconds, title }) => `- [${clock(seconds)}](${linkTo(id, seconds)}) ${title}`);
  return [`# ${video.title}`, facts.join(' · '), ...(chapters.length > 0 ? ['## Chapters', ...chapters] : [])].join(
    '\n',
  );
}

/** Lines put together until a passage is full or a chapter begins. `start` and `end` are seconds here. */
function toPassages(lines: readonly Line[], video: Video): Passage[] {
  const passages: Passage[] = [];
  for (const { seconds, text } of lines) {
    const chapter = video.chapters.findLast((one) => one.seconds <= seconds)?.title;
    const last = passages.at(-1);
    if (last !== undefined && last.text.length + text.length < PASSAGE && last.headings[0] === chapter) {
      last.text += ` ${text}`;
      last.end = seconds;
    } else
      passages.push({
        kind: 'paragraph',
        text,
        headings: chapter === undefined ? [] : [chapter],
        number: passages.length + 1,
        start: seconds,
        end: seconds,
      });
  }
  return passages;
}

/** `1:02:03` */
function clock(seconds: number): string {
  const [h, m, s] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (n: number): string => String(n).padStart(2, '0');
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

const linkTo = (id: string, seconds?: number): string =>
  `https://www.youtube.com/watch?v=${id}${seconds === undefined ? '' : `&t=${seconds}s`}`;
