/** Answers what isn't made of chosen sentences: who is on an episode, its topics, and when it was published. */
import { utcDay } from '../../platform/utc-day.ts';
import { nounOf } from '../assistant.ts';
import type { AnswerPart } from '../evidence.ts';
import { escapeText } from '../markdown.ts';
import { peopleOn } from '../retrieval/people.ts';
import { nameOf } from '../retrieval/speaker-roles.ts';
import type { EpisodeAnalysis } from './episode-analysis.ts';
import { namedTopics } from './insight.ts';
import { evidenceOf, itemParts, textPart } from './statements.ts';

/** What is known of an episode besides what is said in it. */
export function facts({ episode }: EpisodeAnalysis): AnswerPart[] {
  const { title, podcastTitle, publishedAt, lines } = episode;
  const kind =
    nounOf(episode) === 'source'
      ? 'one of your sources'
      : `an episode of “${escapeText(podcastTitle)}”`;
  const published = publishedAt ? `, published on ${utcDay(publishedAt)}` : '';
  const of = `“${escapeText(title)}” is ${kind}${published}.`;
  const last = lines.at(-1);
  const minutes = Math.round((last?.end ?? last?.start ?? 0) / 60);
  return [textPart(minutes > 0 ? `${of} It is about ${minutes} min long.` : of)];
}

export function people(analysis: EpisodeAnalysis): AnswerPart[] {
  const { index, episode } = analysis;
  const found = peopleOn(index, episode).map((person) => {
    const { name, part, speaker, role, share, introducedBy } = person;
    const [presented] = introducedBy;
    const percent =
      share === null ? '' : ` (${Math.max(1, Math.round(share * 100))}% of the words)`;
    const label = speaker !== null && nameOf(speaker) !== name ? `, here “${speaker}”` : '';
    const known = [name, role ?? part].filter((one) => one !== null).join(', ');
    return {
      text: `${known}${label}${percent}`,
      evidence: presented ? [evidenceOf([presented])] : [],
    };
  });
  if (found.length === 0)
    return [textPart('The transcript names nobody, and nobody is introduced.')];
  return [textPart(`On this ${nounOf(episode)}:\n\n`), ...itemParts(analysis, found)];
}

/** @param analysis with its topics already found */
export function topics(analysis: EpisodeAnalysis): AnswerPart[] {
  const named = namedTopics(analysis).map(({ title, evidence }) => ({
    text: title,
    evidence: [evidence],
  }));
  return [textPart('The topics, and where each begins:\n\n'), ...itemParts(analysis, named)];
}
