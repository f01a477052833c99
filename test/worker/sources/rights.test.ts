/** Nobody else sees, finds or counts a source, and podcasts don't show it. */
import { expect, test } from 'vitest';
import type { Podcast } from '../../../schema/wire/catalogue.ts';
import { ask, makePerson } from '../../support/people.ts';
import { searchAs } from '../../support/search.ts';
import { addSource, pricing, SOURCES, sourcesOf } from '../../support/sources.ts';

test('a stranger gets through no route that names a source or its podcast', async () => {
  const [owner, stranger] = [await makePerson(), await makePerson()];
  const { id } = await addSource(owner);
  const { podcastId } = await sourcesOf(owner);
  const routes: [method: string, path: string, body?: object][] = [
    ['GET', `${SOURCES}/${id}`],
    ['PUT', `${SOURCES}/${id}`, { title: 'Mine now' }],
    ['DELETE', `${SOURCES}/${id}`],
    ['GET', `/api/podcasts/episodes/${id}`],
    ['GET', `/api/podcasts/episodes/${id}/picture`],
    ['GET', `/api/podcasts/episodes/${id}/transcript`],
    ['GET', `/api/podcasts/episodes/${id}/transcript?format=txt`],
    ['GET', `/api/podcasts/episodes/${id}/insights`],
    ['POST', `/api/podcasts/episodes/${id}/insights`, {}],
    ['POST', '/api/user/insights', { episodeId: id, insight: 'Theirs' }],
    ['POST', `/api/podcasts/${podcastId}/subscribe`, {}],
    ['POST', `/api/podcasts/${podcastId}/refresh`, {}],
    ['GET', `/api/podcasts/${podcastId}/cover`],
    ['DELETE', `/api/user/podcasts/${podcastId}`],
    ['POST', '/api/quiz/generate', { podcastId, useWholeLibrary: false }],
  ];
  for (const [method, path, body] of routes) {
    expect([path, (await stranger.send(method, path, body)).status]).toEqual([path, 404]);
  }
  expect((await ask(`/api/podcasts/${podcastId}/cover`)).status).toBe(404);
  expect(await sourcesOf(stranger)).toMatchObject({ sources: [], total: 0, podcastId: null });
  const narrowed: Record<string, string>[] = [
    {},
    { kind: 'source' },
    { podcastId: podcastId ?? '' },
  ];
  for (const filters of narrowed) {
    expect(await searchAs(stranger, 'annual discounts', filters)).toEqual({
      results: [],
      nextCursor: null,
      didYouMean: null,
    });
  }
  expect((await owner.ask(`${SOURCES}/${id}`)).status).toBe(200);
});

test('a source is no podcast: not in the catalogue, the episodes, the subscriptions or OPML', async () => {
  const owner = await makePerson();
  await addSource(owner, pricing({ title: 'Nowhere else' }));
  const { podcastId } = await sourcesOf(owner);
  for (const [method, path] of [
    ['POST', `/api/podcasts/${podcastId}/subscribe`],
    ['POST', `/api/podcasts/${podcastId}/refresh`],
    ['DELETE', `/api/user/podcasts/${podcastId}`],
  ] as const) {
    expect((await owner.send(method, path, {})).status).toBe(404);
  }
  const listed = await (await owner.ask('/api/podcasts')).json<Podcast[]>();
  expect(listed.map(({ id }) => id)).not.toContain(podcastId);
  for (const path of [
    '/api/podcasts/recent-episodes',
    '/api/podcasts/cache-status',
    '/api/user/subscriptions',
    '/api/user/podcasts',
    '/api/user/opml',
    '/api/digest',
    '/api/user/reviews/takeaway',
  ]) {
    const text = await (await owner.ask(path)).text();
    expect(text).not.toContain('Nowhere else');
    expect(text).not.toContain('Your sources');
    expect(text).not.toContain(podcastId);
  }
  const fetched = await owner.send('POST', '/api/podcasts/fetch-recent');
  expect(await fetched.json()).toMatchObject({ status: 'none', episodes: {} });
});
