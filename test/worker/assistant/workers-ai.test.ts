import { describe, expect, test } from 'vitest';
import { createAssistant } from '../../../worker/assistant/choose-assistant.ts';
import { CUT_OFF_NOTICE, isFallback } from '../../../worker/assistant/with-fallback.ts';
import { answerFrom, insightFrom, type ModelRequest, quizFrom } from '../../support/model-words.ts';
import { episodeOf, NOBODY, textOf } from './episodes.ts';

const QUESTION = 'How high did you raise the price?';
const MODEL = '@cf/meta/llama-3.3-70b-instruct-fp8-fast';

interface Inputs {
  messages: { role: string; content: string }[];
  stream?: boolean;
  max_tokens?: number;
  response_format?: { type: string; json_schema: unknown };
}

/** What the binding takes and gives: bytes of server-sent events, or `{ response, usage }`. */
class StandIn {
  readonly asked: { model: string; inputs: Inputs }[] = [];
  readonly #reply: (inputs: Inputs) => unknown;

  constructor(reply: (inputs: Inputs) => unknown) {
    this.#reply = reply;
  }

  async run(model: string, inputs: Inputs): Promise<unknown> {
    this.asked.push({ model, inputs });
    return this.#reply(inputs);
  }
}

/** As the binding streams: a `response` an event, then the usage, then the end. */
function events(text: string, options: { isCutOff?: boolean } = {}): ReadableStream<Uint8Array> {
  const pieces = text.match(/[\s\S]{1,6}/g) ?? [];
  const lines = [
    ...pieces.map((response) => JSON.stringify({ response, p: 'abdefgh' })),
    JSON.stringify({ response: '', usage: { prompt_tokens: 9, completion_tokens: 9 } }),
    '[DONE]',
  ];
  const sent = options.isCutOff ? lines.slice(0, -2) : lines;
  const encoder = new TextEncoder();
  return new ReadableStream({
    start(controller) {
      for (const line of sent) controller.enqueue(encoder.encode(`data: ${line}\n\n`));
      controller.close();
    },
  });
}

function assistantOf(reply: (inputs: Inputs) => unknown) {
  const binding = new StandIn(reply);
  const assistant = createAssistant({
    AI_PROVIDER: 'workers-ai',
    AI_MODEL: MODEL,
    AI_BASE_URL: '',
    AI_CONTEXT_TOKENS: 24_000,
    AI_TIMEOUT_MS: 400,
    AI: binding as unknown as Ai,
  });
  return { assistant, binding };
}

const asRequest = ({ messages }: Inputs): ModelRequest => ({ model: MODEL, messages });

const answerOf = (assistant: ReturnType<typeof assistantOf>['assistant']) =>
  textOf(assistant.answer(episodeOf(), QUESTION, [], NOBODY, {}));

describe('Workers AI', () => {
  test('streams an answer whose citations are true', async () => {
    const { assistant, binding } = assistantOf((inputs) => events(answerFrom(asRequest(inputs))));
    const text = await answerOf(assistant);
    expect(text).toContain('4,200');
    expect(text).toContain('[0:20]');
    expect(text).not.toContain('9:59');
    const [asked] = binding.asked;
    expect(asked?.model).toBe(MODEL);
    expect(asked?.inputs.stream).toBe(true);
    // Left unsaid, the platform stops after 256 tokens.
    expect(asked?.inputs.max_tokens).toBeGreaterThan(256);
    expect(asked?.inputs.messages[0]?.role).toBe('system');
  });

  test('that answers whole where a stream was asked for is understood, too', async () => {
    const { assistant } = assistantOf((inputs) => ({ response: answerFrom(asRequest(inputs)) }));
    expect(await answerOf(assistant)).toContain('4,200');
  });

  test('writes an insight', async () => {
    const { assistant } = assistantOf((inputs) => events(insightFrom(asRequest(inputs))));
    const text = await assistant.writeInsight(episodeOf(), NOBODY, {});
    expect(text).toContain('## Key takeaways');
    expect(isFallback(text)).toBe(false);
  });

  test.each([
    ['an object', (inputs: Inputs) => ({ response: quizFrom(asRequest(inputs)) })],
    ['text', (inputs: Inputs) => ({ response: JSON.stringify(quizFrom(asRequest(inputs))) })],
  ])('gives a quiz in its JSON mode, whose reply may be %s', async (_, reply) => {
    const { assistant, binding } = assistantOf(reply);
    const quiz = await assistant.writeQuiz([episodeOf()], 5, { seed: 'a' });
    expect(quiz).toHaveLength(5);
    expect(quiz[0]?.question).toMatch(/^What did/);
    expect(binding.asked).toHaveLength(1);
    const format = binding.asked[0]?.inputs.response_format;
    expect(format).toMatchObject({ type: 'json_schema' });
    // Its JSON mode does not stream.
    expect(binding.asked[0]?.inputs.stream).toBeUndefined();
  });

  test.each([
    ['is out of quota', '3036: you have used up your daily free allocation of 10,000 neurons'],
    ['has no capacity', '3040: Capacity temporarily exceeded, please try again.'],
    ['is not there', 'Binding AI needs to be run remotely'],
  ])('that %s is stood in for, and the reader is told', async (_, message) => {
    const { assistant } = assistantOf(() => {
      throw new Error(message);
    });
    const text = await answerOf(assistant);
    expect(isFallback(text)).toBe(true);
    expect(text).toContain('4,200');
  });

  test('that never answers, says nothing or breaks off is stood in for', async () => {
    const silent = assistantOf(() => new Promise(() => {}));
    expect(isFallback(await answerOf(silent.assistant))).toBe(true);
    const empty = assistantOf(() => events(''));
    expect(isFallback(await answerOf(empty.assistant))).toBe(true);
    const broken = assistantOf(() => events('The episode says', { isCutOff: true }));
    const text = await answerOf(broken.assistant);
    expect(text.startsWith('The episode says')).toBe(true);
    expect(text).toContain(CUT_OFF_NOTICE);
  });
});

test('a kind without what it needs is refused at once', () => {
  const settings = {
    AI_MODEL: '',
    AI_BASE_URL: '',
    AI_CONTEXT_TOKENS: 8_000,
    AI_TIMEOUT_MS: 400,
  };
  expect(() => createAssistant({ ...settings, AI_PROVIDER: 'workers-ai' })).toThrow('AI_MODEL');
  expect(() =>
    createAssistant({ ...settings, AI_PROVIDER: 'workers-ai', AI_MODEL: MODEL }),
  ).toThrow('binding');
  expect(() =>
    createAssistant({ ...settings, AI_PROVIDER: 'openai-compatible', AI_MODEL: 'm' }),
  ).toThrow('AI_BASE_URL');
  expect(createAssistant({ ...settings, AI_PROVIDER: 'embedded' }).kind).toBe('embedded');
});
