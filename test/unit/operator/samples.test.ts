/** What the sample podcasts say, and when. */
import { describe, expect, test } from 'vitest';
import { renderSrt, renderVtt } from '../../../worker/operator/samples/captions.ts';
import { cutIntoCues, MAX_CUE_WORDS, wrapCue } from '../../../worker/operator/samples/cue-cuts.ts';
import { countWords, parseScript } from '../../../worker/operator/samples/script.ts';
import { type Episode, loadShows, type Show } from '../../../worker/operator/samples/shows.ts';
import { type Timeline, timeScript } from '../../../worker/operator/samples/timing.ts';
import { element } from '../../../worker/operator/samples/xml.ts';

const shows = loadShows();

const marketing = shows.find((show) => show.slug === 'marketing') as Show;

const spoken = shows.flatMap((show) =>
  show.episodes
    .filter((episode) => episode.transcript !== 'none')
    .map((episode) => ({ name: `${show.slug}/${episode.slug}`, show, episode })),
);

function timelineOf(episode: Episode | undefined): Timeline {
  if (!episode?.timeline) throw new Error('an episode without sound');
  return episode.timeline;
}

describe('the scripts', () => {
  test('there are five shows, each with its three transcripts', () => {
    const categories = shows.map((show) => show.category).toSorted();
    expect(categories).toEqual(['Finance', 'HR', 'Health', 'Law', 'Marketing']);
    for (const show of shows) {
      expect(show.title).toBe(`Dripcast Sampler: ${show.category}`);
      const links = show.episodes
        .filter((episode) => episode.transcript !== 'none')
        .map((episode) => [episode.daysAgo, episode.transcript]);
      expect(links, show.title).toEqual([
        [1, 'vtt'],
        [3, 'srt'],
        [6, 'json'],
      ]);
    }
  });

  test('Marketing also has an episode without transcript and a YouTube short', () => {
    const extras = marketing.episodes.filter((episode) => episode.transcript === 'none');
    expect(extras.map((episode) => [episode.daysAgo, episode.timeline !== null])).toEqual([
      [2, true],
      [4, false],
    ]);
    expect(extras[1]?.link).toMatch(/^https:\/\/www\.youtube\.com\/shorts\/[\w-]{11}$/);
  });

  test.each(spoken)('$name is a conversation of about ten minutes', ({ show, episode }) => {
    const turns = episode.chapters.flatMap((chapter) => chapter.turns);
    const words = countWords(turns.map((turn) => turn.text).join(' '));
    expect(words).toBeGreaterThanOrEqual(1_400);
    expect(words).toBeLessThanOrEqual(1_700);
    expect(episode.chapters.length).toBeGreaterThanOrEqual(4);
    expect(episode.chapters.length).toBeLessThanOrEqual(6);
    const speakers = [...new Set(turns.map((turn) => turn.speaker))];
    expect(speakers[0]).toBe(show.host);
    expect(speakers.length).toBeGreaterThanOrEqual(2);
    expect(speakers.length).toBeLessThanOrEqual(3);
  });

  test('an invalid script is refused with its name', () => {
    const head = 'title: A\ndescription: B\ndaysAgo: 1\ntranscript: vtt\n';
    const refuse = (text: string) => expect(() => parseScript(text, 'a.txt'));
    refuse(head).toThrow(/a\.txt: expected one line/);
    refuse(`${head}mood: good\n---\n`).toThrow(/'mood: good'/);
    refuse('title: A\n---\n').toThrow(/lacks 'daysAgo'/);
    refuse(`${head}---\n## One\nno speaker here`).toThrow(/no speaker/);
    refuse(`${head}---\nAda Byron: Hello.`).toThrow(/before the first chapter/);
    refuse(`${head}---\n## One\n## Two\nAda Byron: Hello.`).toThrow(/nobody speaks in 'One'/);
  });
});

describe('the timing', () => {
  test.each(spoken)('$name runs forward and says every word', ({ episode }) => {
    const timeline = timelineOf(episode);
    let clockMs = 0;
    for (const cue of timeline.cues) {
      expect(cue.startMs).toBeGreaterThanOrEqual(clockMs);
      expect(cue.endMs).toBeGreaterThan(cue.startMs);
      expect(cue.text.split(' ').length).toBeLessThanOrEqual(MAX_CUE_WORDS);
      expect(wrapCue(cue.text).split('\n').length).toBeLessThanOrEqual(2);
      clockMs = cue.endMs;
    }
    expect(timeline.durationMs).toBeGreaterThan(clockMs);
    const starts = timeline.chapters.map((chapter) => chapter.startMs);
    expect(starts[0]).toBe(0);
    expect(starts).toEqual([...new Set(starts)].toSorted((a, b) => a - b));
    const turns = episode.chapters.flatMap((chapter) => chapter.turns);
    expect(timeline.cues.map((cue) => cue.text).join(' ')).toBe(
      turns.map((turn) => turn.text).join(' '),
    );
  });

  test('cues end where sentences and clauses do', () => {
    expect(
      cutIntoCues('Yes. It grew by 3.5 percent last year, and nobody at Dr. Adler’s firm saw why.'),
    ).toEqual([
      'Yes. It grew by 3.5 percent last year,',
      'and nobody at Dr. Adler’s firm saw why.',
    ]);
    const endless = Array.from({ length: 40 }, (_, index) => `word${index}`).join(' ');
    expect(cutIntoCues(endless).join(' ')).toBe(endless);
    expect(cutIntoCues('One thing — only one — matters.')).toEqual([
      'One thing — only one — matters.',
    ]);
  });
});

describe('captions', () => {
  const script = parseScript(
    'title: A\ndescription: B\ndaysAgo: 1\ntranscript: vtt\n---\n## One\n' +
      'Ada Byron: Q&A is < 1 hour. That surprises most people I know.\n\nBo Li: It does.',
    'a.txt',
  );
  const timeline = timeScript(script) as Timeline;

  test('WebVTT names the voice of each cue and escapes its text', () => {
    expect(renderVtt(timeline)).toBe(
      'WEBVTT\n\n00:00:00.500 --> 00:00:02.100\n<v Ada Byron>Q&amp;A is &lt; 1 hour.\n\n' +
        '00:00:02.100 --> 00:00:04.500\n<v Ada Byron>That surprises most people I know.\n\n' +
        '00:00:04.950 --> 00:00:05.750\n<v Bo Li>It does.\n',
    );
  });

  test('SubRip names the speaker at the start of a turn', () => {
    expect(renderSrt(timeline)).toBe(
      '1\n00:00:00,500 --> 00:00:02,100\nAda Byron: Q&A is < 1 hour.\n\n' +
        '2\n00:00:02,100 --> 00:00:04,500\nThat surprises most people I know.\n\n' +
        '3\n00:00:04,950 --> 00:00:05,750\nBo Li: It does.\n',
    );
  });
});

test('an element escapes its texts and attributes, and leaves out what is null', () => {
  expect(element('a', { b: '"', c: undefined }, element('i'), '<', null).markup).toBe(
    '<a b="&quot;"><i/>&lt;</a>',
  );
});
