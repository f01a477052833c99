import { QUIZ_QUESTIONS } from '../../schema/limits.ts';
import { type Quiz, type QuizRequest, quizQuestionSchema } from '../../schema/wire/quiz.ts';
import { shuffle } from '../../schema/wire/shuffle.ts';
import {
  type Assistant,
  type AssistantEpisode,
  AssistantError,
  type AssistantQuizQuestion,
  nounOf,
} from '../assistant/assistant.ts';
import { explanationMarkdown } from '../assistant/markdown.ts';
import { withinMemory } from '../assistant/within-memory.ts';
import { findPodcast } from '../catalogue/store.ts';
import {
  type ListedEpisode,
  listOwnSources,
  listPodcastEpisodes,
  listSubscribedEpisodes,
  mayHaveTranscript,
  withTranscripts,
} from '../episodes/subscribed-episodes.ts';
import { AppError } from '../platform/errors.ts';
import type { TranscriptDeps } from '../transcripts/find-transcript.ts';
import {
  insertAsked,
  type KnownQuestion,
  listAskedLately,
  listOfQuiz,
  listWrong,
} from './asked-questions.ts';
import { mixQuestions } from './mix-questions.ts';

/** Enough episodes to spread five questions over, few enough to read while the user waits. */
const EPISODES_READ = 6;
const EPISODES_CONSIDERED = 40;
/** The most repeated questions per quiz. */
const ASKED_AGAIN = 2;
const STAND_IN_NOTICE =
  "The model could not answer, so these questions were made without it, from the episodes' own words.";
const NOT_NOW = 'The transcripts could not be fetched. Please try again later.';

/**
 * Makes five questions about one podcast, about the user's own sources, or about those and all their
 * subscriptions. Up to two are repeats of questions that the user answered wrongly. A request that is sent again gets
 * the quiz that was made for it, unless the model could not answer then.
 *
 * @throws AppError not_found for an unknown podcast; unprocessable if there is nothing to ask about; unavailable if
 * no transcript can be read right now
 */
export async function generateQuiz(
  deps: TranscriptDeps,
  assistant: Assistant,
  userId: string,
  request: QuizRequest & { id?: string | undefined },
): Promise<Quiz> {
  const { id = crypto.randomUUID() } = request;
  const made = request.id === undefined ? [] : await listOfQuiz(deps.db, userId, id);
  if (made.length === QUIZ_QUESTIONS) return { id, questions: made };
  const listed = await candidates(deps, userId, request);
  const readable = listed.filter(mayHaveTranscript);
  // Other episodes each time, so that quizzes differ.
  const episodes = await withTranscripts(deps, shuffle(readable).slice(0, EPISODES_READ));
  const withWords = withinMemory(episodes.filter((episode) => episode.lines.length > 0));
  if (withWords.length === 0) {
    if (episodes.some(({ isTemporary }) => isTemporary)) throw new AppError('unavailable', NOT_NOW);
    throw new AppError('unprocessable', nothingToAsk(request, listed));
  }
  try {
    const read = withWords.map(({ id }) => id);
    const { result, isStandIn } = await assistant.writeQuiz(withWords, QUIZ_QUESTIONS, {
      seed: crypto.randomUUID(),
      avoid: await listAskedLately(deps.db, userId, read),
    });
    const fresh = result.map((question) => asAsked(question, withWords));
    const known = listed.map(({ id }) => id);
    const again = await listWrong(deps.db, userId, known, ASKED_AGAIN);
    const questions = mixQuestions(again, fresh, QUIZ_QUESTIONS);
    const ids = await insertAsked(deps.db, userId, questions, isStandIn ? null : id);
    return {
      id,
      questions: questions.map((question, index) =>
        quizQuestionSchema.parse({ ...question, id: ids[index] }),
      ),
      ...(isStandIn ? { notice: STAND_IN_NOTICE } : {}),
    };
  } catch (error) {
    if (!(error instanceof AssistantError)) throw error;
    throw new AppError('unprocessable', tooShort(withWords), {
      cause: error,
    });
  }
}

/** The question as shown and stored, with its explanation as Markdown. */
function asAsked(question: AssistantQuizQuestion, episodes: AssistantEpisode[]): KnownQuestion {
  const lines = episodes.find(({ id }) => id === question.episodeId)?.lines ?? [];
  return { ...question, explanation: explanationMarkdown(question.explanation, lines) };
}

async function candidates({ db }: TranscriptDeps, userId: string, request: QuizRequest) {
  if (request.useWholeLibrary || request.podcastId === null) {
    const lists = await Promise.all([
      listSubscribedEpisodes(db, userId, { count: EPISODES_CONSIDERED }),
      listOwnSources(db, userId, EPISODES_CONSIDERED),
    ]);
    return lists.flat();
  }
  const own = await listOwnSources(db, userId, EPISODES_CONSIDERED);
  if (own[0]?.podcastId === request.podcastId) return own;
  if (!(await findPodcast(db, userId, request.podcastId))) {
    throw new AppError('not_found', 'Podcast not found');
  }
  return listPodcastEpisodes(db, request.podcastId, EPISODES_CONSIDERED);
}

function tooShort(episodes: AssistantEpisode[]): string {
  const sources = episodes.filter((episode) => nounOf(episode) === 'source').length;
  if (sources < episodes.length) return 'These episodes are too short for a quiz.';
  return sources === 1
    ? 'Your source is too short for a quiz of five questions. Add a longer one, or another.'
    : 'Your sources are too short for a quiz of five questions. Add a longer one.';
}

function nothingToAsk(request: QuizRequest, listed: ListedEpisode[]): string {
  if (listed.length === 0) {
    return request.useWholeLibrary
      ? 'Your library has no episodes yet. Subscribe to a podcast and fetch its recent episodes first.'
      : 'This podcast has no episodes yet. Fetch its recent episodes first.';
  }
  return 'None of these episodes has a transcript to make questions from.';
}
