import { z } from 'zod';
import { QUIZ_OPTIONS } from '../../../schema/limits.ts';
import type { AssistantEpisode } from '../assistant.ts';
import type { Prompt } from '../call-model.ts';
import { type Entry, episodeBlock } from '../material.ts';
import { CITATION_RULES, MATERIAL_RULES, promptName } from './rules.ts';

const QUIZ_MAX_TOKENS = 1_800;

export const quizReplySchema = z.object({
  questions: z.array(
    z.object({
      question: z.string(),
      options: z.array(z.string()),
      correctAnswerIndex: z.number(),
      explanation: z.string(),
      episode: z.number(),
    }),
  ),
});

const INSTRUCTIONS = `\
You write quizzes that check whether somebody listened to podcast episodes. Use only what the \
transcripts say.
${CITATION_RULES}
${MATERIAL_RULES}`;

export function quizPrompt(
  episodes: { episode: AssistantEpisode; entries: Entry[] }[],
  count: number,
): Prompt {
  const material = episodes.map(({ episode, entries }, at) =>
    episodeBlock(episode, entries, { number: at + 1, of: episodes.length }),
  );
  const task = `\
Write ${count} questions, spread over the episodes, no two alike, each about something particular \
that was said: a figure, a name, a cause, a definition, a recommendation. Do not ask about times \
or about the podcast itself. Each has ${QUIZ_OPTIONS} options of the same kind and length, of which \
exactly one is right by the transcript and the others are plausible and wrong. The explanation \
says why, quotes the sentence that settles it and cites its time. "episode" is the number of the \
episode, "correctAnswerIndex" counts from 0.

Reply with JSON: {"questions": [{"question", "options", "correctAnswerIndex", "explanation", \
"episode"}]}`;
  return {
    name: promptName('quiz'),
    instructions: INSTRUCTIONS,
    maxOutputTokens: QUIZ_MAX_TOKENS,
    messages: [{ role: 'user', content: [...material, task].join('\n\n') }],
  };
}
