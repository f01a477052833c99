import { describe, expect, it } from 'vitest';
import { formatTranscript } from '../../../worker/transcripts/format-transcript.ts';

describe('a transcript to download', () => {
  const heading = {
    title: 'Episode 1',
    podcastTitle: 'Show',
    publishedAt: new Date('2025-06-03T07:39:21Z'),
    sourceUrl: 'https://a.b/1.vtt',
  };

  it('starts with title, podcast, date and source, then has speakers and times', () => {
    const line = (start: number, speaker: string | null, text: string) => ({
      start,
      end: start + 1,
      speaker,
      text,
    });
    const lines = [
      line(0, 'Ada', 'Hello.'),
      line(4, 'Ada', 'Welcome.'),
      line(9, 'Bo', 'Hi.'),
      line(50, 'Bo', 'Still me.'),
    ];
    expect(formatTranscript({ source: 'feed', language: 'en', lines }, heading)).toBe(`Episode 1
Show
2025-06-03
Transcript: published by the podcast, https://a.b/1.vtt

[0:00] Ada:
Hello.
Welcome.

[0:09] Bo:
Hi.

[0:50] Bo:
Still me.
`);
  });

  it('leaves out unknown facts', () => {
    const lines = [{ start: null, end: null, speaker: null, text: 'Words.' }];
    const text = formatTranscript(
      { source: 'speech', language: null, lines },
      { ...heading, publishedAt: null, sourceUrl: null },
    );
    expect(text).toBe('Episode 1\nShow\nTranscript: written by speech recognition\n\nWords.\n');
  });
});
