import { describe, expect, test } from 'vitest';
import type { ChatHistoryPage, ChatHistorySession } from '../../../schema/wire/chat.ts';
import type { SavedInsight, SavedInsightsPage } from '../../../schema/wire/library.ts';
import type { Source, SourcesPage } from '../../../schema/wire/sources.ts';
import {
  joinGroups,
  joinHistory,
  withoutConversation,
  withoutInsight,
} from '../../../web/features/library/pages.ts';
import { withoutSource } from '../../../web/features/sources/queries.ts';

const insight = (id: string) => ({ id }) as SavedInsight;
const group = (podcastId: string, total: number, ...ids: string[]) => ({
  podcastId,
  podcastTitle: podcastId,
  isSources: false,
  total,
  insights: ids.map(insight),
});
const insightsPage = (...podcastGroups: ReturnType<typeof group>[]): SavedInsightsPage => ({
  podcastGroups,
  nextCursor: null,
});
const historyPage = (...sessions: [id: string, episodeId: string][]): ChatHistoryPage => ({
  chatSessions: sessions.map(([id, episodeId]) => ({ id, episodeId }) as ChatHistorySession),
  nextCursor: null,
});
const NONE = new Set<string>();

describe('pages of saved insights', () => {
  const pages = [
    insightsPage(group('law', 3, 'a', 'b'), group('hr', 2, 'x')),
    insightsPage(group('hr', 2, 'x', 'y'), group('law', 3, 'c')),
  ];
  const idsOf = (groups: ReturnType<typeof joinGroups>) =>
    groups.map(({ podcastId, insights }) => [podcastId, ...insights.map(({ id }) => id)]);

  test('become one group per podcast, with each insight once', () => {
    expect(idsOf(joinGroups(pages, NONE))).toEqual([
      ['law', 'a', 'b', 'c'],
      ['hr', 'x', 'y'],
    ]);
    expect(joinGroups(pages, NONE).map(({ total }) => total)).toEqual([3, 2]);
  });

  test('lose hidden insights, and groups without any other', () => {
    const groups = joinGroups(pages, new Set(['b', 'x', 'y']));
    expect(idsOf(groups)).toEqual([['law', 'a', 'c']]);
    expect(groups[0]?.total).toBe(2);
  });

  test('count one less on every page once an insight is deleted', () => {
    const left = withoutInsight(pages, 'c');
    expect(idsOf(joinGroups(left, NONE))[0]).toEqual(['law', 'a', 'b']);
    const totals = left.flatMap(({ podcastGroups }) => podcastGroups.map(({ total }) => total));
    expect(totals).toEqual([2, 2, 2, 2]);
    expect(withoutInsight(pages, 'unknown')).toEqual(pages);
  });
});

describe('pages of the chat history', () => {
  const pages = [
    historyPage(['1', 'e'], ['2', 'e'], ['3', 'f']),
    historyPage(['3', 'f'], ['4', 'e']),
  ];
  const idsOf = (history: ReturnType<typeof joinHistory>) =>
    history.map(({ episodeId, sessions }) => [episodeId, ...sessions.map(({ id }) => id)]);

  test('are grouped by episode, with each conversation once', () => {
    expect(idsOf(joinHistory(pages, NONE))).toEqual([
      ['e', '1', '2', '4'],
      ['f', '3'],
    ]);
  });

  test('lose hidden and deleted conversations', () => {
    expect(idsOf(joinHistory(pages, new Set(['3', '1'])))).toEqual([['e', '2', '4']]);
    expect(idsOf(joinHistory(withoutConversation(pages, '2'), NONE))).toEqual([
      ['e', '1', '4'],
      ['f', '3'],
    ]);
  });
});

test('a deleted source is counted out of its list once, and not of a list that lacks it', () => {
  const page = (...ids: string[]): SourcesPage => ({
    sources: ids.map((id) => ({ id }) as Source),
    total: 3,
    nextCursor: null,
    podcastId: 'p',
  });
  expect(withoutSource([page('a', 'b'), page('c')], 'c')).toMatchObject([
    { total: 2, sources: [{ id: 'a' }, { id: 'b' }] },
    { total: 2, sources: [] },
  ]);
  expect(withoutSource([page('a', 'b')], 'gone')).toEqual([page('a', 'b')]);
});
