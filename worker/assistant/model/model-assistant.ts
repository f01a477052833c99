/** The assistant behind both model-based kinds. */
import type { Assistant, Written } from '../assistant.ts';
import { writeAnswer } from './answer.ts';
import { writeAnswerAcross } from './answer-across.ts';
import type { ModelContext } from './context.ts';
import { writeDigest } from './digest.ts';
import { writeInsight } from './insight.ts';
import { writeQuiz } from './quiz.ts';

/** Throws `AssistantError` if the model fails; `withFallback` replaces it then. */
export function createModelAssistant(context: ModelContext): Assistant {
  const { kind, model, embedded } = context;
  return {
    kind,
    model,

    async writeInsight(episode, reader, options) {
      // A model can't add anything to a description.
      if (episode.lines.length === 0) return embedded.writeInsight(episode, reader, options);
      return own(await writeInsight(context, episode, reader, options));
    },

    answer: (episode, question, earlier, reader, options) =>
      writeAnswer(context, episode, question, earlier, reader, options),

    answerAcross: (episodes, question, earlier, reader, options) =>
      writeAnswerAcross(context, episodes, question, earlier, reader, options),

    async writeQuiz(episodes, count, options) {
      return own(await writeQuiz(context, episodes, count, options));
    },

    async writeDigest(episodes, reader, options) {
      return own(await writeDigest(context, episodes, reader, options));
    },
  };
}

const own = <Result>(result: Result): Written<Result> => ({ result, isStandIn: false });
