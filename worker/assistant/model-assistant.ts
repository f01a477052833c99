/** The assistant behind both model kinds. */
import type { Assistant } from './assistant.ts';
import { streamReply } from './call-model.ts';
import { checkCitations } from './check-reply.ts';
import { entriesFor } from './choose-entries.ts';
import type { LoadModel } from './language-models.ts';
import { entriesOf, estimateTokens } from './material.ts';
import { roomFor } from './model-context.ts';
import { writeDigest } from './model-digest.ts';
import { writeInsight } from './model-insight.ts';
import { writeQuiz } from './model-quiz.ts';
import { answerPrompt } from './prompts/answer.ts';

/** Of what was said before, the latest exchanges, up to this share of the context. */
const HISTORY_SHARE = 0.2;

export interface ModelSettings {
  kind: 'workers-ai' | 'openai-compatible';
  model: string;
  languageModel: LoadModel;
  /** What the model can take in and give back at once. */
  contextTokens: number;
  timeoutMs: number;
  /** Tops up what the model leaves short. */
  embedded: Assistant;
}

export function createModelAssistant(settings: ModelSettings): Assistant {
  const { kind, model, contextTokens, timeoutMs, embedded } = settings;
  const access = { load: settings.languageModel, timeoutMs };
  const context = { access, contextTokens, embedded };
  return {
    kind,
    model,

    writeInsight: (episode, reader, options) => writeInsight(context, episode, reader, options),

    async *answer(episode, question, earlier, reader, { signal }) {
      const recent = recentExchanges(earlier, contextTokens * HISTORY_SHARE);
      const bare = answerPrompt(episode, [], true, question, recent, reader);
      const room = roomFor(contextTokens, bare);
      const entries = entriesFor(episode, question, earlier, room);
      const isWhole = entries.length === entriesOf(episode).length;
      const prompt = answerPrompt(episode, entries, isWhole, question, recent, reader);
      yield* checkCitations(streamReply(access, prompt, { signal }), episode.lines);
    },

    writeQuiz: (episodes, count, options) => writeQuiz(context, episodes, count, options),

    writeDigest: (episodes, reader, options) => writeDigest(context, episodes, reader, options),
  };
}

function recentExchanges<T extends { question: string; answer: string }>(
  earlier: T[],
  budget: number,
): T[] {
  let left = budget;
  const from = earlier.findLastIndex(({ question, answer }) => {
    left -= estimateTokens(question + answer);
    return left < 0;
  });
  return earlier.slice(from + 1);
}
