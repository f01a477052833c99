import { subDays } from 'date-fns';
import type { DigestEpisode } from '../../schema/tables/digest.ts';
import type { User } from '../../schema/wire/accounts.ts';
import { placePath } from '../../schema/wire/digest.ts';
import type { TranscriptLine } from '../../schema/wire/episodes.ts';
import type { Assistant, AssistantEpisode, DigestEntry } from '../assistant/assistant.ts';
import { escapeText, statementMarkdown } from '../assistant/markdown.ts';
import {
  hasSubscriptions,
  listSubscribedEpisodes,
  withTranscripts,
} from '../episodes/subscribed-episodes.ts';
import type { TranscriptDeps } from '../transcripts/find-transcript.ts';
import { findCategories, insertDigest } from './store.ts';

/** A week rarely has more. The digest says so if it does. */
const MAX_EPISODES = 20;
const QUIET_WEEK = 'A quiet week: no new episodes have arrived from the podcasts you subscribe to.';
const NO_SUBSCRIPTIONS =
  "You haven't subscribed to any podcasts yet. Once you do, their new episodes are summarised here.";
const STAND_IN_NOTICE = 'The model could not answer, so these summaries are quotations.';

export interface DigestDeps extends TranscriptDeps {
  assistant: Assistant;
}

/**
 * Writes and stores a digest of the newest episodes in a reader's subscriptions, each in two sentences.
 *
 * @param options.days how many days back it looks
 * @param options.id of the digest; if there is one with this id, it stays
 */
export async function writeDigest(
  deps: DigestDeps,
  user: User,
  { days, id = crypto.randomUUID() }: { days: number; id?: string | undefined },
) {
  const periodEnd = new Date();
  const periodStart = subDays(periodEnd, days);
  const listed = await listSubscribedEpisodes(deps.db, user.id, {
    since: periodStart,
    count: MAX_EPISODES + 1,
  });
  const hasMore = listed.length > MAX_EPISODES;
  const taken = listed.slice(0, MAX_EPISODES);
  const categories = await findCategories(deps.db, user.id, [
    ...new Set(taken.map((one) => one.podcastId)),
  ]);
  const withWords = await withTranscripts(deps, taken);
  const episodes = withWords.map((episode, index) => {
    const category = categories.get(taken[index]?.podcastId ?? '');
    return category === undefined ? episode : { ...episode, category };
  });
  const { result: entries, isStandIn } =
    episodes.length > 0
      ? await deps.assistant.writeDigest(episodes, user, {})
      : { result: [], isStandIn: false };
  const composed =
    episodes.length > 0
      ? composeDigest(episodes, entries, hasMore)
      : (await hasSubscriptions(deps.db, user.id))
        ? QUIET_WEEK
        : NO_SUBSCRIPTIONS;
  return insertDigest(deps.db, user.id, {
    id,
    title: 'Your week in podcasts',
    periodStart,
    periodEnd,
    digest: isStandIn ? `_${STAND_IN_NOTICE}_\n\n${composed}` : composed,
    episodes: episodes.map(asDigestEpisode),
  });
}

function asDigestEpisode(episode: AssistantEpisode): DigestEpisode {
  const { id, title, podcastTitle, publishedAt } = episode;
  return { id, title, podcastTitle, publishedAt: publishedAt?.toISOString() ?? null };
}

/** Groups the entries by theme, in the order in which the themes first occur. */
export function composeDigest(
  episodes: AssistantEpisode[],
  entries: DigestEntry[],
  hasMore: boolean,
): string {
  const byId = new Map(episodes.map((episode) => [episode.id, episode]));
  const themes = Map.groupBy(entries, ({ theme }) => theme.trim().toLowerCase());
  const sections = [...themes.values()].map((ofTheme) => {
    const theme = ofTheme[0]?.theme.trim() ?? '';
    const paragraphs = ofTheme.map((entry) => {
      const episode = byId.get(entry.episodeId);
      const heading = episode
        ? `**${escapeText(episode.title)}** · ${escapeText(episode.podcastTitle)}`
        : '';
      return `${heading}\n\n${entryMarkdown(entry, episode?.lines ?? [])}`;
    });
    return `## ${escapeText(theme)}\n\n${paragraphs.join('\n\n')}`;
  });
  if (hasMore)
    sections.push(
      `_This digest covers the newest ${MAX_EPISODES} episodes of the week. There were more._`,
    );
  return sections.join('\n\n');
}

/**
 * Every time links to its place, because a digest covers several episodes. Sentences of the assistant
 * make a paragraph; quotations of several speakers read as a list.
 */
function entryMarkdown({ statements, episodeId }: DigestEntry, lines: TranscriptLine[]): string {
  const link = (label: string, at: number) => `[${label}](${placePath(episodeId, at)})`;
  const written = statements.map((statement) => statementMarkdown(statement, lines, link));
  const isProse = written.length < 2 || statements.every(({ text }) => text.trim() !== '');
  return isProse ? written.join(' ') : written.map((one) => `- ${one}`).join('\n');
}
