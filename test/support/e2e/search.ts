/** Uses the search. */
import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';
import type { SearchKind, SearchReply, SearchResult } from '../../../schema/wire/search.ts';
import type { Network } from './network.ts';
import type { SubscribedPerson } from './people.ts';

export const searchBox = (page: Page): Locator => page.getByRole('dialog', { name: 'Search' });
export const searchField = (page: Page): Locator => page.getByRole('combobox', { name: 'Search' });
/** Results and commands, without the filters. */
export const searchOptions = (page: Page): Locator =>
  page.getByRole('listbox', { name: 'Results' }).getByRole('option');

/** A result about an episode. */
export function resultOf(
  { podcastId, episodes }: SubscribedPerson,
  result: Partial<SearchResult> & { id: string },
): SearchResult {
  const [episode] = episodes;
  return {
    kind: 'transcript',
    episodeId: episode?.id ?? null,
    episodeTitle: episode?.title ?? null,
    podcastId,
    podcastTitle: 'Dripcast Sampler: Marketing',
    publishedAt: episode?.publishedAt ?? null,
    speaker: null,
    seconds: null,
    snippet: '',
    marks: [],
    ...result,
  };
}

/** Makes the search return this from now on. Gets the query and its cursor. */
export function findThis(
  network: Network,
  reply: (asked: URLSearchParams) => Partial<SearchReply>,
): Promise<void> {
  return network.answer('GET', '/api/search', ({ searchParams }) => ({
    results: [],
    nextCursor: null,
    didYouMean: null,
    ...reply(searchParams),
  }));
}

/** Waits until the index, which the queue updates, has a result of this kind. */
export async function untilFound(request: APIRequestContext, q: string, kind: SearchKind) {
  const find = async () => {
    const response = await request.get('/api/search', { params: { q, kind } });
    const { results }: SearchReply = await response.json();
    return results.length;
  };
  await expect.poll(find, { timeout: 60_000 }).toBeGreaterThan(0);
}
