/** Measures whether questions about things that no episode speaks of are declined. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AssistantEpisode } from '../../../worker/assistant/assistant.ts';
import { ask, declines } from './assistant-under-test.ts';

export async function measureForeignQuestions(
  episodes: AssistantEpisode[],
): Promise<{ questions: number; declined: number; answered: string[] }> {
  const questions = readFileSync(join(import.meta.dirname, 'data/foreign-questions.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  let declined = 0;
  const answered: string[] = [];
  for (const [at, question] of questions.entries()) {
    const episode = episodes[at % episodes.length];
    if (episode === undefined) continue;
    const answer = await ask(episode, question);
    if (declines(answer)) declined++;
    else answered.push(`${question} → ${answer.slice(0, 120)}`);
  }
  return {
    questions: questions.length,
    declined: (100 * declined) / Math.max(1, questions.length),
    answered,
  };
}
