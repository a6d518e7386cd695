import { type FakeService, type ServiceAnswer, startService } from './http-service.ts';

type Caption = [seconds: number, text: string];
type FakeVideo = {
  title: string;
  description: string;
  seconds: number;
  /** By language; `asr` tracks are automatic. */
  tracks: { language: string; kind?: 'asr'; lines: Caption[] }[];
  status?: string;
  captionsStatus?: number;
};

const KETTLES: FakeVideo = {
  title: 'How kettles work',
  description: 'All about kettles.\n\n0:00 Introduction\n1:05 The heating element\n2:10 The switch\n\nMusic: none',
  seconds: 180,
  tracks: [
    {
      language: 'en',
      kind: 'asr',
      lines: [
        [0, 'welcome to kettels'],
        [70, 'the element gets hot'],
      ],
    },
    {
      language: 'en',
      lines: [
        [0, 'Welcome to kettles.'],
        [70, 'The heating element is a coil of nichrome.'],
        [135, 'A bimetal strip switches it off.'],
      ],
    },
    {
      language: 'de',
      lines: [
        [0, 'Willkommen.'],
        [70, 'Das Heizelement ist eine Spule.'],
        [135, 'Ein Bimetall schaltet ab.'],
      ],
    },
  ],
};

/** Two hours of talk. */
const LONG: FakeVideo = {
  title: 'Two hours of tea',
  description: 'A long talk.',
  seconds: 7_200,
  tracks: [
    {
      language: 'en',
      lines: Array.from(
        { length: 2_400 },
        (_, index): Caption => [
          index * 3,
          index === 1_500
            ? 'The oolong rests for nine minutes.'
            : `Sentence ${index} goes on about leaves and water and cups.`,
        ],
      ),
    },
  ],
};

const VIDEOS: Record<string, FakeVideo> = {
  kettles0001: KETTLES,
  twohours001: LONG,
  silent00001: { ...KETTLES, title: 'A silent film', tracks: [] },
  /** Lists captions, and gives none. */
  noCaptions1: { ...KETTLES, captionsStatus: 404 },
  private0001: { ...KETTLES, status: 'LOGIN_REQUIRED' },
  robots00001: { ...KETTLES, status: 'BOT' },
};

/** YouTube as its own pages and apps speak to it: the watch page, `player`, captions as json3. */
export const startYoutube = (): Promise<FakeService> =>
  startService(({ url, body, method }): ServiceAnswer => {
    if (url.pathname === '/watch')
      return {
        text: `<!doctype html><title>YouTube</title><script>ytcfg.set({"INNERTUBE_API_KEY":"AIzaFakeKeyOfThePage","INNERTUBE_CONTEXT":{}});</script>`,
      };
    if (url.pathname === '/youtubei/v1/player' && method === 'POST') {
      const asked: { videoId: string; context: { client: { clientName: string } } } = JSON.parse(body);
      const video = VIDEOS[asked.videoId];
      if (video === undefined) return { json: { playabilityStatus: { status: 'ERROR', reason: 'Video unavailable' } } };
      if (video.status === 'BOT')
        return {
          json: { playabilityStatus: { status: 'LOGIN_REQUIRED', reason: 'Sign in to confirm you’re not a bot' } },
        };
      if (video.status !== undefined)
        return { json: { playabilityStatus: { status: video.status, reason: 'This is a private video.' } } };
      return {
        json: {
          playabilityStatus: { status: 'OK' },
          videoDetails: {
            videoId: asked.videoId,
            title: video.title,
            author: 'Ada’s Kitchen',
            lengthSeconds: String(video.seconds),
            shortDescription: video.description,
            viewCount: '1234',
            isLive: false,
          },
          ...(video.tracks.length === 0
            ? {}
            : {
                captions: {
                  playerCaptionsTracklistRenderer: {
                    captionTracks: video.tracks.map(({ language, kind }, index) => ({
                      baseUrl: `https://www.youtube.com/api/timedtext?v=${asked.videoId}&track=${index}&fmt=srv3`,
                      name: { runs: [{ text: language }] },
                      vssId: `.${language}`,
                      languageCode: language,
                      isTranslatable: true,
                      ...(kind === undefined ? {} : { kind }),
                    })),
                  },
                },
              }),
        },
      };
    }
    if (url.pathname === '/api/timedtext') {
      const video = VIDEOS[url.searchParams.get('v') ?? ''];
      const track = video?.tracks[Number(url.searchParams.get('track'))];
      if (track === undefined || video?.captionsStatus !== undefined || url.searchParams.get('fmt') !== 'json3')
        return { status: 404, text: '' };
      return {
        json: {
          wireMagic: 'pb3',
          events: [
            { tStartMs: 0, dDurationMs: 1, id: 1, wpWinPosId: 1 },
            ...track.lines.map(([seconds, text]) => ({
              tStartMs: seconds * 1_000,
              dDurationMs: 3_000,
              segs: [{ utf8: text }],
            })),
          ],
        },
      };
    }
    return { status: 404, text: 'not found' };
  });
