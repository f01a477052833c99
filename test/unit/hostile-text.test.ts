/**
 * Outside text that is built to be slow: everything that reads it takes time in proportion to its length. An
 * ordinary run tries a sample of the marks, `npm run test:hostile` all of them.
 */

import { describe, expect, test } from 'vitest';
import { checkStatement } from '../../worker/assistant/check/check-statement.ts';
import { linesOf, parseStatementLine } from '../../worker/assistant/model/statement-lines.ts';
import { descriptionSentences } from '../../worker/assistant/retrieval/description.ts';
import { runsOf } from '../../worker/assistant/retrieval/noun-phrases.ts';
import { sentencesOfText, splitSentences } from '../../worker/assistant/retrieval/sentences.ts';
import { FeedError } from '../../worker/feeds/feed-error.ts';
import { renderInsight } from '../../worker/library/render-insight.ts';
import { htmlToText } from '../../worker/platform/plain-text.ts';
import { TranscriptError } from '../../worker/transcripts/read/transcript-error.ts';
import { HOSTILE_MARKS } from '../support/hostile-marks.ts';
import { expectLinear } from '../support/linear-time.ts';
import { readFeed } from '../support/read-feed.ts';
import { sample } from '../support/sample.ts';
import { readTranscript } from '../support/transcripts-at-once.ts';

/** Of the marks, for each reader in an ordinary run. */
const SAMPLE = 12;

/** Runs a reader. It may refuse what it can't read. */
function reading(reader: (text: string) => unknown): (text: string) => void {
  return (text) => {
    try {
      reader(text);
    } catch (error) {
      if (!(error instanceof TranscriptError || error instanceof FeedError)) throw error;
    }
  };
}

const bytesOf = (text: string) => new TextEncoder().encode(text);
const transcript = (wrap: (text: string) => string) => (text: string) =>
  readTranscript(bytesOf(wrap(text)), { type: '', url: 'https://example.com/t' });
const feed = (wrap: (text: string) => string) => (text: string) =>
  readFeed(bytesOf(wrap(text)), { contentType: null, url: 'https://example.com/f' });
const item = (name: string) =>
  feed(
    (text) =>
      `<rss><channel><item><title>a</title><${name}><![CDATA[${text}]]></${name}></item></channel></rss>`,
  );
const channel = (name: string) =>
  feed(
    (text) =>
      `<rss><channel><${name}><![CDATA[${text}]]></${name}><item><title>a</title></item></channel></rss>`,
  );
async function* only(pieces: string[]) {
  yield* pieces;
}
const line = (text: string) => ({ start: 0, end: 1, speaker: null, text });
const CUE = '00:01.000 --> 00:02.000\n';

const readers: Record<string, (text: string) => unknown> = {
  'a text transcript': transcript((text) => text),
  'an HTML transcript': transcript((text) => `<html><p>${text}`),
  "an HTML transcript's speaker": transcript((text) => `<cite>${text}</cite><p>a</p>`),
  WebVTT: transcript((text) => `WEBVTT\n\n${CUE}${text}`),
  SRT: transcript((text) => `1\n00:00:01,000 --> 00:00:02,000\n${text}`),
  'JSON segments': transcript((text) =>
    JSON.stringify({
      segments: [0, 1, 2, 3, 4, 5].map((i) => ({ startTime: i, endTime: i + 1, body: text + i })),
    }),
  ),
  'timed text': transcript((text) => `<timedtext><body><p t="1">${text}`),
  'a feed': feed((text) => `<rss><channel>${text}`),
  "an item's title": item('title'),
  "an item's description": item('description'),
  "an item's date": item('pubDate'),
  "an item's duration": item('itunes:duration'),
  "a feed's author": channel('author'),
  'a description': htmlToText,
  'a saved insight': renderInsight,
  'sentences of a text': sentencesOfText,
  'what a description says': descriptionSentences,
  'sentences of a transcript': (text) => splitSentences([line(text)]),
  'sentences of many lines': (text) => splitSentences((text.match(/.{1,8}/gs) ?? []).map(line)),
  'topic words of a sentence': runsOf,
  "an answer's line": (text) => parseStatementLine(`${text} | 1 | "a"`),
  'a statement, its quotation and what it rests on': (text) =>
    checkStatement(
      { text: text.slice(0, 600), evidence: [{ lineIds: [0], quotation: text }] },
      { title: text, podcastTitle: text, description: text, lines: [line(text)] },
    ),
};

describe('repetitive text takes linear time', () => {
  test.each(Object.keys(readers))(
    '%s',
    (name) => {
      const reader = readers[name];
      if (!reader) throw new Error(name);
      for (const mark of sample(HOSTILE_MARKS, SAMPLE)) {
        expectLinear(reading(reader), (length) => `a${mark.repeat(length / mark.length)}x`);
      }
    },
    600_000,
  );
});

describe('text built against one parser', () => {
  const many = (count: number, write: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => write(index)).join('');

  const namespaces = (count: number) =>
    `<rss ${many(count, (i) => `xmlns:a${i}="u" `)}>${'<x xmlns:b="u"></x>'.repeat(count)}`;
  const nearlyRepeating = (length: number) => {
    const half = 'a\n'.repeat(length / 24);
    const segments = [0, 1, 2, 3, 4, 5].map((i) => ({
      startTime: i,
      endTime: i + 1,
      body: `${half}b\n${half}${i}`,
    }));
    return JSON.stringify({ segments });
  };
  const links = (length: number) =>
    `<rss><channel><item>${many(length / 6, (i) => `<podcast:transcript url="http://h/${i}"/>`)}`;
  const anyTranscript = transcript((text) => text);
  const anyFeed = feed((text) => text);

  test.each<[string, (text: string) => unknown, (length: number) => string]>([
    ['a time and spaces', anyTranscript, (length) => `1 ${' '.repeat(length)}x`],
    ['lines of lines that nearly repeat', anyTranscript, nearlyRepeating],
    [
      'JSON of nothing but objects',
      anyTranscript,
      (length) => `{"segments":[${'{},'.repeat(length / 3)}{}]}`,
    ],
    ['JSON of nothing but words', anyTranscript, (length) => `[${'"a",'.repeat(length * 4)}"a"]`],
    ['a duration', item('itunes:duration'), (length) => `P${' :,'.repeat(length / 3)}`],
    [
      'elements that are never closed, and ends of others',
      anyTranscript,
      (length) => `${'<b>'.repeat(length)}${'</i>'.repeat(length)}`,
    ],
    ['links to transcripts', anyFeed, links],
    ['namespaces within namespaces', anyFeed, (length) => namespaces(length / 40)],
    [
      'a text in pieces',
      anyFeed,
      (length) => `<rss><channel><item><title>${'<![CDATA[a]]>'.repeat(length)}`,
    ],
  ])(
    '%s takes time in proportion to its length',
    (_, reader, textOf) => expectLinear(reading(reader), textOf),
    120_000,
  );

  test('an answer with one endless line is cut off', async () => {
    const pieces = Array.from({ length: 20_000 }, () => 'and so on ');
    for await (const text of linesOf(only(pieces))) expect(text.length).toBeLessThan(10_000);
  });

  test('captions nested deeper than the stack are not a transcript', () => {
    const nested = transcript((text) => text);
    expect(() => nested(`WEBVTT\n\n${CUE}${'<c>'.repeat(60_000)}`)).toThrow(TranscriptError);
  });

  test('a transcript has at most as many lines as four hours have words', () => {
    const cueTime = (at: number) => new Date(at * 100).toISOString().slice(11, 23);
    const read = (text: string) =>
      readTranscript(bytesOf(text), { type: '', url: 'https://example.com/t' }).lines.length;
    const cues = many(60_000, (i) => `${cueTime(i)} --> ${cueTime(i + 1)}\nSaid ${i} so.\n\n`);
    expect(read(`WEBVTT\n\n${cues}`)).toBe(50_000);
    expect(read(cues.replaceAll('.', ','))).toBe(50_000);
    expect(read(`WEBVTT\n\n${CUE}${'<v A>a a</v><v B>b b</v>'.repeat(60_000)}`)).toBeLessThan(
      50_001,
    );
    const body = (i: number) => `{"startTime":${i},"body":"Said ${i} so."}`;
    expect(read(`{"segments":[${many(60_000, (i) => `${body(i)},`)}${body(0)}]}`)).toBe(50_000);
    expect(read(`<html>${many(60_000, (i) => `<p><time>0:01</time>Said ${i}</p>`)}`)).toBe(50_000);
    expect(read(many(60_000, (i) => `Said ${i}.\n\n`))).toBe(50_000);
    expect(() => read(`[${'{},'.repeat(300_000)}{}]`)).toThrow(TranscriptError);
  });

  test('speaker names are no longer than a line, and items have few transcripts', () => {
    const { lines } = readTranscript(bytesOf(`<cite>${'A'.repeat(9_000)}</cite><p>Hello.</p>`), {
      type: '',
      url: 'https://example.com/t',
    });
    expect(lines[0]?.speaker).toHaveLength(200);
    const links = many(1_000, (i) => `<podcast:transcript url="http://h/${i}"/>`);
    const { items } = readFeed(
      bytesOf(`<rss><channel><item><title>a</title>${links}</item></channel></rss>`),
      { contentType: null, url: 'https://example.com/f' },
    );
    expect(items[0]?.transcripts).toHaveLength(20);
  });

  test('a title is cut, and an absurd address or guid is dropped', () => {
    const endless = 'a'.repeat(50_000);
    const { items } = readFeed(
      bytesOf(
        `<rss><channel><item><title>${endless}</title><guid>${endless}</guid>` +
          `<link>http://h/${endless}</link><enclosure url="http://h/a.mp3"/></item></channel></rss>`,
      ),
      { contentType: null, url: 'https://example.com/f' },
    );
    expect(items[0]).toMatchObject({ guid: 'http://h/a.mp3', link: null });
    expect(items[0]?.title).toHaveLength(1_000);
  });
});
