import { subDays } from 'date-fns';
import type { DigestEpisode } from '../../schema/tables/digest.ts';
import type { User } from '../../schema/wire/accounts.ts';
import { placePath } from '../../schema/wire/digest.ts';
import type { Assistant, AssistantEpisode, DigestEntry } from '../assistant/assistant.ts';
import { findCitations } from '../assistant/retrieval/citation.ts';
import { listSubscribedEpisodes, withTranscripts } from '../episodes/subscribed-episodes.ts';
import type { TranscriptDeps } from '../transcripts/find-transcript.ts';
import { findCategories, insertDigest } from './store.ts';

/** A week has rarely more; what is beyond is named, not left out silently. */
const EPISODES_AT_MOST = 20;

/** The week's new episodes of a reader's subscriptions, each in two sentences, kept. */
export async function writeDigest(
  deps: TranscriptDeps,
  assistant: Assistant,
  user: User,
  days: number,
) {
  const periodEnd = new Date();
  const periodStart = subDays(periodEnd, days);
  const listed = await listSubscribedEpisodes(deps.db, user.id, {
    since: periodStart,
    count: EPISODES_AT_MOST + 1,
  });
  const hasMore = listed.length > EPISODES_AT_MOST;
  const taken = listed.slice(0, EPISODES_AT_MOST);
  const categories = await findCategories(deps.db, [...new Set(taken.map((one) => one.podcastId))]);
  const withWords = await withTranscripts(deps, taken);
  const episodes = withWords.map((episode, at) => {
    const category = categories.get(taken[at]?.podcastId ?? '');
    return category === undefined ? episode : { ...episode, category };
  });
  const notices: string[] = [];
  const onNotice = (notice: string) => notices.push(notice);
  const entries =
    episodes.length > 0 ? await assistant.writeDigest(episodes, user, { onNotice }) : [];
  const composed = composeDigest(episodes, entries, hasMore);
  return insertDigest(deps.db, user.id, {
    title: 'Your week in podcasts',
    periodStart,
    periodEnd,
    digest: [...notices.map((notice) => `_${notice}_`), composed].join('\n\n'),
    episodes: episodes.map(asDigestEpisode),
  });
}

function asDigestEpisode(episode: AssistantEpisode): DigestEpisode {
  const { id, title, podcastTitle, publishedAt } = episode;
  return { id, title, podcastTitle, publishedAt: publishedAt?.toISOString() ?? null };
}

/** Entries under their themes, in the order in which the themes first come up. */
export function composeDigest(
  episodes: AssistantEpisode[],
  entries: DigestEntry[],
  hasMore: boolean,
): string {
  if (episodes.length === 0) {
    return 'A quiet week: none of the podcasts you follow published a new episode.';
  }
  const byId = new Map(episodes.map((episode) => [episode.id, episode]));
  const themes = Map.groupBy(entries, ({ theme }) => theme.trim().toLowerCase());
  const sections = [...themes.values()].map((ofTheme) => {
    const theme = ofTheme[0]?.theme.trim() ?? '';
    const paragraphs = ofTheme.map((entry) => {
      const episode = byId.get(entry.episodeId);
      const heading = episode
        ? `**${escapeMarkdown(episode.title)}** · ${escapeMarkdown(episode.podcastTitle)}`
        : '';
      return `${heading}\n\n${withPlaces(entry)}`;
    });
    return `## ${escapeMarkdown(theme)}\n\n${paragraphs.join('\n\n')}`;
  });
  if (hasMore)
    sections.push(
      `_The newest ${EPISODES_AT_MOST} episodes of the week are here; there were more._`,
    );
  return sections.join('\n\n');
}

/** Each time as a link to its place: among several episodes a time alone points nowhere. */
function withPlaces({ summary, episodeId }: DigestEntry): string {
  return findCitations(summary).reduceRight((text, { index, text: cited, seconds: [at = 0] }) => {
    const end = index + cited.length;
    return `${text.slice(0, end)}(${placePath(episodeId, at)})${text.slice(end)}`;
  }, summary);
}

/** Titles are outside text: they stand as they are written and format nothing. */
function escapeMarkdown(text: string): string {
  return text.replace(/([\\`*_[\]<>#|~])/g, '\\$1');
}
