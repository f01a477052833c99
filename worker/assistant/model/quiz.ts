/** Writes a quiz with a model and checks every question. The embedded assistant adds missing ones. */
import { z } from 'zod';
import { QUIZ_OPTIONS } from '../../../schema/limits.ts';
import { seededChance } from '../../platform/seeded-random.ts';
import { type AssistantEpisode, AssistantError, type AssistantQuizQuestion } from '../assistant.ts';
import { checkStatement } from '../check/check-statement.ts';
import { hasMarkup } from '../check/prompt-injection.ts';
import {
  type ComparableQuestion,
  isDuplicate,
  sayDifferentThings,
} from '../duplicate-questions.ts';
import type { Statement } from '../evidence.ts';
import type { WordVectors } from '../retrieval/word-vectors.ts';
import type { ModelContext } from './context.ts';
import { type Note, sampleEvenly } from './notes.ts';
import { quizPrompt } from './prompts.ts';
import { type NotedEpisode, noteEpisodes } from './several-episodes.ts';
import { structuredReply } from './structured-reply.ts';

/** A question needs one note, so an episode needs no more than this. */
const NOTES_AN_EPISODE = 14;
const LONGEST_TEXT = 400;

const replySchema = z.object({
  questions: z.array(
    z.object({
      question: z.string(),
      options: z.array(z.string()),
      correctAnswerIndex: z.number(),
      episode: z.number(),
      note: z.number(),
    }),
  ),
});

export async function writeQuiz(
  context: ModelContext,
  episodes: AssistantEpisode[],
  count: number,
  options: { signal?: AbortSignal; seed?: string; avoid?: ComparableQuestion[] },
): Promise<AssistantQuizQuestion[]> {
  const noted = await noteEpisodes(context, episodes, options.signal);
  if (noted.length === 0) throw new AssistantError('unavailable', 'No notes could be taken');
  const { shuffle } = seededChance(options.seed ?? '');
  const material = noted.map(({ episode, notes }) => ({
    episode,
    notes: sampleEvenly(shuffle(notes), NOTES_AN_EPISODE),
    all: notes,
  }));
  const shape = { name: 'quiz', schema: replySchema };
  const prompt = quizPrompt(material, count);
  const { questions } = await structuredReply(context.access, prompt, shape, options.signal);
  const vectors = await context.loadVectors();
  const taken = new Set<string>();
  const good = questions.flatMap((question) => {
    const place = `${question.episode} ${question.note}`;
    const checked = taken.has(place) ? null : checkQuestion(question, material, vectors);
    if (!checked) return [];
    const asked = { ...checked, explanation: checked.explanation.text };
    if (options.avoid?.some((other) => isDuplicate(asked, other))) return [];
    taken.add(place);
    return [shuffleOptions(checked, shuffle)];
  });
  const chosen = limitPerEpisode(good, Math.ceil(count / material.length)).slice(0, count);
  if (chosen.length === count) return chosen;
  const unasked = episodes.filter(({ id }) => !chosen.some(({ episodeId }) => episodeId === id));
  const left = unasked.length > 0 ? unasked : episodes;
  const more = await context.embedded.writeQuiz(left, count, options);
  return [...chosen, ...more.result].slice(0, count);
}

/** Limits the questions per episode, whatever the model prefers. */
function limitPerEpisode(
  questions: AssistantQuizQuestion[],
  most: number,
): AssistantQuizQuestion[] {
  const byEpisode = Map.groupBy(questions, ({ episodeId }) => episodeId);
  return questions.filter((one) => (byEpisode.get(one.episodeId)?.indexOf(one) ?? 0) < most);
}

type Question = z.infer<typeof replySchema>['questions'][number];

/**
 * Returns null for an invalid question: its right option must follow from its note, and the others from no
 * note on the episode. These are made up, but may hold no more than what can be said either.
 */
function checkQuestion(
  { question, options, correctAnswerIndex, episode: number, note }: Question,
  noted: (NotedEpisode & { all: Note[] })[],
  vectors: WordVectors | null,
): AssistantQuizQuestion | null {
  const about = noted[number - 1];
  const explanation = about?.notes[note]?.statement;
  if (!about || !explanation) return null;
  const trimmed = options.map((option) => option.replace(/\s+/g, ' ').trim());
  if (trimmed.length !== QUIZ_OPTIONS || trimmed.includes('')) return null;
  if (!sayDifferentThings(trimmed)) return null;
  const asked = question.replace(/\s+/g, ' ').trim();
  if (asked === '' || [asked, ...trimmed].some((text) => text.length > LONGEST_TEXT)) return null;
  const { evidence } = explanation;
  const holds = (text: string, said: Statement) =>
    checkStatement({ text, evidence: said.evidence }, about.episode, { vectors }) === null;
  const right = trimmed[correctAnswerIndex];
  if (right === undefined || !holds(right, explanation)) return null;
  const wrong = trimmed.filter((_, index) => index !== correctAnswerIndex);
  const isSaid = (text: string) => about.all.some(({ statement }) => holds(text, statement));
  if (wrong.some((text) => hasMarkup(text) || isSaid(text))) return null;
  const isAsked = checkStatement({ text: asked, evidence }, about.episode, { isQuestion: true });
  if (isAsked !== null) return null;
  return {
    question: asked,
    options: trimmed,
    correctAnswerIndex,
    explanation,
    episodeId: about.episode.id,
  };
}

/** Models tend to put the right option first. */
function shuffleOptions(
  question: AssistantQuizQuestion,
  shuffle: <T>(items: readonly T[]) => T[],
): AssistantQuizQuestion {
  const right = question.options[question.correctAnswerIndex] ?? '';
  const options = shuffle(question.options);
  return { ...question, options, correctAnswerIndex: options.indexOf(right) };
}
