/** The filters of the search, as they are drawn. */
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SEARCH_KINDS } from '../../../schema/wire/search.ts';
import { FilterChips } from '../../../web/features/search/FilterChips.tsx';

test('results can be narrowed to every kind that the search returns', () => {
  const chips = { onText: () => {}, podcasts: [], speakers: [] };
  const html = renderToStaticMarkup(<FilterChips text="" {...chips} />);
  for (const kind of SEARCH_KINDS) expect(html).toContain(`<option value="${kind}">`);
});
