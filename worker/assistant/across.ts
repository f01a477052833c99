/** What answers from several episodes share, whoever writes them. */
import { formatDistanceStrict } from 'date-fns';
import { placePath } from '../../schema/wire/digest.ts';
import { utcDay } from '../platform/utc-day.ts';
import type { AssistantEpisode } from './assistant.ts';
import type { StatementPart } from './evidence.ts';
import { type AnswerWriter, escapeText, partWriter, statementMarkdown } from './markdown.ts';

/** The answer if nothing was found. */
export const NOTHING_FOUND_NOTICE = 'I found nothing about that in your podcasts.';
/** The answer to a question without a topic. */
export const NO_TOPIC =
  'Ask about something that your podcasts talk about: a subject, a person, a claim. ' +
  'The Weekly Digest sums up what is new in them.';
export const COMES_CLOSEST = 'The places that come closest:';
/** Above two statements that stand next to each other, one for each side. */
export const THEY_DIFFER = '**Here they differ:**';

type Source = Pick<AssistantEpisode, 'id' | 'podcastTitle' | 'publishedAt' | 'lines'>;

/**
 * Writes the parts of one answer. Each statement stands by itself and names its podcast, its date and
 * its time, a link to the place; the end says how old the newest and the oldest source are.
 */
export function writerAcross(episodes: readonly Source[], now: Date): AnswerWriter {
  const byId = new Map(episodes.map((episode) => [episode.id, episode]));
  const used = new Set<Source>();
  const statementOf = ({ statement, form, episodeId }: StatementPart) => {
    const source = byId.get(episodeId ?? '');
    if (!source) return '';
    used.add(source);
    const link = (label: string, at: number) => `[${label}](${placePath(source.id, at)})`;
    const text = statementMarkdown(statement, source.lines, link);
    const date = source.publishedAt ? `, ${utcDay(source.publishedAt)}` : '';
    const indent = form === 'item' ? '  ' : '';
    return `${text}\\\n${indent}*${escapeText(source.podcastTitle)}${date}*`;
  };
  return {
    write: partWriter(statementOf),
    end: () => (used.size === 0 ? '' : `\n\n_${sourcesLine([...used], now)}_`),
  };
}

function sourcesLine(sources: Source[], now: Date): string {
  const count = sources.length === 1 ? '1 episode' : `${sources.length} episodes`;
  const dates = sources
    .flatMap(({ publishedAt }) => publishedAt ?? [])
    .sort((a, b) => a.getTime() - b.getTime());
  const [oldest] = dates;
  const newest = dates.at(-1);
  if (!oldest || !newest) return `Sources: ${count}.`;
  if (dates.length === 1) return `Sources: ${count}, ${ageOf(newest, now)}.`;
  return `Sources: ${count}; the newest is ${ageOf(newest, now)}, the oldest ${ageOf(oldest, now)}.`;
}

function ageOf(date: Date, now: Date): string {
  const day = utcDay(date);
  if (date > now || day === utcDay(now)) return `from today (${day})`;
  return `${formatDistanceStrict(date, now)} old (${day})`;
}
