/** What the screens read from the URL's search part. */
import { describe, expect, test } from 'vitest';
import { SEARCH_QUERY_MAX_CHARS } from '../../../schema/limits.ts';
import {
  findSearch,
  librarySearch,
  loginSearch,
  podcastsSearch,
  registerSearch,
  toolsSearch,
} from '../../../web/screens/search-params.ts';

describe('of /podcasts', () => {
  test.each(['law', 'LAW', 'Law'])('the category %s is law', (category) => {
    expect(podcastsSearch({ category })).toEqual({ category: 'law' });
  });

  test.each(['poetry', '', 7, null, ['law'], undefined])(
    'the category %j is unknown, so all are shown',
    (category) => {
      expect(podcastsSearch({ category })).toEqual({});
    },
  );

  test('the open conversation, its episode and its place are preserved', () => {
    const open = { chat: 'c', episode: 'e', at: 61 };
    expect(podcastsSearch({ ...open, category: 'hr', other: 'x' })).toEqual({
      ...open,
      category: 'hr',
    });
  });

  test.each([
    { chat: '' },
    { chat: 1 },
    { episode: '' },
    { episode: {} },
    { at: -1 },
    { at: '61' },
  ])('%j counts as absent', (search) => {
    expect(podcastsSearch(search)).toEqual({});
  });
});

test('of /library the tab is the history or the saved insights', () => {
  expect(librarySearch({ tab: 'history', chat: 'c' })).toEqual({ tab: 'history', chat: 'c' });
  expect(librarySearch({ tab: 'other' })).toEqual({});
});

test.each([{ insight: '' }, { insight: 7 }])('of /library, %j is not an insight', (search) => {
  expect(librarySearch(search)).toEqual({});
});

test('of /library, the wanted insight is preserved', () => {
  expect(librarySearch({ insight: 'i' })).toEqual({ insight: 'i' });
});

describe('on every screen the search text', () => {
  test.each([
    ['budget in:law', 'budget in:law'],
    ['', ''],
    [2026, '2026'],
    [true, 'true'],
    ['x'.repeat(SEARCH_QUERY_MAX_CHARS + 1), 'x'.repeat(SEARCH_QUERY_MAX_CHARS)],
  ])('is as it was typed', (find, text) => {
    expect(findSearch({ find })).toEqual({ find: text });
  });

  test.each([undefined, null, {}, ['a']])('is empty if it is %j', (find) => {
    expect(findSearch({ find })).toEqual({});
  });
});

test('of /tools a place needs its episode', () => {
  expect(toolsSearch({ episode: 'e', at: 0, chat: 'c' })).toEqual({ episode: 'e', at: 0 });
  expect(toolsSearch({ episode: 'e' })).toEqual({ episode: 'e' });
  expect(toolsSearch({ at: 5 })).toEqual({});
});

test('of /tools only the sources have a text to read', () => {
  expect(toolsSearch({ tool: 'sources', read: 'e' })).toEqual({ tool: 'sources', read: 'e' });
  expect(toolsSearch({ tool: 'review', read: 'e' })).toEqual({ tool: 'review' });
});

test('of /login, only the failure of a login service is known', () => {
  expect(loginSearch({ error: 'oauth' })).toEqual({ error: 'oauth' });
  expect(loginSearch({ error: '<b>' })).toEqual({});
});

describe('where a login leads back to', () => {
  test.each(['/profile', '/podcasts?category=law', '/library?tab=history#end'])(
    'may be a path of this app: %s',
    (redirect) => {
      expect(loginSearch({ redirect })).toEqual({ redirect });
      expect(registerSearch({ redirect })).toEqual({ redirect });
    },
  );

  test.each([
    'https://elsewhere.test/',
    '//elsewhere.test',
    String.raw`/\elsewhere.test`,
    '/.//elsewhere.test',
    'javascript:alert(1)',
    `/${'x'.repeat(3_000)}`,
    7,
  ])('is never another site, nor %j', (redirect) => {
    expect(loginSearch({ redirect })).toEqual({});
    expect(registerSearch({ redirect })).toEqual({});
  });
});
