import { subDays, subHours } from 'date-fns';
import { afterEach, describe, expect, test } from 'vitest';
import { endHostsRest, serve } from '../../support/outside.ts';
import { ageReading, episodesOf, makePodcast } from '../../support/podcasts.ts';
import { deliver } from '../../support/queues.ts';

// On a busy machine a host may seem slow, and would be avoided for a while.
afterEach(endHostsRest);

interface Item {
  guid: string;
  title: string;
  publishedAt?: Date | undefined;
  audio?: string;
  seconds?: number;
}

/** A feed whose enclosures don't derive from the guids. */
function feed(items: Item[]): string {
  const written = items.map(
    ({ guid, title, publishedAt, audio, seconds }) => `<item><title>${title}</title>
<guid isPermaLink="false">${guid}</guid>
${publishedAt ? `<pubDate>${publishedAt.toUTCString()}</pubDate>` : ''}
${seconds ? `<itunes:duration>${seconds}</itunes:duration>` : ''}
${audio ? `<enclosure url="https://sound.test/${audio}" type="audio/mpeg" length="1"/>` : ''}</item>`,
  );
  return `<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel>
<title>Republished</title>${written.join('')}</channel></rss>`;
}

const DAY = subDays(new Date(), 2);

/** Reads the first feed, then the second. Returns the episodes after each. */
async function readBoth(first: Item[], second: Item[]) {
  const path = `/${crypto.randomUUID()}.xml`;
  const { id } = await makePodcast({ feedUrl: await serve(path, { body: feed(first) }) });
  const refresh = async () => {
    await ageReading(id);
    await deliver('dripcast-refresh', [{ body: { podcastId: id } }]);
    return episodesOf(id);
  };
  const before = await refresh();
  await serve(path, { body: feed(second) });
  return { before, after: await refresh() };
}

describe('an item that was published anew', () => {
  test.each<[string, Partial<Item>, Partial<Item>]>([
    ['under another guid, with title and date as before', {}, { audio: 'moved.mp3' }],
    ['under another guid and title, with the sound as before', {}, { title: 'Hiring, again' }],
    [
      'under another guid, title and date, with the sound and its length as before',
      { seconds: 600 },
      { title: 'Hiring, again', publishedAt: new Date(), seconds: 601 },
    ],
    ['without a date, with the sound as before', { publishedAt: undefined }, { title: 'Hired' }],
  ])('%s is the same episode', async (_, first, second) => {
    const item = { guid: 'a', title: 'Hiring', publishedAt: DAY, audio: 'a.mp3', ...first };
    const again = { ...item, guid: 'b', ...second };
    const { before, after } = await readBoth([item], [again]);
    expect(after).toHaveLength(1);
    expect(after[0]).toMatchObject({ id: before[0]?.id, guid: 'b', title: again.title });
  });

  test('all items at once, as when a show moves to another host', async () => {
    const items = Array.from({ length: 8 }, (_, index) => ({
      guid: `old-${index}`,
      title: `Part ${index}`,
      publishedAt: subDays(DAY, index),
      audio: `old/${index}.mp3`,
    }));
    const moved = items.map((item, index) => ({
      ...item,
      guid: `new-${index}`,
      audio: `new/${index}.mp3`,
    }));
    const { before, after } = await readBoth(items, moved);
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(after.map(({ guid }) => guid)).toEqual(moved.map(({ guid }) => guid));
  });
});

describe('an item is an episode of its own', () => {
  test.each<[string, Partial<Item>, Partial<Item>]>([
    ['with the same title on another day', {}, { publishedAt: new Date(), audio: 'b.mp3' }],
    [
      'at the address of the one before, of another length',
      { seconds: 600, audio: 'latest.mp3' },
      { seconds: 700, audio: 'latest.mp3', title: 'News of noon', publishedAt: new Date() },
    ],
  ])('%s', async (_, first, second) => {
    const item = { guid: 'a', title: 'Hiring', publishedAt: DAY, audio: 'a.mp3', ...first };
    const { after } = await readBoth([item], [{ ...item, guid: 'b', ...second }]);
    expect(after).toHaveLength(2);
  });

  test('while its likely match is still in the feed', async () => {
    const one = { guid: 'a', title: 'Hiring', publishedAt: DAY, audio: 'a.mp3' };
    const other = { ...one, guid: 'b', audio: 'b.mp3' };
    const { after } = await readBoth([one], [one, other]);
    expect(after).toHaveLength(2);
  });

  test('if two episodes could be the one that left', async () => {
    const one = { guid: 'a', title: 'Hiring', publishedAt: DAY, audio: 'same.mp3' };
    const rivals = ['b', 'c'].map((guid) => ({ ...one, guid, publishedAt: subHours(DAY, 0) }));
    const { before, after } = await readBoth([one], rivals);
    expect(after.map(({ guid }) => guid).toSorted()).toEqual(['a', 'b', 'c']);
    expect(after).toContainEqual(before[0]);
  });
});
