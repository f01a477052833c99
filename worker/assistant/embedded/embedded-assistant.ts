/** The assistant that needs no model: it picks, orders and quotes what was said. */
import {
  type Assistant,
  type AssistantEpisode,
  AssistantError,
  type Exchange,
  type Reader,
} from '../assistant.ts';
import type { AnswerPart } from '../evidence.ts';
import { answerWriter, insightMarkdown, statementMarkdown } from '../markdown.ts';
import { indexOf } from '../retrieval/transcript-index.ts';
import {
  type LoadWordVectors,
  readWordVectors,
  type WordVectors,
} from '../retrieval/word-vectors.ts';
import { answerQuestion } from './answer.ts';
import { describedStatements, digestStatements, themeOf } from './digest.ts';
import { insightFor } from './insight.ts';
import { makeQuiz } from './quiz.ts';
import { smallTalk } from './small-talk.ts';
import { type Known, kindOfEpisode } from './what-matters.ts';
import { answerWithoutTranscript, insightWithoutTranscript } from './without-transcript.ts';

/**
 * An assistant that runs anywhere, at once and for nothing, and invents nothing.
 *
 * @param loadVectors gives the word vectors, once; without them it goes by words alone
 */
export function createEmbeddedAssistant(loadVectors?: LoadWordVectors): Assistant {
  let loading: Promise<WordVectors | null> | null = null;
  const know = async (episode: AssistantEpisode): Promise<Known> => {
    loading ??= loadVectors ? loadVectors().then(readWordVectors) : Promise.resolve(null);
    const index = indexOf(episode.lines);
    return { episode, index, vectors: await loading, kind: kindOfEpisode(index) };
  };
  const answerParts = async (
    episode: AssistantEpisode,
    message: string,
    earlier: Exchange[],
    reader: Reader,
  ): Promise<AnswerPart[]> => {
    const talk = smallTalk(message, episode);
    if (talk !== null) return talk;
    if (episode.lines.length === 0) return answerWithoutTranscript(episode, message);
    return answerQuestion(await know(episode), message, earlier, reader);
  };
  return {
    kind: 'embedded',
    model: 'embedded',

    async writeInsight(episode, reader, { signal, onProgress }) {
      throwIfAborted(signal);
      if (episode.lines.length === 0) {
        return insightMarkdown(insightWithoutTranscript(episode), episode.lines);
      }
      await onProgress?.(5, 'Reading the transcript');
      const known = await know(episode);
      throwIfAborted(signal);
      await onProgress?.(50, 'Choosing what matters to you');
      const insight = insightFor(known, reader);
      throwIfAborted(signal);
      await onProgress?.(100, 'Done');
      return insightMarkdown(insight, episode.lines);
    },

    async *answer(episode, question, earlier, reader, { signal }) {
      throwIfAborted(signal);
      const write = answerWriter(episode.lines);
      for (const part of await answerParts(episode, question, earlier, reader)) {
        if (signal?.aborted === true) break;
        yield* inPieces(write(part), signal);
      }
      throwIfAborted(signal);
    },

    async writeQuiz(episodes, count, { signal, seed }) {
      throwIfAborted(signal);
      const spoken = episodes.filter(({ lines }) => lines.length > 0);
      const known = await Promise.all(spoken.map(know));
      return makeQuiz(known, count, seed ?? '').map(({ explanation, ...question }) => {
        const { lines } = spoken.find(({ id }) => id === question.episodeId) ?? { lines: [] };
        return { ...question, explanation: statementMarkdown(explanation, lines) };
      });
    },

    async writeDigest(episodes, _reader, { signal }) {
      throwIfAborted(signal);
      return Promise.all(
        episodes.map(async (episode) => {
          const isSpoken = episode.lines.length > 0;
          const known = isSpoken ? await know(episode) : null;
          const statements = known ? digestStatements(known) : describedStatements(episode);
          return {
            episodeId: episode.id,
            summary: statements.map((one) => statementMarkdown(one, episode.lines)).join(' '),
            theme: known ? themeOf(known) : (episode.category ?? episode.podcastTitle),
          };
        }),
      );
    },
  };
}

/** Gives a text word by word, as a model would. */
async function* inPieces(text: string, signal?: AbortSignal): AsyncGenerator<string> {
  for (const piece of text.match(/\s*\S+\s*|\s+/g) ?? []) {
    if (signal?.aborted === true) return;
    yield piece;
    // Lets whoever reads send what came, and stop us, before the next piece.
    await Promise.resolve();
  }
}

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new AssistantError('aborted', 'The work was stopped.');
}
