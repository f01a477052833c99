import type { ChatHistoryPage, ChatHistorySession } from '../../../schema/wire/chat.ts';
import type { PodcastGroup, SavedInsightsPage } from '../../../schema/wire/library.ts';

/**
 * Merges the groups of all pages, without hidden items. A podcast that spans two pages becomes one
 * group; items on both pages, because something was saved in between, appear once.
 */
export function joinGroups(
  pages: readonly SavedInsightsPage[],
  hidden: ReadonlySet<string>,
): PodcastGroup[] {
  const groups = new Map<string, PodcastGroup>();
  const seen = new Set<string>();
  for (const group of pages.flatMap(({ podcastGroups }) => podcastGroups)) {
    const joined = groups.get(group.podcastId) ?? { ...group, insights: [] };
    groups.set(group.podcastId, joined);
    for (const insight of group.insights) {
      if (seen.has(insight.id)) continue;
      seen.add(insight.id);
      if (hidden.has(insight.id)) joined.total -= 1;
      else joined.insights.push(insight);
    }
  }
  return [...groups.values()].filter(({ insights }) => insights.length > 0);
}

/** Groups the conversations about all podcasts. */
const ALL = 'all';

/** The conversations about one episode, or about all podcasts. */
export interface EpisodeHistory {
  /** `all` for those about all podcasts. */
  episodeId: string;
  sessions: [ChatHistorySession, ...ChatHistorySession[]];
}

/** Merges the conversations of all pages by episode, without hidden items. */
export function joinHistory(
  pages: readonly ChatHistoryPage[],
  hidden: ReadonlySet<string>,
): EpisodeHistory[] {
  const episodes = new Map<string, EpisodeHistory>();
  const seen = new Set<string>(hidden);
  for (const session of pages.flatMap(({ chatSessions }) => chatSessions)) {
    if (seen.has(session.id)) continue;
    seen.add(session.id);
    const episodeId = session.episodeId ?? ALL;
    const episode = episodes.get(episodeId);
    if (episode) episode.sessions.push(session);
    else episodes.set(episodeId, { episodeId, sessions: [session] });
  }
  return [...episodes.values()];
}

/** Returns the pages without a deleted insight. */
export function withoutInsight(pages: SavedInsightsPage[], id: string): SavedInsightsPage[] {
  const group = pages
    .flatMap(({ podcastGroups }) => podcastGroups)
    .find(({ insights }) => insights.some((one) => one.id === id));
  return pages.map((page) => ({
    ...page,
    podcastGroups: page.podcastGroups.map((one) =>
      one.podcastId === group?.podcastId
        ? { ...one, total: one.total - 1, insights: one.insights.filter((row) => row.id !== id) }
        : one,
    ),
  }));
}

export function withoutConversation(pages: ChatHistoryPage[], id: string): ChatHistoryPage[] {
  return pages.map((page) => ({
    ...page,
    chatSessions: page.chatSessions.filter((session) => session.id !== id),
  }));
}
