import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fetchOutside } from '../../../worker/platform/outbound/fetch-outside.ts';
import { fetchCaptions } from '../../../worker/transcripts/youtube-captions.ts';
import {
  type CaptionTrack,
  chooseTrack,
  readPlayerResponse,
  readWatchPage,
} from '../../../worker/transcripts/youtube-player.ts';

interface Answer {
  status?: number;
  body: string;
}

let server: Server;
let origin: string;
let answers: Record<string, Answer> = {};
let asked: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? '';
    asked.push(path);
    const { status = 200, body } = answers[path] ?? { status: 404, body: '' };
    response.writeHead(status).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  answers = {};
  asked = [];
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function ask(language: string | null = 'en', asApp = true) {
  return fetchCaptions('abcdefghijk', {
    fetchOutside: (url, options) => fetchOutside(url, { ...options, allowLoopback: true }),
    language,
    asApp,
    origin,
  });
}

const page = (player: unknown) =>
  `<html><script>ytcfg.set({"INNERTUBE_API_KEY":"key"});</script>
   <script>var ytInitialPlayerResponse = ${JSON.stringify(player)};var x = "}";</script></html>`;
const tracks = (...list: { baseUrl: string; languageCode: string; kind?: string }[]) => ({
  playabilityStatus: { status: 'OK' },
  captions: { playerCaptionsTracklistRenderer: { captionTracks: list } },
});
const json3 = JSON.stringify({
  events: [{ tStartMs: 0, dDurationMs: 1000, segs: [{ utf8: 'Hi "}" there.' }] }],
});

describe('captions of a video', () => {
  it('come from the hand-written track in the podcast’s language', async () => {
    answers['/watch'] = {
      body: page(
        tracks(
          { baseUrl: '/tt/en-auto?v=1', languageCode: 'en', kind: 'asr' },
          { baseUrl: '/tt/de?v=1', languageCode: 'de' },
          { baseUrl: '/tt/en?v=1', languageCode: 'en' },
        ),
      ),
    };
    answers['/tt/en'] = { body: json3 };
    expect(await ask()).toMatchObject({
      status: 'ready',
      language: 'en',
      isAutomatic: false,
      lines: [{ start: 0, end: 1, text: 'Hi "}" there.' }],
    });
  });

  it('are requested as the app if the page’s addresses need a proof of origin', async () => {
    answers['/watch'] = { body: page(tracks({ baseUrl: '/tt/web?exp=xpe', languageCode: 'en' })) };
    answers['/youtubei/v1/player'] = {
      body: JSON.stringify(tracks({ baseUrl: '/tt/app', languageCode: 'en' })),
    };
    answers['/tt/app'] = { body: json3 };
    expect((await ask()).status).toBe('ready');
    expect(asked).toEqual(['/watch', '/youtubei/v1/player', '/tt/app']);

    asked = [];
    expect((await ask('en', false)).status).not.toBe('ready');
    expect(asked).not.toContain('/youtubei/v1/player');
  });

  it.each<[string, Answer, string, boolean]>([
    [
      'the video is private',
      {
        body: page({
          playabilityStatus: { status: 'LOGIN_REQUIRED', reason: 'This video is private' },
        }),
      },
      'private',
      false,
    ],
    [
      'the video is gone',
      {
        body: page({ playabilityStatus: { status: 'ERROR', reason: 'This video is unavailable' } }),
      },
      'removed',
      false,
    ],
    [
      'the video is for adults',
      {
        body: page({
          playabilityStatus: {
            status: 'LOGIN_REQUIRED',
            reason: 'This video may be inappropriate for some users.',
          },
        }),
      },
      'age-restricted',
      false,
    ],
    [
      'captions are off',
      { body: page({ playabilityStatus: { status: 'OK' } }) },
      'no-captions',
      false,
    ],
    [
      'YouTube wants a login without a reason in the video',
      { body: page({ playabilityStatus: { status: 'LOGIN_REQUIRED', reason: 'Please sign in' } }) },
      'refused',
      true,
    ],
    ['the page ends within the player', { body: 'ytInitialPlayerResponse = {"a' }, 'refused', true],
    [
      'YouTube wants consent',
      { body: '<form action="https://consent.youtube.com/s"></form>' },
      'consent',
      true,
    ],
    ['YouTube suspects a bot', { body: '<div class="g-recaptcha"></div>' }, 'bot-check', true],
    ['YouTube is overrun', { status: 429, body: '' }, 'refused', true],
    ['YouTube forbids it', { status: 403, body: '' }, 'refused', true],
    ['the page is something else', { body: '<html></html>' }, 'refused', true],
  ])('are told apart where there are none: %s', async (_, answer, status, isTemporary) => {
    answers['/watch'] = answer;
    expect(await ask()).toEqual({ status, isTemporary, reason: expect.any(String) });
  });

  it.each<[string, Answer]>([
    ['is refused', { status: 403, body: '' }],
    ['gets no JSON', { body: '<html></html>' }],
  ])('come from the page if the app %s', async (_, answer) => {
    answers['/watch'] = { body: page(tracks({ baseUrl: '/tt/web?exp=xpe', languageCode: 'en' })) };
    answers['/youtubei/v1/player'] = answer;
    answers['/tt/web'] = { body: json3 };
    expect((await ask()).status).toBe('ready');
    expect(asked).toEqual(['/watch', '/youtubei/v1/player', '/tt/web']);
  });

  it('are found behind a script that is cut off', async () => {
    const player = tracks({ baseUrl: '/tt/en', languageCode: 'en' });
    answers['/watch'] = { body: `<script>ytInitialPlayerResponse = {</script>${page(player)}` };
    answers['/tt/en'] = { body: json3 };
    expect((await ask()).status).toBe('ready');
  });

  it('are refused where YouTube asks for consent on another host', () => {
    expect(
      readWatchPage('<html></html>', 'https://consent.youtube.com/m?continue=x').answer,
    ).toEqual({ status: 'consent' });
  });

  it.each<[string, string, Answer, string]>([
    ['the address of the track is none', 'http://[', { body: json3 }, 'refused'],
    ['the track has no words', '/tt/en', { body: '{"error": 1}' }, 'no-captions'],
  ])('are missing if %s', async (_, baseUrl, answer, status) => {
    answers['/watch'] = { body: page(tracks({ baseUrl, languageCode: 'en' })) };
    answers['/tt/en'] = answer;
    expect(await ask()).toMatchObject({ status });
  });

  it('are requested as the app if the page suspects a bot', async () => {
    const bot = {
      playabilityStatus: {
        status: 'LOGIN_REQUIRED',
        reason: 'Sign in to confirm you’re not a bot',
      },
    };
    answers['/watch'] = { body: page(bot) };
    answers['/youtubei/v1/player'] = { body: JSON.stringify(bot) };
    expect(await ask()).toMatchObject({ status: 'bot-check', isTemporary: true });
  });

  it('are refused if the track is empty', async () => {
    answers['/watch'] = { body: page(tracks({ baseUrl: '/tt/en', languageCode: 'en' })) };
    answers['/tt/en'] = { body: '' };
    expect(await ask()).toMatchObject({ status: 'refused', isTemporary: true });
  });
});

describe('the choice of a track', () => {
  const track = (code: string): CaptionTrack => ({
    url: code,
    language: code.replace('*', ''),
    isAutomatic: code.endsWith('*'),
  });
  it.each([
    [['en*', 'en', 'de'], 'en', 'en'],
    [['en', 'de*'], 'de', 'de*'],
    [['de*', 'de-AT'], 'de', 'de-AT'],
    [['pt-BR', 'pt'], 'pt', 'pt'],
    [['en', 'de*'], 'de-AT', 'de*'],
    [['fr', 'en'], 'ja', 'en'],
    [['zh', 'en', 'ko', 'ko*'], null, 'ko'],
    [['fr*'], 'en', 'fr*'],
    [[], 'en', undefined],
  ])('of %j for %j is %j', (codes, language, chosen) => {
    expect(chooseTrack(codes.map(track), language)?.url).toBe(chosen);
  });

  it('tolerates replies of another shape', () => {
    for (const answer of [null, 'x', {}, { captions: 1 }, { playabilityStatus: {} }]) {
      expect(readPlayerResponse(answer).status).not.toBe('tracks');
    }
  });
});
