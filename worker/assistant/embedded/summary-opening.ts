/** What a summary begins with, before the episode's own sentences: its description, or what it speaks of most. */
import { cachedSteps } from '../../platform/cached-by.ts';
import type { Request } from '../asking/parse-request.ts';
import { isQuestion } from '../language/speech-cues.ts';
import { topicStems, wordsOf } from '../language/words.ts';
import { escapeText } from '../markdown.ts';
import { descriptionSentences } from '../retrieval/description.ts';
import { findMainPhrases, titleStems } from '../retrieval/topics.ts';
import type { EpisodeAnalysis } from './episode-analysis.ts';
import { announcementIn } from './insight.ts';
import { described } from './statements.ts';

/** How many words of a description are quoted, unless its first sentence is longer. */
const MAX_DESCRIPTION_WORDS = 60;
/** A description is about an episode if at least this share of its topic words is said there. */
const MIN_DESCRIPTION_OVERLAP = 0.6;
const MAX_SUBJECTS = 4;
const LIST = new Intl.ListFormat('en-GB');

export interface SummaryOpening {
  /** Ends without a full stop unless it quotes the description; '' if there is nothing to begin with. */
  text: string;
  isDescription: boolean;
}

/** @param asked how the summary is wanted, of an episode whose `mainSubjects` are already found */
export function openingOfSummary(
  asked: Pick<Request, 'form' | 'count'> & { analysis: EpisodeAnalysis; maxCount: number },
): SummaryOpening {
  const description = descriptionFor(asked);
  if (description.length > 0) return { text: described(description), isDescription: true };
  const subjects = mainSubjects(asked.analysis);
  return { text: subjects === '' ? '' : `Mostly about ${subjects}`, isDescription: false };
}

/** Returns the sentences of the description that begin a summary; none if it is about something else. */
function descriptionFor({
  analysis: { episode, index },
  form,
  count,
  maxCount,
}: Parameters<typeof openingOfSummary>[0]): string[] {
  const all = descriptionSentences(episode.description);
  const stems = topicStems(all.join(' '));
  const said = stems.filter((stem) => index.postings.has(stem));
  if (said.length === 0 || said.length < MIN_DESCRIPTION_OVERLAP * stems.length) return [];
  // In an answer of so many sentences, one of them is the description's.
  if (form === 'sentences' && count !== null)
    return [all.find((sentence) => !isQuestion(sentence)) ?? all[0] ?? ''];
  let words = 0;
  return all.slice(0, maxCount).filter((sentence, at) => {
    words += wordsOf(sentence).length;
    return at === 0 || words <= MAX_DESCRIPTION_WORDS;
  });
}

/** Names what a talk speaks of most; '' if it says itself what it is about. */
export const mainSubjects = cachedSteps(function* (
  analysis: EpisodeAnalysis,
): Generator<void, string> {
  const { index, episode, kind } = analysis;
  if (kind !== 'talk' || announcementIn(analysis).length > 0) return '';
  const subjects = yield* findMainPhrases(index, MAX_SUBJECTS, titleStems(episode));
  return subjects.length < 2 ? '' : LIST.format(subjects.map(escapeText));
});
