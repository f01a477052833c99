import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { CATEGORIES } from '../../../schema/limits.ts';
import type { Podcast } from '../../../schema/wire/catalogue.ts';
import { brokenDatabase } from '../../support/databases.ts';
import { ask } from '../../support/people.ts';
import { makePodcast } from '../../support/podcasts.ts';

const catalogue = async (bindings?: Env) =>
  (await ask('/api/podcasts', {}, bindings)).json<Podcast[]>();

describe('the catalogue', () => {
  test('is public and has podcasts in every category', async () => {
    const reply = await ask('/api/podcasts');
    expect(reply.status).toBe(200);
    expect(reply.headers.get('Content-Type')).toBe('application/json');
    const podcasts = await reply.json<Podcast[]>();
    expect(podcasts.length).toBeGreaterThanOrEqual(40);
    const categories = new Set(podcasts.map(({ category }) => category));
    expect([...categories].sort()).toEqual([...CATEGORIES].sort());
  });

  test("returns what a card needs, but not the feed's address", async () => {
    const made = await makePodcast({
      title: 'The Card',
      host: 'Ada Quist',
      description: 'About cards.',
      category: 'Law',
      imageUrl: 'https://pictures.test/card.png',
      spotifyUrl: 'https://open.spotify.com/show/card',
    });
    expect((await catalogue()).find(({ id }) => id === made.id)).toEqual({
      id: made.id,
      title: 'The Card',
      host: 'Ada Quist',
      description: 'About cards.',
      category: 'Law',
      imageUrl: 'https://pictures.test/card.png',
      spotifyUrl: 'https://open.spotify.com/show/card',
      youtubeUrl: null,
    });
  });

  test('is sorted by title, ignoring case', async () => {
    const listed = await catalogue();
    const inOrder = listed.toSorted((a, b) =>
      compare(a.title.toLowerCase(), b.title.toLowerCase()),
    );
    expect(listed.map(({ id }) => id)).toEqual(inOrder.map(({ id }) => id));
    expect(await catalogue()).toEqual(listed);
  });

  test('excludes removed podcasts', async () => {
    const removed = await makePodcast({ removedAt: new Date() });
    expect((await catalogue()).map(({ id }) => id)).not.toContain(removed.id);
  });

  test('may be cached for the configured time', async () => {
    const keeping: Env = { ...env, CATALOGUE_CACHE_SECONDS: 60 };
    const before = await catalogue(keeping);
    const added = await makePodcast();
    expect(await catalogue(keeping)).toEqual(before);
    expect((await catalogue(keeping)).map(({ id }) => id)).not.toContain(added.id);
  });

  test('is shown as it was read last while the database fails', async () => {
    const before = await catalogue();
    const DB = brokenDatabase(env.DB);
    expect(await catalogue({ ...env, DB, CATALOGUE_CACHE_SECONDS: 60 })).toEqual(before);
  });
});

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
