/** A quiz as a model writes it, checked question by question; the embedded kind fills what is short. */
import { QUIZ_OPTIONS } from '../../schema/limits.ts';
import type { AssistantEpisode, AssistantQuizQuestion } from './assistant.ts';
import { structuredReply } from './call-model.ts';
import { spreadEntries } from './choose-entries.ts';
import { seededChance } from './embedded/seeded-random.ts';
import { type ModelContext, roomFor } from './model-context.ts';
import { QUIZ_MAX_TOKENS, quizPrompt, quizReplySchema } from './prompts/quiz.ts';
import { keepTrueCitations } from './retrieval/citation.ts';
import { topicStems } from './retrieval/words.ts';

/** Questions that share more of their words than this ask the same. */
const ALIKE = 0.7;

export async function writeQuiz(
  { access, contextTokens, embedded }: ModelContext,
  episodes: AssistantEpisode[],
  count: number,
  options: { signal?: AbortSignal; seed?: string },
): Promise<AssistantQuizQuestion[]> {
  const room = roomFor(contextTokens, QUIZ_MAX_TOKENS) / Math.max(1, episodes.length);
  const material = episodes.map((episode) => ({ episode, entries: spreadEntries(episode, room) }));
  const { questions } = await structuredReply(
    access,
    quizPrompt(material, count),
    { name: 'quiz', schema: quizReplySchema },
    options.signal,
  );
  const { shuffle } = seededChance(options.seed ?? '');
  const good = questions.flatMap((question) => {
    const checked = checkQuestion(question, episodes);
    return checked ? [shuffleOptions(checked, shuffle)] : [];
  });
  const chosen = withoutLikes(good).slice(0, count);
  if (chosen.length === count) return chosen;
  const more = await embedded.writeQuiz(episodes, count, options);
  return withoutLikes([...chosen, ...more]).slice(0, count);
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

function withoutLikes(questions: AssistantQuizQuestion[]): AssistantQuizQuestion[] {
  const kept: AssistantQuizQuestion[] = [];
  for (const question of questions) {
    if (!kept.some((other) => isLike(question.question, other.question))) kept.push(question);
  }
  return kept;
}

function isLike(one: string, other: string): boolean {
  if (one.toLowerCase() === other.toLowerCase()) return true;
  const a = new Set(topicStems(one));
  const b = new Set(topicStems(other));
  const shared = [...a].filter((stem) => b.has(stem)).length;
  return shared > 0 && shared / Math.min(a.size, b.size) > ALIKE && a.size === b.size;
}
