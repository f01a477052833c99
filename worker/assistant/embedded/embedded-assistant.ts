/** The assistant that needs no model: it selects, orders and quotes what was said. */

import { withPauses } from '../../platform/pauses.ts';
import {
  type Assistant,
  type AssistantEpisode,
  AssistantError,
  type DigestEntry,
  nounOf,
  type Written,
} from '../assistant.ts';
import { indexWithPauses } from '../retrieval/transcript-index.ts';
import type { WordVectors } from '../retrieval/word-vectors.ts';
import { smallTalk } from '../small-talk.ts';
import { answerMessage } from './answer.ts';
import { analysisOf, type EpisodeAnalysis, scopeOf } from './episode-analysis.ts';
import { findTheme, gistOf, writeInsight } from './insight.ts';
import { type EpisodeQuestions, makeQuiz } from './quiz.ts';
import { findQuestions } from './quiz-questions.ts';
import { salienceOf } from './salience.ts';
import type { ShareByEpisode } from './share-by-episode.ts';
import { statements } from './statements.ts';
import {
  answerWithoutTranscript,
  describedStatements,
  insightWithoutTranscript,
} from './without-transcript.ts';

/** About 400 kB each. */
const QUESTIONS = { name: 'quiz questions', most: 50 };
/** A few hundred bytes each. The readers of one isolate hardly have more episodes in a week. */
const DIGEST_ENTRY = { name: 'digest entry', most: 1_000 };

/**
 * Runs anywhere, instantly and for free, and invents nothing.
 *
 * @param loadVectors without them only words are compared
 * @param share makes what doesn't depend on the reader once for all
 */
export function createEmbeddedAssistant(
  loadVectors?: () => Promise<WordVectors>,
  share: ShareByEpisode = (_, make) => make,
): Assistant {
  const know = async (episode: AssistantEpisode): Promise<EpisodeAnalysis> => {
    const index = await indexWithPauses(episode.lines);
    return analysisOf(episode, index, (await loadVectors?.()) ?? null);
  };
  /**
   * An analysis takes many times the memory of its lines and is kept as long as they are. This one gets a copy of them,
   * so that it is dropped even if somebody else keeps the lines.
   */
  const knowForNow = (episode: AssistantEpisode) => know({ ...episode, lines: [...episode.lines] });
  const questionsOn = share(QUESTIONS, async (episode) =>
    withPauses(findQuestions(await knowForNow(episode))),
  );
  const digestEntryOf = share(DIGEST_ENTRY, async (episode): Promise<DigestEntry> => {
    const { id: episodeId, lines, category, podcastTitle } = episode;
    if (lines.length === 0) {
      const theme = category ?? podcastTitle;
      return { episodeId, statements: describedStatements(episode), theme };
    }
    const analysis = await knowForNow(episode);
    await withPauses(salienceOf.inSteps(analysis));
    const theme = await withPauses(findTheme(analysis));
    return { episodeId, statements: statements(analysis, gistOf(analysis)), theme };
  });
  return {
    kind: 'embedded',
    model: 'embedded',

    async writeInsight(episode, reader, { signal, onProgress }) {
      throwIfAborted(signal);
      if (episode.lines.length === 0) {
        return own(insightWithoutTranscript(episode));
      }
      await onProgress?.(
        5,
        nounOf(episode) === 'source' ? 'Reading your source' : 'Reading the transcript',
      );
      const analysis = await know(episode);
      throwIfAborted(signal);
      await onProgress?.(50, 'Choosing what matters to you');
      const insight = await withPauses(writeInsight(analysis, reader));
      throwIfAborted(signal);
      await onProgress?.(100, 'Done');
      return own(insight);
    },

    async *answer(episode, question, earlier, reader, { signal }) {
      throwIfAborted(signal);
      const talk = smallTalk(question, episode, 'embedded');
      if (talk !== null) return yield* talk;
      if (episode.lines.length === 0) return yield* answerWithoutTranscript(episode, question);
      const scope = scopeOf(await know(episode));
      yield* await withPauses(answerMessage(scope, question, earlier, reader));
    },

    async *answerAcross(episodes, question, earlier, reader, { signal }) {
      const talk = smallTalk(question, null, 'embedded');
      if (talk !== null) return yield* talk;
      const all: EpisodeAnalysis[] = [];
      for (const episode of episodes) {
        throwIfAborted(signal);
        all.push(await know(episode));
      }
      yield* await withPauses(answerMessage({ all, only: null }, question, earlier, reader));
    },

    async writeQuiz(episodes, count, { signal, seed, avoid }) {
      throwIfAborted(signal);
      const spoken: EpisodeQuestions[] = [];
      // One after the other, and no analysis is kept: together they would not fit into memory.
      for (const episode of episodes) {
        throwIfAborted(signal);
        if (episode.lines.length === 0) continue;
        const { id, title } = episode;
        spoken.push({ episode: { id, title }, questions: await questionsOn(episode) });
      }
      return own(await withPauses(makeQuiz(spoken, count, seed ?? '', avoid)));
    },

    async writeDigest(episodes, _reader, { signal }) {
      const entries: DigestEntry[] = [];
      for (const episode of episodes) {
        throwIfAborted(signal);
        entries.push(await digestEntryOf(episode));
      }
      return own(entries);
    },
  };
}

const own = <Result>(result: Result): Written<Result> => ({ result, isStandIn: false });

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new AssistantError('aborted', 'The work was stopped.');
}
