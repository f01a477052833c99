import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { createAssistant } from '../../../worker/assistant/choose-assistant.ts';
import { STAND_IN_NOTICE } from '../../../worker/assistant/markdown.ts';
import { answerFrom, type ModelRequest, wordsFor } from '../../support/model-words.ts';
import { episodeOf, NOBODY, textOf } from './episodes.ts';

const QUESTION = 'How high did you raise the price?';
const MODEL = '@cf/meta/llama-3.3-70b-instruct-fp8-fast';

interface Inputs {
  messages: { role: string; content: string }[];
  stream?: boolean;
  max_tokens?: number;
  response_format?: { type: string; json_schema: unknown };
}

/** What the binding receives and returns: bytes of server-sent events, or `{ response, usage }`. */
class StandIn {
  readonly asked: { model: string; inputs: Inputs; options: object }[] = [];
  readonly #reply: (inputs: Inputs) => unknown;

  constructor(reply: (inputs: Inputs) => unknown) {
    this.#reply = reply;
  }

  async run(model: string, inputs: Inputs, options: object): Promise<unknown> {
    this.asked.push({ model, inputs, options });
    return this.#reply(inputs);
  }
}

/** Streams like the binding: one `response` per event, then the usage, then the end. */
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

function assistantOf(reply: (inputs: Inputs) => unknown, timeoutMs = 30_000) {
  const binding = new StandIn(reply);
  const assistant = createAssistant({
    AI_PROVIDER: 'workers-ai',
    AI_MODEL: MODEL,
    AI_BASE_URL: '',
    AI_CONTEXT_TOKENS: 24_000,
    AI_TIMEOUT_MS: timeoutMs,
    AI: binding as unknown as Ai,
    DB: env.DB,
    NOTES: env.TRANSCRIPTS,
  });
  return { assistant, binding };
}

const asRequest = ({ messages, response_format }: Inputs): ModelRequest => ({
  model: MODEL,
  messages,
  // The binding's JSON mode takes the schema bare, without the name it has elsewhere.
  ...(response_format
    ? { response_format: { type: 'json_schema', json_schema: { name: nameOf(messages) } } }
    : {}),
});
const nameOf = (messages: Inputs['messages']) => {
  const asks = messages.at(-1)?.content ?? '';
  if (asks.includes('{"notes"')) return 'notes';
  return asks.includes('{"gist"') ? 'insight' : 'quiz';
};
const inJson = (inputs: Inputs) => ({ response: JSON.parse(wordsFor(asRequest(inputs))) });
const isFallback = (text: string) => text.startsWith(STAND_IN_NOTICE);

const answerOf = (assistant: ReturnType<typeof assistantOf>['assistant']) =>
  textOf(assistant.answer(episodeOf(), QUESTION, [], NOBODY, {}));

describe('Workers AI', () => {
  test('streams an answer whose statements hold', async () => {
    const { assistant, binding } = assistantOf((inputs) => events(answerFrom(asRequest(inputs))));
    const text = await answerOf(assistant);
    expect(text).toContain('4,200');
    expect(text).toContain('[0:20]');
    expect(text).not.toContain('87 percent');
    const [asked] = binding.asked;
    expect(asked?.model).toBe(MODEL);
    expect(asked?.inputs.stream).toBe(true);
    // By default, the platform stops after 256 tokens.
    expect(asked?.inputs.max_tokens).toBeGreaterThan(256);
    expect(asked?.inputs.messages[0]?.role).toBe('system');
    // Goes to the replica that read the episode before, and is refused at once without capacity.
    expect(asked?.options).toMatchObject({
      rejectIfBusy: true,
      extraHeaders: { 'x-session-affinity': expect.any(String) },
    });
  });

  test('may answer whole although a stream was requested', async () => {
    const { assistant } = assistantOf((inputs) => ({ response: answerFrom(asRequest(inputs)) }));
    expect(await answerOf(assistant)).toContain('4,200');
  });

  test.each([
    ['an object', inJson],
    ['text', (inputs: Inputs) => ({ response: wordsFor(asRequest(inputs)) })],
  ])('writes an insight in its JSON mode, whose reply may be %s', async (_, reply) => {
    const { assistant, binding } = assistantOf(reply);
    const { result, isStandIn } = await assistant.writeInsight(episodeOf(), NOBODY, {});
    expect(isStandIn).toBe(false);
    expect(result.takeaways.length).toBeGreaterThan(4);
    for (const { inputs, options } of binding.asked) {
      expect(inputs.response_format).toMatchObject({ type: 'json_schema' });
      // Its JSON mode doesn't stream, and nobody waits for the result.
      expect(inputs.stream).toBeUndefined();
      expect(options).not.toHaveProperty('rejectIfBusy');
    }
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
    const silent = assistantOf(() => new Promise(() => {}), 400);
    expect(isFallback(await answerOf(silent.assistant))).toBe(true);
    const empty = assistantOf(() => events(''));
    expect(isFallback(await answerOf(empty.assistant))).toBe(true);
    const broken = assistantOf(() => events('The episode says', { isCutOff: true }));
    expect(isFallback(await answerOf(broken.assistant))).toBe(true);
  });
});

test('a kind without what it needs is refused at once', () => {
  const settings = {
    AI_MODEL: '',
    AI_BASE_URL: '',
    AI_CONTEXT_TOKENS: 8_000,
    AI_TIMEOUT_MS: 400,
    DB: env.DB,
    NOTES: env.TRANSCRIPTS,
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
