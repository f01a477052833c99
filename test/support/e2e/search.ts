/** Uses the search. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { SearchKind, SearchReply, SearchResult } from '../../../schema/wire/search.ts';
import type { Network } from './network.ts';
import type { SubscribedPerson } from './people.ts';

/** The search of one page, and what it finds. */
export class Search {
  readonly #page: Page;
  readonly #network: Network;
  readonly dialog: Locator;
  readonly field: Locator;
  /** Results and commands, without the filters. */
  readonly options: Locator;

  constructor(page: Page, network: Network) {
    this.#page = page;
    this.#network = network;
    this.dialog = page.getByRole('dialog', { name: 'Search' });
    this.field = page.getByRole('combobox', { name: 'Search' });
    this.options = page.getByRole('listbox', { name: 'Results' }).getByRole('option');
  }

  /** Presses its shortcut until it opens, since a new page's scripts may not have started yet. */
  async openByShortcut(): Promise<void> {
    await expect(async () => {
      if (!this.#page.url().includes('find=')) await this.#page.keyboard.press('Control+k');
      await expect(this.#page).toHaveURL(/[?&]find=/, { timeout: 2_000 });
    }).toPass();
  }

  /** Makes it return this from now on. Gets the query and its cursor. */
  answer(reply: (asked: URLSearchParams) => Partial<SearchReply>): Promise<void> {
    return this.#network.answer('GET', '/api/search', ({ searchParams }) => ({
      results: [],
      nextCursor: null,
      didYouMean: null,
      ...reply(searchParams),
    }));
  }

  /** Waits until the index, which the queue updates, has a result of this kind. */
  async untilFound(q: string, kind: SearchKind): Promise<void> {
    const find = async () => {
      const response = await this.#page.request.get('/api/search', { params: { q, kind } });
      const { results }: SearchReply = await response.json();
      return results.length;
    };
    await expect.poll(find, { timeout: 60_000 }).toBeGreaterThan(0);
  }
}

/** A result about the person's first episode. */
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
    isPlayable: true,
    snippet: '',
    marks: [],
    ...result,
  };
}
