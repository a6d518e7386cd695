import { AppError } from '@pagehand/contracts/errors';
import * as z from 'zod';
import { readBytes, readJson, statusError } from './service-errors.ts';

/*
 * The three requests of YouTube's own pages and apps that are needed: the watch page (its API key, chapters), `player`
 * (metadata, caption tracks), the captions. There is no public API for transcripts. The library for it, youtubei.js,
 * opens a session with some ten requests and brings a parser for the player's script; nothing of that is needed here,
 * and no script of theirs may run in this process.
 */
export type YoutubeAccess = { fetch: typeof globalThis.fetch; baseUrl: string; signal: AbortSignal };
const SERVICE = { name: 'YouTube' };
/** Takes captions without a proof of origin token, which the web client demands. */
const CLIENT = { clientName: 'ANDROID', clientVersion: '20.10.38', androidSdkVersion: 30 };
const WATCH_PAGE_BYTES = 6_000_000;

const TextSchema = z.object({
  simpleText: z.string().optional(),
  runs: z.array(z.object({ text: z.string() })).optional(),
});
const PlayerSchema = z.object({
  playabilityStatus: z.object({ status: z.string(), reason: z.string().optional() }),
  videoDetails: z
    .object({
      title: z.string(),
      author: z.string().optional(),
      lengthSeconds: z.string().optional(),
      shortDescription: z.string().optional(),
      viewCount: z.string().optional(),
      isLive: z.boolean().optional(),
    })
    .optional(),
  captions: z
    .object({
      playerCaptionsTracklistRenderer: z
        .object({
          captionTracks: z
            .array(
              z.object({
                baseUrl: z.string(),
                languageCode: z.string(),
                /** `asr`: made by speech recognition. */
                kind: z.string().optional(),
                name: TextSchema.optional(),
              }),
            )
            .optional(),
        })
        .optional(),
    })
    .optional(),
});
const CaptionsSchema = z.object({
  events: z
    .array(
      z.object({
        tStartMs: z.number().optional(),
        segs: z.array(z.object({ utf8: z.string().optional() })).optional(),
      }),
    )
    .optional(),
});

export type CaptionTrack = { language: string; name: string; automatic: boolean; path: string };
/** `seconds` from the start of the video. */
export type Line = { seconds: number; text: string };
export type Chapter = { seconds: number; title: string };
export type Video = {
  title: string;
  channel: string;
  seconds: number;
  views: number | undefined;
  description: string;
  tracks: CaptionTrack[];
  chapters: Chapter[];
};

/**
 * What YouTube says of a video.
 * @throws AppError `service-error` with YouTube's reason when it cannot be played (private, removed, age, country).
 */
export async function readVideo(id: string, access: YoutubeAccess): Promise<Video> {
  const page = await watchPage(id, access);
  const key = /"INNERTUBE_API_KEY":"([\w-]{10,80})"/.exec(page)?.[1];
  const response = await access.fetch(
    `${access.baseUrl}/youtubei/v1/player?prettyPrint=false${key === undefined ? '' : `&key=${key}`}`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ context: { client: { ...CLIENT, hl: 'en' } }, videoId: id, contentCheckOk: true }),
      signal: access.signal,
    },
  );
  const player = await readJson(SERVICE, response, PlayerSchema);
  const { status, reason } = player.playabilityStatus;
  const details = player.videoDetails;
  if (status === 'LOGIN_REQUIRED' && /bot/i.test(reason ?? ''))
    throw new AppError('service-limited', 'YouTube wants to see that a person asks; open the video in the browser.');
  if (details === undefined || (status !== 'OK' && status !== 'LIVE_STREAM_OFFLINE'))
    throw new AppError('service-error', `The video cannot be read: ${REASONS[status] ?? 'YouTube gives no reason'}.`);
  const seconds = Number(details.lengthSeconds ?? 0);
  const description = details.shortDescription ?? '';
  return {
    title: details.title,
    channel: details.author ?? '',
    seconds,
    views: details.viewCount === undefined ? undefined : Number(details.viewCount),
    description,
    tracks: (player.captions?.playerCaptionsTracklistRenderer?.captionTracks ?? []).flatMap((track) => toTrack(track)),
    chapters: chaptersOf(description, page, seconds),
  };
}

/** `playabilityStatus.status` in words; YouTube's own are in the language of wherever we seem to be. */
const REASONS: Readonly<Record<string, string>> = {
  UNPLAYABLE: 'it is not available here',
  LOGIN_REQUIRED: 'it is private or only for signed-in adults',
  ERROR: 'there is no such video',
  AGE_VERIFICATION_REQUIRED: 'it is only for signed-in adults',
  CONTENT_CHECK_REQUIRED: 'it wants a confirmation',
};

type RawTrack = NonNullable<
  NonNullable<z.infer<typeof PlayerSchema>['captions']>['playerCaptionsTracklistRenderer']
>['captionTracks'];

/** Only the path and query of the address: it is asked of YouTube, wherever it points. */
function toTrack({ baseUrl, languageCode, kind, name }: NonNullable<RawTrack>[number]): CaptionTrack[] {
  if (!URL.canParse(baseUrl, 'https://www.youtube.com')) return [];
  const url = new URL(baseUrl, 'https://www.youtube.com');
  url.searchParams.set('fmt', 'json3');
  return [
    {
      language: languageCode,
      name: name?.simpleText ?? name?.runs?.map(({ text }) => text).join('') ?? languageCode,
      automatic: kind === 'asr',
      path: `${url.pathname}${url.search}`,
    },
  ];
}

/** The lines of a caption track. @throws AppError `service-error` when YouTube gives none. */
export async function readCaptions(track: CaptionTrack, access: YoutubeAccess): Promise<Line[]> {
  const response = await access.fetch(`${access.baseUrl}${track.path}`, { signal: access.signal });
  const { events = [] } = await readJson(SERVICE, response, CaptionsSchema);
  return events.flatMap(({ tStartMs = 0, segs = [] }) => {
    const text = segs
      .map(({ utf8 = '' }) => utf8)
      .join('')
      .replace(/\s+/g, ' ')
      .trim();
    return text === '' ? [] : [{ seconds: Math.floor(tStartMs / 1_000), text }];
  });
}

async function watchPage(id: string, access: YoutubeAccess): Promise<string> {
  const response = await access.fetch(`${access.baseUrl}/watch?v=${id}&hl=en`, {
    // The answer to its cookie banner: only what is necessary.
    headers: { 'accept-language': 'en', 'cookie': 'SOCS=CAI' },
    signal: access.signal,
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw statusError(SERVICE, response);
  }
  return new TextDecoder().decode((await readBytes(response, WATCH_PAGE_BYTES)).bytes);
}

/** By the page's own list; else by lines of the description that begin with a time, which YouTube makes chapters of. */
function chaptersOf(description: string, page: string, length: number): Chapter[] {
  const listed = [
    ...page.matchAll(
      /"chapterRenderer":\{"title":\{"simpleText":("(?:[^"\\]|\\.){1,200}")\},"timeRangeStartMillis":(\d{1,9})/g,
    ),
  ].map(
    ([, title = '""', ms = '0']): Chapter => ({
      title: String(JSON.parse(title)),
      seconds: Math.floor(Number(ms) / 1_000),
    }),
  );
  if (listed.length > 0) return listed;
  const found = [
    ...description.matchAll(
      /^[^\S\n]*[([]?((?:\d{1,2}:)?\d{1,2}:\d{2})[)\]]?[^\S\n]*[-–—:|]?[^\S\n]*(\S[^\n]{0,150})$/gm,
    ),
  ].map(([, time = '', title = '']): Chapter => ({ seconds: toSeconds(time), title: title.trim() }));
  const valid =
    found[0]?.seconds === 0 && found.every(({ seconds }, i) => i === 0 || seconds > (found[i - 1]?.seconds ?? 0));
  return valid && found.length >= 3 && (found.at(-1)?.seconds ?? 0) <= Math.max(length, 1) ? found : [];
}

const toSeconds = (time: string): number => time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
