/** A quiz as a model writes it, checked question by question; the embedded kind fills what is short. */
import { QUIZ_OPTIONS } from '../../schema/limits.ts';
import { withoutAlike } from './alike-questions.ts';
import type { AssistantEpisode, AssistantQuizQuestion } from './assistant.ts';
import { structuredReply } from './call-model.ts';
import { spreadEntries } from './choose-entries.ts';
import { seededChance } from './embedded/seeded-random.ts';
import { episodesAtOnce, type ModelContext, roomFor } from './model-context.ts';
import { quizPrompt, quizReplySchema } from './prompts/quiz.ts';
import { findCitations, keepTrueCitations } from './retrieval/citation.ts';

export async function writeQuiz(
  { access, contextTokens, embedded }: ModelContext,
  episodes: AssistantEpisode[],
  count: number,
  options: { signal?: AbortSignal; seed?: string },
): Promise<AssistantQuizQuestion[]> {
  const asked = episodes.slice(0, episodesAtOnce(contextTokens, episodes.length));
  const bare = asked.map((episode) => ({ episode, entries: [] }));
  const room = roomFor(contextTokens, quizPrompt(bare, count)) / asked.length;
  const material = asked.map((episode) => ({ episode, entries: spreadEntries(episode, room) }));
  const { questions } = await structuredReply(
    access,
    quizPrompt(material, count),
    { name: 'quiz', schema: quizReplySchema },
    options.signal,
  );
  const { shuffle } = seededChance(options.seed ?? '');
  const good = questions.flatMap((question) => {
    const checked = checkQuestion(question, asked);
    return checked ? [shuffleOptions(checked, shuffle)] : [];
  });
  const chosen = spread(withoutAlike(good), Math.ceil(count / asked.length)).slice(0, count);
  if (chosen.length === count) return chosen;
  const unasked = episodes.filter(({ id }) => !chosen.some(({ episodeId }) => episodeId === id));
  const left = unasked.length > 0 ? unasked : episodes;
  const more = await embedded.writeQuiz(left, count, options);
  return withoutAlike([...chosen, ...more]).slice(0, count);
}

/** At most so many on one episode, however much the model likes it. */
function spread(questions: AssistantQuizQuestion[], most: number): AssistantQuizQuestion[] {
  const byEpisode = Map.groupBy(questions, ({ episodeId }) => episodeId);
  return questions.filter((one) => (byEpisode.get(one.episodeId)?.indexOf(one) ?? 0) < most);
}

type Question = ReturnType<typeof quizReplySchema.parse>['questions'][number];

/** Null for a question that cannot be asked. */
function checkQuestion(
  { question, options, correctAnswerIndex, explanation, episode: number }: Question,
  episodes: AssistantEpisode[],
): AssistantQuizQuestion | null {
  const episode = episodes[number - 1];
  const trimmed = options.map((option) => option.trim());
  const different = new Set(trimmed.map((option) => option.toLowerCase()).filter(Boolean));
  if (!episode || trimmed.length !== QUIZ_OPTIONS || different.size !== QUIZ_OPTIONS) return null;
  if (!Number.isInteger(correctAnswerIndex) || trimmed[correctAnswerIndex] === undefined)
    return null;
  const why = keepTrueCitations(explanation, episode.lines).trim();
  if (question.trim() === '' || why === '') return null;
  // It is to be looked up where it was said: without a true place it may be made up.
  const hasTimes = episode.lines.some(({ start }) => start !== null);
  if (hasTimes && findCitations(why).length === 0) return null;
  return {
    question: question.trim(),
    options: trimmed,
    correctAnswerIndex,
    explanation: why,
    episodeId: episode.id,
  };
}

/** Models like to put the right option first. */
function shuffleOptions(
  question: AssistantQuizQuestion,
  shuffle: <T>(items: readonly T[]) => T[],
): AssistantQuizQuestion {
  const right = question.options[question.correctAnswerIndex] ?? '';
  const options = shuffle(question.options);
  return { ...question, options, correctAnswerIndex: options.indexOf(right) };
}
