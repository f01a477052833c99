import { describe, expect, it } from 'vitest';
import { readPlayerResponse, readWatchPage } from '../../worker/transcripts/youtube-player.ts';
import { filesOf } from '../bench/ingest/collect.ts';
import { transcriptVerdicts } from '../bench/ingest/score-transcripts.ts';
import { readTranscript } from '../support/transcripts-at-once.ts';

describe('real transcripts', () => {
  it('are read as their corpora expect', { timeout: 60_000 }, () => {
    const verdicts = transcriptVerdicts();
    expect(verdicts.length).toBeGreaterThan(100);
    expect(verdicts.filter(({ fault }) => fault !== null)).toEqual([]);
  });

  it('have the same words as captions and as text', { timeout: 60_000 }, () => {
    const files = filesOf('podcasts-talkpython', /\.(vtt|txt)$/);
    const spokenWords = (bytes: Uint8Array) =>
      readTranscript(bytes, { type: '', url: '' })
        .lines.map((line) => line.text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ''))
        .join('').length;
    const pairs = files
      .filter(({ path }) => path.endsWith('.vtt'))
      .flatMap((vtt) => {
        const txt = files.find(({ path }) => path === vtt.path.replace(/vtt$/, 'txt'));
        return txt === undefined
          ? []
          : [[spokenWords(vtt.bytes), spokenWords(txt.bytes), vtt.path] as const];
      });
    expect(pairs.length).toBeGreaterThan(0);
    const apart = pairs.filter(([vtt, txt]) => Math.abs(vtt - txt) > 0.03 * Math.max(vtt, txt));
    expect(apart.length, apart.join('\n')).toBeLessThanOrEqual(pairs.length * 0.1);
  });

  it('on YouTube are found, or their absence is explained', () => {
    const statuses = filesOf('youtube-', /\.(html|json|static)$/)
      .filter(({ path }) => /watch|player|innertube|consent|youtube\.html/.test(path))
      .map(({ bytes, path }) => {
        const text = new TextDecoder().decode(bytes).trimStart();
        const { status } = text.startsWith('<')
          ? readWatchPage(text, 'https://www.youtube.com/watch').answer
          : readPlayerResponse(JSON.parse(text));
        return `${status} ${path}`;
      });
    expect(statuses.filter((one) => one.startsWith('tracks')).length).toBeGreaterThan(5);
    expect(statuses.filter((one) => one.startsWith('refused'))).toEqual([]);
    for (const [name, status] of [
      ['consent', 'consent'],
      ['request_blocked', 'bot-check'],
      ['private', 'private'],
      ['age_restricted', 'age-restricted'],
      ['transcripts_disabled', 'no-captions'],
      ['video_unavailable', 'removed'],
    ]) {
      for (const one of statuses.filter((line) => line.includes(name ?? ''))) {
        expect(one.split(' ')[0]).toBe(status);
      }
    }
  });
});
