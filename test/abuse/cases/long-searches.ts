import { SEARCH_QUERY_MAX_CHARS } from '../../../schema/limits.ts';
import type { AbuseCase } from '../abuse-case.ts';
import { readAtOnce } from '../read-at-once.ts';

const WORDS =
  'about price team people time money work year market hire risk sleep nurse law margin';

/** The longest query: words that occur often, and one that never does. */
const query = (index: number) => `${WORDS} x${index} `.repeat(30).slice(0, SEARCH_QUERY_MAX_CHARS);

/** Formerly, these made another reader wait 12 times as long. */
export default {
  name: 'searches of 2,000 characters, 20 at once',
  isShort: true,
  async prepare({ origin, register, episodeIds }) {
    const reader = await register();
    await episodeIds(1);
    const podcasts = await reader.call<{ id: string }[]>('GET', '/api/podcasts');
    for (const { id } of podcasts) await reader.call('POST', `/api/podcasts/${id}/subscribe`);
    return {
      attack: () =>
        readAtOnce(
          origin,
          reader,
          (index) => `/api/search?${new URLSearchParams({ q: query(index) })}`,
        ),
    };
  },
} satisfies AbuseCase;
