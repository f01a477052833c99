import { addDays } from 'date-fns';
import { describe, expect, test } from 'vitest';
import { matchVideos } from '../../../worker/episodes/match-videos.ts';

const DAY = new Date('2026-10-05T06:00:00Z');
const SHOW = 'Hiring Well with Ada Quist';

const episode = (title: string, days = 0, youtubeVideoId: string | null = null) => ({
  title,
  publishedAt: addDays(DAY, days),
  youtubeVideoId,
});

const video = (title: string, days = 0, isYoutubeShort = false) => ({
  title,
  publishedAt: addDays(DAY, days),
  youtubeVideoId: `video-of-${title}-${days}`,
  isYoutubeShort,
});

/** What became of each video: the title of its episode. */
function match(episodes: ReturnType<typeof episode>[], videos: ReturnType<typeof video>[]) {
  const matches = matchVideos(episodes, videos, SHOW);
  return videos.map(
    ({ youtubeVideoId }) =>
      matches.find(({ videoId }) => videoId === youtubeVideoId)?.episode.title ?? null,
  );
}

describe('a video is an episode', () => {
  test.each([
    ['Structured interviews', 'Structured interviews', 0],
    ['Structured interviews', 'STRUCTURED INTERVIEWS | Hiring Well', 1],
    ['Ep. 12: Why rivals hire your people', 'Why rivals hire your people (Full Episode)', 2],
    ['#012 – Why rivals hire your people', 'Why rivals hire your people - Ep 12', -1],
    ['Pay transparency, with Ben Omari', 'Ben Omari: pay transparency | Hiring Well Podcast', 0],
    ['Café culture & the “always on” team', "Cafe culture and the 'always on' team", 0],
    ['Structured interviews', 'Structured interviews', 12],
    ['面接のしかた', '面接のしかた', 1],
  ])('%s – %s, %i days later', (title, shown, days) => {
    expect(match([episode(title)], [video(shown, days)])).toEqual([title]);
  });
});

describe("a video isn't an episode", () => {
  test.each([
    ['of another title', 'Structured interviews', 'Burnout is a design problem', 0],
    ['of another day', 'Why rivals hire your people', 'Why rivals hire your best people', 9],
    ['of another season', 'Structured interviews', 'Structured interviews', 40],
    ['of another part', 'Leaving for a rival, part 1', 'Leaving for a rival, part 2', 1],
    ['that is a clip', 'Why rivals hire your people', 'Why rivals hire your people (clip)', 0],
    ['that shares a word or two', 'Pay and fairness at work', 'Pay at the top', 0],
    ['without a word in its title', 'Structured interviews', '🎉🎉🎉', 0],
  ])('%s', (_, title, shown, days) => {
    expect(match([episode(title)], [video(shown, days)])).toEqual([null]);
  });

  test('that is a short', () => {
    const title = 'Structured interviews';
    expect(match([episode(title)], [video(title, 0, true)])).toEqual([null]);
  });

  test('if either has no date', () => {
    const undated = { ...video('Structured interviews'), publishedAt: null };
    expect(matchVideos([episode('Structured interviews')], [undated], SHOW)).toEqual([]);
  });
});

test('each video goes to one episode, the surest first', () => {
  const episodes = [episode('Weekly questions', 7), episode('Weekly questions', 0)];
  const videos = [video('Weekly questions', 0), video('Weekly questions', 7)];
  const days = matchVideos(episodes, videos, SHOW).map(({ episode: { publishedAt }, videoId }) => [
    publishedAt.toISOString().slice(0, 10),
    videoId.at(-1),
  ]);
  expect(days.toSorted()).toEqual([
    ['2026-10-05', '0'],
    ['2026-10-12', '7'],
  ]);
});

test("an episode keeps its video, and the video isn't assigned again", () => {
  const taken = video('Structured interviews');
  const episodes = [
    episode('Structured interviews', 0, taken.youtubeVideoId),
    episode('Structured interviews', 1),
  ];
  expect(matchVideos(episodes, [taken], SHOW)).toEqual([]);
});
