/** What counts as a reply: each kind of failure is reported, and no half reply passes as whole. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { AssistantError } from '../../../worker/assistant/assistant.ts';
import type { LoadedModel } from '../../../worker/assistant/model/language-models.ts';
import type { ModelAccess, Prompt } from '../../../worker/assistant/model/model-access.ts';
import { streamReply } from '../../../worker/assistant/model/stream-reply.ts';
import { structuredReply } from '../../../worker/assistant/model/structured-reply.ts';
import { call, modelOf, modelReciting } from './models.ts';

const PROMPT: Prompt = {
  name: 'test/1',
  affinity: 'an-episode',
  instructions: 'Answer.',
  maxOutputTokens: 100,
  messages: [
    { role: 'user', content: '<transcript>\n0 Ada: Welcome.\n</transcript>\n\nWho says welcome?' },
  ],
};
const SHAPE = { name: 'notes', schema: z.object({ notes: z.array(z.unknown()) }) };

/** The outcome of a reply, and how it failed; null if it didn't. */
async function readAll(pieces: AsyncIterable<string>) {
  let text = '';
  try {
    for await (const piece of pieces) text += piece;
  } catch (error) {
    if (!(error instanceof AssistantError)) throw error;
    return { text, failure: error.failure, message: error.message };
  }
  return { text, failure: null };
}

describe('a streamed reply', () => {
  test.each(['answers', 'own-word'])('of a model that %s is whole', async (scenario) => {
    const reply = await readAll(streamReply(modelOf(scenario), PROMPT, {}));
    expect(reply).toMatchObject({ failure: null });
    expect(reply.text).toContain('Welcome.');
  });

  test('of a model that thinks aloud is what it says afterwards', async () => {
    const reply = await readAll(streamReply(modelOf('thinks'), PROMPT, {}));
    expect(reply.failure).toBeNull();
    expect(reply.text).toMatch(/^Welcome\./);
  });

  test.each([
    ['fails', 'unavailable'],
    ['forbids', 'unavailable'],
    ['quota', 'quota'],
    ['stalls', 'timeout'],
    ['empty', 'empty'],
    ['blank', 'empty'],
    ['nonsense', 'unavailable'],
  ])('of a model that %s has failed before its first word: %s', async (scenario, failure) => {
    const model = modelOf(scenario);
    const reply = await call(model, () => readAll(streamReply(model, PROMPT, {})));
    expect(reply.failure).toBe(failure);
    expect(reply.text.trim()).toBe('');
    // Isn't retried, because somebody is waiting.
    expect(await model.requests()).toHaveLength(1);
  });

  test.each([
    ['stalls-midway', 'timeout'],
    ['breaks-midway', 'unavailable'],
    ['ends-midway', 'unavailable'],
    ['errs-midway', 'unavailable'],
    ['cut-off', 'invalid'],
    ['runs-out', 'invalid'],
    ['withholds', 'invalid'],
    ['aborts', 'unavailable'],
    ['endless', 'invalid'],
  ])('of a model that %s is never taken for whole: %s', async (scenario, failure) => {
    const reply = await readAll(streamReply(modelOf(scenario), PROMPT, {}));
    expect(reply.text).toMatch(/^The episode says /);
    expect(reply.failure).toBe(failure);
  });

  test.each(['stalls', 'stalls-midway', 'endless'])(
    'of a model that %s is hung up on, so that nobody pays for what nobody reads',
    async (scenario) => {
      const model = modelOf(scenario);
      await call(model, () => readAll(streamReply(model, PROMPT, {})));
      await expect.poll(model.hungUp).toBe(1);
    },
  );

  test('of a model that floods us is not read to its end', async () => {
    const model = modelOf('floods');
    const { text, failure } = await readAll(streamReply(model, PROMPT, {}));
    expect({ text, failure }).toEqual({ text: '', failure: 'invalid' });
    await expect.poll(model.hungUp).toBe(1);
  });

  test('of a model that sends white space without an end has failed in time', async () => {
    const stream = new ReadableStream({
      async pull(controller) {
        await scheduler.wait(20);
        controller.enqueue({ type: 'text-delta', id: '0', delta: ' ' });
      },
    });
    const model = { doStream: async () => ({ stream }) } as unknown as LoadedModel['model'];
    const access: ModelAccess = {
      ...modelOf('answers'),
      timeoutMs: 300,
      load: async () => ({ model, headers: {} }),
    };
    const { text, failure } = await readAll(streamReply(access, PROMPT, {}));
    expect({ text, failure }).toEqual({ text: '', failure: 'timeout' });
  });

  test('of a model whose stream ends without a word about the end is not whole', async () => {
    const stream = new ReadableStream({
      start(controller) {
        controller.enqueue({ type: 'text-delta', id: '0', delta: 'The episode says ' });
        controller.close();
      },
    });
    const model = { doStream: async () => ({ stream }) } as unknown as LoadedModel['model'];
    const access: ModelAccess = {
      ...modelOf('answers'),
      load: async () => ({ model, headers: {} }),
    };
    const reply = await readAll(streamReply(access, PROMPT, {}));
    expect(reply).toMatchObject({ text: 'The episode says ', failure: 'unavailable' });
  });

  test('that the caller stops is hung up on at once', async () => {
    const model = modelOf('stalls-midway');
    const stop = new AbortController();
    let text = '';
    const reading = (async () => {
      for await (const piece of streamReply(model, PROMPT, { signal: stop.signal })) {
        text += piece;
        stop.abort();
      }
    })();
    await expect(reading).rejects.toMatchObject({ failure: 'aborted' });
    expect(text).toBe('The ');
    await expect.poll(model.hungUp).toBe(1);
  });

  test('that the caller had stopped before is not asked for any longer', async () => {
    const reply = await readAll(
      streamReply(modelOf('stalls'), PROMPT, { signal: AbortSignal.abort() }),
    );
    expect(reply).toMatchObject({ text: '', failure: 'aborted' });
  });

  test('is aborted if its consumer stops reading', async () => {
    const model = modelOf('endless');
    for await (const _ of streamReply(model, PROMPT, {})) break;
    await expect.poll(model.hungUp).toBe(1);
  });
});

test('a connection that was lost before anything came is opened again at once', async () => {
  const model = modelOf('loses-first');
  const reply = await readAll(streamReply(model, PROMPT, {}));
  expect(reply).toMatchObject({ failure: null });
  expect(reply.text).toContain('Welcome.');
  expect(await model.requests()).toHaveLength(2);
  expect(model.calls.map(({ outcome }) => outcome)).toEqual(['retried', 'ok']);
});

describe('every call', () => {
  test('is recorded with its tokens, how long it took and how it ended, once', async () => {
    const model = modelOf('answers');
    await readAll(streamReply(model, PROMPT, {}));
    await structuredReply(model, PROMPT, SHAPE, undefined);
    expect(model.calls).toHaveLength(2);
    for (const call of model.calls) {
      expect(call).toMatchObject({ prompt: 'test/1', outcome: 'ok', outputTokens: 1 });
      expect(call.inputTokens).toBeGreaterThan(10);
      expect(call.latencyMs).toBeGreaterThanOrEqual(0);
    }
    expect(model.calls[0]?.firstMs).toBeDefined();
  });

  test.each([
    ['fails', 'unavailable'],
    ['stalls', 'timeout'],
    ['quota', 'quota'],
    ['cut-off', 'invalid'],
  ])('of a model that %s is recorded as %s', async (scenario, outcome) => {
    const model = modelOf(scenario);
    await readAll(streamReply(model, PROMPT, {}));
    expect(model.calls.map((call) => call.outcome)).toEqual([outcome]);
  });

  test('is recorded as aborted if its consumer stops reading', async () => {
    const model = modelOf('endless');
    for await (const _ of streamReply(model, PROMPT, {})) break;
    expect(model.calls.map((call) => call.outcome)).toEqual(['aborted']);
  });

  test('has the key of its server, if there is one', async () => {
    const model = modelOf('answers', { apiKey: 'a-key' });
    await readAll(streamReply(model, PROMPT, {}));
    expect((await model.headers())[0]).toMatchObject({ authorization: 'Bearer a-key' });
    const open = modelOf('answers');
    await readAll(streamReply(open, PROMPT, {}));
    expect((await open.headers())[0]).not.toHaveProperty('authorization');
  });

  test('asks to be answered where the prompt was read before', async () => {
    const model = modelOf('answers');
    await readAll(streamReply(model, PROMPT, {}));
    expect((await model.headers())[0]).toMatchObject({ 'x-session-affinity': 'an-episode' });
  });
});

describe('a structured reply', () => {
  test('is of the shape that was asked for', async () => {
    const model = modelOf('answers');
    const { notes } = await structuredReply(model, PROMPT, SHAPE, undefined);
    expect(notes).toHaveLength(2);
    expect((await model.requests())[0]?.response_format).toMatchObject({ type: 'json_schema' });
  });

  test('that is not is sent back once to be mended', async () => {
    const model = modelOf('repairs');
    await structuredReply(model, PROMPT, SHAPE, undefined);
    const [, second] = await model.requests();
    expect(second?.messages.at(-1)?.content).toContain('not valid');
  });

  test.each([
    'Sure, here you are:\n```json\n{"notes": ["one"]}\n```\nAnything else?',
    '{"notes": ["one"]} Good luck!',
  ])('is read in a code fence or among polite words: %s', async (reply) => {
    const model = await modelReciting([reply]);
    expect(await structuredReply(model, PROMPT, SHAPE, undefined)).toEqual({ notes: ['one'] });
    expect(model.calls.map(({ outcome }) => outcome)).toEqual(['ok']);
  });

  test('of another shape is sent back with what is wrong about it', async () => {
    const model = await modelReciting(['{"notes": "one"}', '{"notes": []}']);
    expect(await structuredReply(model, PROMPT, SHAPE, undefined)).toEqual({ notes: [] });
    const [, second] = await model.requests();
    const [said, asked] = second?.messages.slice(-2) ?? [];
    expect(said).toEqual({ role: 'assistant', content: '{"notes": "one"}' });
    expect(asked?.content).toMatch(/^That is not valid: notes: .+expected array/);
    expect(model.calls.map(({ outcome }) => outcome)).toEqual(['invalid', 'ok']);
  });

  test('is what is valid of it, item by item', async () => {
    const shape = {
      name: 'notes',
      schema: z.object({ notes: z.array(z.object({ lines: z.array(z.number()) })) }),
    };
    const notes = [{ lines: [1, '2', null] }, { lines: 'all' }, 7, {}, { lines: [3] }];
    const model = await modelReciting([JSON.stringify({ notes })]);
    const reply = await structuredReply(model, PROMPT, shape, undefined);
    expect(reply).toEqual({ notes: [{ lines: [1, 2] }, { lines: [3] }] });
    expect(await model.requests()).toHaveLength(1);
    const nothing = await modelReciting([JSON.stringify({ notes: [7] })]);
    await expect(structuredReply(nothing, PROMPT, shape, undefined)).rejects.toMatchObject({
      failure: 'invalid',
    });
    expect(await nothing.requests()).toHaveLength(2);
  });

  test.each([
    ['nonsense', 'invalid', 2],
    ['empty', 'invalid', 2],
    ['cut-off', 'invalid', 2],
    ['forbids', 'unavailable', 1],
    ['stalls', 'timeout', 1],
  ])('of a model that %s has failed: %s, after %i tries', async (scenario, failure, tries) => {
    const model = modelOf(scenario);
    const asked = call(model, () => structuredReply(model, PROMPT, SHAPE, undefined));
    await expect(asked).rejects.toMatchObject({ failure });
    expect(await model.requests()).toHaveLength(tries);
  });

  test('is not asked for of a model that just left a question unanswered', async () => {
    const model = modelOf('stalls');
    await call(model, () => readAll(streamReply(model, PROMPT, {})));
    const asked = structuredReply(model, PROMPT, SHAPE, undefined);
    await expect(asked).rejects.toMatchObject({ failure: 'timeout' });
    expect(await model.requests()).toHaveLength(1);
  });

  test('is asked for of a model that was only too busy to answer at once', async () => {
    const model = modelOf('answers');
    const load = async () => {
      throw new Error('3040: Capacity temporarily exceeded, please try again.');
    };
    const refused = await readAll(streamReply({ ...model, load }, PROMPT, {}));
    expect(refused.failure).toBe('busy');
    await structuredReply(model, PROMPT, SHAPE, undefined).catch(() => {});
    expect(await model.requests()).not.toEqual([]);
  });

  test('is asked for of a model that has answered a question since it was down', async () => {
    const model = modelOf('answers');
    model.outage.note(new AssistantError('timeout', 'Nothing came'), Date.now());
    expect((await readAll(streamReply(model, PROMPT, {}))).failure).toBeNull();
    await structuredReply(model, PROMPT, SHAPE, undefined).catch(() => {});
    expect((await model.requests()).length).toBeGreaterThan(1);
  });

  test('that floods us is not read to its end', async () => {
    const model = modelOf('floods');
    const asked = structuredReply(model, PROMPT, SHAPE, undefined);
    await expect(asked).rejects.toMatchObject({
      failure: 'invalid',
      message: 'The reply goes on and on',
    });
  });

  test('that stalls is hung up on', async () => {
    const model = modelOf('stalls');
    await call(model, () => structuredReply(model, PROMPT, SHAPE, undefined)).catch(() => {});
    await expect.poll(model.hungUp).toBe(1);
  });

  test('that the caller stops ends at once', async () => {
    const stop = new AbortController();
    const asked = structuredReply(modelOf('stalls'), PROMPT, SHAPE, stop.signal);
    stop.abort();
    await expect(asked).rejects.toMatchObject({ failure: 'aborted' });
  });
});
