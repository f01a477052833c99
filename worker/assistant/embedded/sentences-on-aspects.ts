/** Chooses sentences on a kind of content: mistakes, predictions. */
import { tellsOf } from '../language/aspects.ts';
import { isBoilerplate } from '../language/show-talk.ts';
import { isQuestion } from '../language/speech-cues.ts';
import { stemOf } from '../language/words.ts';
import { advertSentences } from '../retrieval/adverts.ts';
import { repliesNaming } from '../retrieval/replies.ts';
import { similarStems } from '../retrieval/sentence-vectors.ts';
import type { EpisodeAnalysis } from './episode-analysis.ts';
import { chooseDiverse } from './extracts.ts';
import { salienceOf } from './salience.ts';

/**
 * Above this similarity, a word may stand for an aspect: 'error' for a mistake, 'decide' for a decision. Of 60
 * closest words read, those above it fit but one ('publish' for a book), and hardly any below.
 */
const ASPECT_SIMILARITY = 0.61;

/** Less than that of a sentence that says something by itself. */
const MIN_SALIENCE = 1e-3;

/** Chooses the best sentences that name one of these kinds of content or tell what is of it, and replies to whoever names it. */
export function sentencesOnAspects(
  analysis: EpisodeAnalysis,
  aspects: string[],
  count: number,
): number[] {
  const { index, vectors } = analysis;
  const named = new Set(
    aspects.map(stemOf).flatMap((stem) => [
      stem,
      ...similarStems(index, vectors, stem)
        .filter(([, share]) => share > ASPECT_SIMILARITY)
        .map(([other]) => other),
    ]),
  );
  const adverts = advertSentences(index);
  const replies = new Set(repliesNaming(index, named));
  const scores = salienceOf(analysis).sentences.map((value, i) => {
    const sentence = index.sentences[i];
    const isNamed =
      (value > 0 && (replies.has(i) || tellsOf(aspects, sentence?.text ?? ''))) ||
      index.stems[i]?.some((stem) => named.has(stem));
    if (!sentence || adverts.has(i) || !isNamed) return 0;
    // What isn't understood alone may still be the only place: 'That's the only drawback.'
    const tells = !isQuestion(sentence.text) && !isBoilerplate(sentence.text);
    return tells ? Math.max(value, MIN_SALIENCE) : value;
  });
  return chooseDiverse(analysis, scores, count);
}
