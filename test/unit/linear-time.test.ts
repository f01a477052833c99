/** Reading an outside text takes time in proportion to its length, whatever it contains. */

import { describe, expect, test } from 'vitest';
import { parseFeedDate } from '../../worker/feeds/dates.ts';
import { FeedError } from '../../worker/feeds/feed-error.ts';
import { parseDuration } from '../../worker/feeds/media.ts';
import { AppError } from '../../worker/platform/errors.ts';
import { hasTooManyParts } from '../../worker/platform/json-parts.ts';
import { languageTag } from '../../worker/platform/language-tag.ts';
import { withoutPauses } from '../../worker/platform/pauses.ts';
import {
  decodeEntities,
  foldSpace,
  htmlToLine,
  htmlToText,
} from '../../worker/platform/plain-text.ts';
import { decodeText } from '../../worker/platform/text-encoding.ts';
import { readCaptionsInSteps } from '../../worker/sources/read-captions.ts';
import { formatTranscript } from '../../worker/transcripts/format-transcript.ts';
import { TranscriptError } from '../../worker/transcripts/read/transcript-error.ts';
import { readTimedTextXml } from '../../worker/transcripts/read/youtube-timed-text.ts';
import { readWatchPage } from '../../worker/transcripts/youtube-player.ts';
import { expectBoundedWork, expectLinear, expectLinearWork, SEED } from '../support/linear-time.ts';
import { readFeed } from '../support/read-feed.ts';
import { readTranscript } from '../support/transcripts-at-once.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const URL_OF_IT = 'https://example.com/it';

/** What is no feed and no transcript may be refused. */
function orRefused(read: () => unknown): string {
  try {
    return JSON.stringify(read()) ?? '';
  } catch (error) {
    const isRefusal =
      error instanceof TranscriptError || error instanceof FeedError || error instanceof AppError;
    if (isRefusal) return '';
    throw error;
  }
}

const transcript =
  (type: string, wrap: (text: string) => string = (text) => text) =>
  (text: string) =>
    orRefused(() => readTranscript(bytesOf(wrap(text)), { type, url: URL_OF_IT }));
const feed =
  (wrap: (text: string) => string = (text) => text) =>
  (text: string) =>
    orRefused(() => readFeed(bytesOf(wrap(text)), { contentType: null, url: URL_OF_IT }));
const element = (name: string) =>
  feed(
    (text) =>
      `<rss><channel><item><title>a</title><${name}><![CDATA[${text.replaceAll(']]>', '')}]]></${name}></item></channel></rss>`,
  );
const CUE = '00:00:01.000 --> 00:00:02.000\n';

/** Each line carries its times and names; a character becomes a line at worst. */
const RECORDS = (length: number) => 100 * length + 10_000;
const TEXT = (length: number) => 2 * length + 100;

const readers: [name: string, read: (text: string) => string, most: (length: number) => number][] =
  [
    ['HTML as text', htmlToText, TEXT],
    ['HTML as a line', (text) => htmlToLine(text), TEXT],
    ['references', decodeEntities, TEXT],
    ['white space', foldSpace, TEXT],
    ['bytes', (text) => decodeText(bytesOf(text), {}), TEXT],
    ['parts of JSON', (text) => String(hasTooManyParts(text)), TEXT],
    ['a language tag', (text) => String(languageTag(text)), TEXT],
    ['a feed', feed(), RECORDS],
    ['a channel', feed((text) => `<rss><channel>${text}`), RECORDS],
    ['an Atom feed', feed((text) => `<feed xmlns="http://www.w3.org/2005/Atom">${text}`), RECORDS],
    ["an item's title", element('title'), RECORDS],
    ["an item's description", element('description'), RECORDS],
    ["an item's date", (text) => String(parseFeedDate(text)), TEXT],
    ["an item's duration", (text) => String(parseDuration(text)), TEXT],
    ['a transcript of text', transcript('text/plain'), RECORDS],
    ['a table of values', transcript('text/csv', (text) => `Speaker,Text\n${text}`), RECORDS],
    ['a quoted value', transcript('text/csv', (text) => `Speaker,"Text"\n"${text}`), RECORDS],
    ['a table of Markdown', transcript('', (text) => `|Name|Text|\n|-|-|\n|${text}|`), RECORDS],
    [
      'a table of HTML',
      transcript('text/html', (text) => `<table><tr><td>1:00<td>${text}<tr><td>1:01<td>${text}`),
      RECORDS,
    ],
    ["a court's record", transcript('', (text) => `Q. a\nA. b\nQ. c\nA. d\n${text}`), RECORDS],
    ['names in brackets', transcript('', (text) => `[a] b\n[c] d\n[a] b\n[c] d\n${text}`), RECORDS],
    ['a transcript of HTML', transcript('text/html', (text) => `<html><p>${text}`), RECORDS],
    ['WebVTT', transcript('text/vtt', (text) => `WEBVTT\n\n${CUE}${text}`), RECORDS],
    [
      'SRT',
      transcript('application/srt', (text) => `1\n00:00:01,000 --> 00:00:02,000\n${text}`),
      RECORDS,
    ],
    [
      'a text that may be captions',
      (text) => withoutPauses(readCaptionsInSteps(`1${text}`)),
      RECORDS,
    ],
    [
      'captions as a source',
      (text) => orRefused(() => withoutPauses(readCaptionsInSteps(`WEBVTT\n\n${CUE}${text}`))),
      RECORDS,
    ],
    [
      'JSON',
      transcript('application/json', (text) =>
        JSON.stringify({ segments: [{ startTime: 1, body: text }] }),
      ),
      RECORDS,
    ],
    [
      'TTML',
      transcript('application/ttml+xml', (text) => `<tt><body><div><p begin="1s">${text}`),
      RECORDS,
    ],
    [
      'timed text',
      (text) => JSON.stringify(readTimedTextXml(`<timedtext><body><p t="1">${text}`)),
      RECORDS,
    ],
    ['a watch page', (text) => orRefused(() => readWatchPage(text, URL_OF_IT)), RECORDS],
    [
      'a transcript to download',
      (text) =>
        formatTranscript(
          { source: 'feed', language: null, lines: [{ start: 0, end: 1, speaker: null, text }] },
          { title: 'a', podcastTitle: 'b', publishedAt: null, sourceUrl: null },
        ),
      TEXT,
    ],
  ];

describe(`time in proportion to the text, and bounded output (SEED=${SEED})`, () => {
  test.each(readers)('%s', { timeout: 120_000 }, (_, read, most) => {
    expectBoundedWork(read, most);
  });
});

describe('the measure itself', { timeout: 300_000 }, () => {
  /** Compares each character with every `step`-th other one. */
  const compare = (text: string, step: (length: number) => number): number => {
    let same = 0;
    for (let index = 0; index < text.length; index += 1) {
      for (let other = 0; other < text.length; other += step(text.length)) {
        if (text.charCodeAt(index) === text.charCodeAt(other)) same += 1;
      }
    }
    return same;
  };
  // Long enough to be measured on a fast machine: the shorter text takes 25 ms, the longer one 1.6 s, and that eight times.
  const quadratic = (text: string) => compare(text, () => 200);
  const linear = (text: string) => compare(text, (length) => length / 1_000);
  const make = (length: number) => 'ab'.repeat(length / 2);

  test('notices quadratic work', async () => {
    // Long enough for both to outlast what else the process does on a busy machine.
    const makeLong = (length: number) => make(5 * length);
    expect(() => expectLinear(quadratic, makeLong)).toThrow(/CPU time of \d times as much/);
    await expect(
      expectLinearWork(async (text: string) => quadratic(text), makeLong, 10_000),
    ).rejects.toThrow(/CPU time of \d times as much/);
  });

  test('accepts work that costs more from some length on, and then grows no faster', () => {
    const linearFrom = (text: string) => (text.length < 20_000 ? 0 : linear(text));
    expectLinear(linearFrom, make);
  });

  test('accepts linear work that takes long', async () => {
    expectLinear(linear, make);
    await expectLinearWork(async (text: string) => linear(text), make, 10_000);
  });
});
