import { expect, test } from 'vitest';
import type { Episode } from '../../../schema/wire/episodes.ts';
import { podcastsInOrder } from '../../../web/features/episodes/podcasts-in-order.ts';

const NOW = new Date('2026-06-01T00:00:00Z');
const episode = (publishedAt: string | null) => ({ publishedAt }) as Episode;
const titles = (dates: Record<string, (string | null)[]>) =>
  podcastsInOrder(
    Object.fromEntries(Object.entries(dates).map(([title, all]) => [title, all.map(episode)])),
    NOW,
  ).map(([title]) => title);

test('a podcast with a numeric title is sorted by its newest episode', () => {
  const dates = { Ledger: ['2026-05-20'], '1865': ['2026-05-10'], Wards: ['2026-05-01'] };
  expect(Object.keys(dates)[0]).toBe('1865');
  expect(titles(dates)).toEqual(['Ledger', '1865', 'Wards']);
});

test('neither a future nor a missing date puts a podcast first', () => {
  const dates = { Later: ['2027-01-01', '2026-01-01'], Undated: [null], Ledger: ['2026-05-20'] };
  expect(titles(dates)).toEqual(['Ledger', 'Later', 'Undated']);
});
