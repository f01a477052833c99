import { expect, test } from 'vitest';
import type { Chapter, EpisodePage } from '../../../schema/wire/episode-page.ts';
import {
  hasChapters,
  isTimeToSleep,
  minutesLeft,
  sleepAfterChapter,
  sleepIn,
} from '../../../web/features/player/sleep-timer.ts';

const NOW = 1_000_000;
const chapter = (start: number, isListed = true): Chapter => ({
  start,
  end: null,
  title: `From ${start}`,
  url: null,
  imageUrl: null,
  isListed,
});
const withChapters = (...chapters: Chapter[]) => ({ chapters }) as EpisodePage;
const EPISODE = withChapters(chapter(0), chapter(30, false), chapter(60), chapter(300));

test('minutes end at their time, wherever the episode is', () => {
  const sleep = sleepIn(5, NOW);
  expect(isTimeToSleep(sleep, 10_000, NOW + 299_999)).toBe(false);
  expect(isTimeToSleep(sleep, 0, NOW + 300_000)).toBe(true);
});

test('minutes left are rounded up, and at least one', () => {
  const sleep = sleepIn(5, NOW);
  expect(minutesLeft(sleep, NOW)).toBe(5);
  expect(minutesLeft(sleep, NOW + 1)).toBe(5);
  expect(minutesLeft(sleep, NOW + 240_000)).toBe(1);
  expect(minutesLeft(sleep, NOW + 400_000)).toBe(1);
  expect(minutesLeft({ kind: 'episode' }, NOW)).toBeNull();
});

test('a chapter ends where the next one of the table of contents begins', () => {
  expect(sleepAfterChapter(EPISODE, 10)).toEqual({ kind: 'chapter', until: 60 });
  expect(sleepAfterChapter(EPISODE, 60)).toEqual({ kind: 'chapter', until: 300 });
  const sleep = sleepAfterChapter(EPISODE, 10);
  expect(isTimeToSleep(sleep, 59.9)).toBe(false);
  expect(isTimeToSleep(sleep, 60.1)).toBe(true);
});

test('the last chapter, like the episode, ends when the sound does', () => {
  expect(isTimeToSleep(sleepAfterChapter(EPISODE, 300), 9_999)).toBe(false);
  expect(isTimeToSleep({ kind: 'episode' }, 9_999)).toBe(false);
  expect(isTimeToSleep(null, 9_999)).toBe(false);
});

test('chapters are offered where there are at least two', () => {
  expect(hasChapters(EPISODE)).toBe(true);
  expect(hasChapters(withChapters(chapter(0), chapter(30, false)))).toBe(false);
  expect(hasChapters(null)).toBe(false);
});
