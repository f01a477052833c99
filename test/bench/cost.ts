/**
 * `npm run bench:cost`: counts what the model kinds send and receive for an insight, ten questions, a quiz
 * and a digest of eight episodes, before and now, at published prices. A stand-in model counts; nothing
 * leaves the machine. Tokens are estimated at 3.5 characters.
 */
import type { AssistantEpisode } from '../../worker/assistant/assistant.ts';
import { createEmbeddedAssistant } from '../../worker/assistant/embedded/embedded-assistant.ts';
import { openAiCompatibleModel } from '../../worker/assistant/model/language-models.ts';
import { entriesOf, estimateTokens } from '../../worker/assistant/model/material.ts';
import { createModelAssistant } from '../../worker/assistant/model/model-assistant.ts';
import { Outage } from '../../worker/assistant/model/outage.ts';
import { startModelServer } from '../support/model-server.ts';
import type { ModelRequest } from '../support/model-words.ts';
import { talkOf } from './chat/material.ts';

/**
 * Dollars per million tokens of llama-3.3-70b-instruct-fp8-fast, as published:
 * https://developers.cloudflare.com/workers-ai/platform/pricing/
 */
const PRICE = { in: 0.293, out: 2.253 };
const WORDS_AN_HOUR = 10_000;
const LENGTHS = [
  { name: '20 minutes', hours: 1 / 3 },
  { name: '1 hour', hours: 1 },
  { name: '2 hours', hours: 2 },
  { name: '4 hours', hours: 4 },
];
const QUESTIONS = [
  'What do they say about money?',
  'How long did it take?',
  'Who disagreed with whom, and about what?',
  'What should a manager do first?',
  'Which figures support the claim?',
  'What went wrong in the test?',
  'How do they measure success?',
  'What does the law require?',
  'What would they do differently?',
  'Why does the order matter?',
];
const READER = { industry: 'Software', role: 'HR lead', goals: null };
const NOBODY = { industry: null, role: null, goals: null };
const DIGEST = 8;
/** Formerly: the whole context for each request, and an answer of at most 900 tokens. */
const BEFORE = {
  context: 24_000,
  instructions: 550,
  notes: 900,
  insight: 1_600,
  answer: 250,
  quiz: 1_500,
  digest: 160,
};

interface Usage {
  calls: number;
  in: number;
  out: number;
}

function episodeOf(hours: number, number = 0): AssistantEpisode {
  const id = `${hours}-${number}`;
  const lines = talkOf(WORDS_AN_HOUR * hours);
  const about = { title: `Episode ${id}`, podcastTitle: 'A show', description: '' };
  return { id, ...about, publishedAt: null, lines };
}

const tokensOf = (episode: AssistantEpisode) =>
  entriesOf(episode).reduce((sum, { tokens }) => sum + tokens, 0);

/** What the product sent before it stored notes: computed, since that code is gone. */
function before(tokens: number) {
  const room = BEFORE.context - BEFORE.instructions;
  const whole = Math.min(tokens, room - BEFORE.answer - 650);
  const parts = Math.ceil(tokens / (room - BEFORE.insight));
  const insight =
    parts === 1
      ? { calls: 1, in: tokens + BEFORE.instructions, out: BEFORE.insight * 0.6 }
      : {
          calls: parts + 1,
          in: tokens + parts * BEFORE.instructions + parts * BEFORE.notes * 0.8,
          out: parts * BEFORE.notes * 0.8 + BEFORE.insight * 0.6,
        };
  return {
    insight,
    questions: { calls: 10, in: 10 * (whole + BEFORE.instructions), out: 10 * BEFORE.answer },
    quiz: {
      calls: 1,
      in: Math.min(tokens, room - BEFORE.quiz) + BEFORE.instructions,
      out: BEFORE.quiz,
    },
    digest: {
      calls: 1,
      in: Math.min(tokens * DIGEST, room - 1_500) + BEFORE.instructions,
      out: BEFORE.digest * DIGEST,
    },
    read: Math.min(1, (room - 1_500) / (tokens * DIGEST)),
  };
}

const models = await startModelServer();

/** The product's assistant with a stand-in model and notes in memory. */
function assistantOf(name: string) {
  const model = `answers:${name}`;
  const kept = new Map<string, unknown>();
  const assistant = createModelAssistant({
    kind: 'openai-compatible',
    model,
    access: {
      load: openAiCompatibleModel(`${models.origin}/v1`, model, undefined),
      timeoutMs: 60_000,
      record: () => {},
      outage: new Outage(),
    },
    contextTokens: BEFORE.context,
    notes: {
      read: async ({ name }) => kept.get(name),
      write: async ({ name }, value) => void kept.set(name, value),
      alone: (_, work) => work(),
    },
    loadVectors: async () => null,
    embedded: createEmbeddedAssistant(),
  });
  const spent = async (): Promise<Usage> => {
    const reply = await fetch(`${models.origin}/requests/${encodeURIComponent(model)}`);
    const requests: ModelRequest[] = await reply.json();
    return {
      calls: requests.length,
      in: requests.reduce((sum, one) => sum + tokensSent(one), 0),
      out: requests.reduce((sum, one) => sum + tokensBack(one), 0),
    };
  };
  return { assistant, spent };
}

const tokensSent = ({ messages }: ModelRequest) =>
  messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);

/** The maximum of a reply, of which models use about 60 percent. */
const tokensBack = ({ max_tokens: most = 0 }: ModelRequest) => Math.round(most * 0.6);

const minus = (one: Usage, other: Usage): Usage => ({
  calls: one.calls - other.calls,
  in: one.in - other.in,
  out: one.out - other.out,
});

const dollars = ({ in: sent, out }: Usage) => (sent * PRICE.in + out * PRICE.out) / 1e6;

function print(name: string, then: Usage, now: Usage): void {
  const one = (spent: Usage) =>
    `${String(spent.calls).padStart(3)} calls ${Math.round(spent.in).toLocaleString('en').padStart(8)} in ${Math.round(spent.out).toLocaleString('en').padStart(7)} out $${dollars(spent).toFixed(4)}`;
  const ratio = (then.in + then.out) / Math.max(1, now.in + now.out);
  const change = ratio < 1 ? `${(1 / ratio).toFixed(1)} x more` : `${ratio.toFixed(1)} x fewer`;
  console.log(`  ${name.padEnd(34)} before ${one(then)}   now ${one(now)}   ${change}`);
}

// Drops the Worker's log lines for each call and check.
console.info = () => {};

for (const { name, hours } of LENGTHS) {
  const episode = episodeOf(hours);
  const tokens = tokensOf(episode);
  console.log(`${name}: ${tokens.toLocaleString('en')} tokens of transcript`);
  const then = before(tokens);
  const { assistant, spent } = assistantOf(name);
  const nothing = { calls: 0, in: 0, out: 0 };
  let last = nothing;
  const since = async () => {
    const now = await spent();
    const difference = minus(now, last);
    last = now;
    return difference;
  };
  await assistant.writeInsight(episode, NOBODY, {});
  print('insight, notes included', then.insight, await since());
  await assistant.writeInsight(episode, READER, {});
  print('insight for the next profile', then.insight, await since());
  for (const question of QUESTIONS) {
    for await (const _ of assistant.answer(episode, question, [], READER, {}));
  }
  print('ten questions', then.questions, await since());
  await assistant.writeQuiz([episode], 5, { seed: 'cost' });
  print('quiz, notes there', then.quiz, await since());
  const week = Array.from({ length: DIGEST }, (_, number) => episodeOf(hours, number + 1));
  await assistant.writeDigest(week, READER, {});
  print('digest of 8, first reader', then.digest, await since());
  await assistant.writeDigest(week, { ...READER, role: 'Lawyer' }, {});
  print('digest of 8, next reader', then.digest, await since());
  console.log(
    `  a digest read ${(then.read * 100).toFixed(0)} % of each episode before, all of it now`,
  );
}
await models.close();
