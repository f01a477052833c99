/** A stream that was cut off, by the network or with its object, must not pass as complete. */
import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { ChatReplyChunk } from '../../../schema/wire/chat.ts';
import { guardReply, ReplyStream, readWholeReply } from '../../../worker/chat/reply-stream.ts';

const SESSION = 'a-session';
const line = (chunk: Partial<ChatReplyChunk>) =>
  `${JSON.stringify({ response: '', sessionId: SESSION, streaming: true, done: false, ...chunk })}\n`;
const PIECES = [{ response: 'Fünf ' }, { response: 'Hospitäler 🏥' }, { response: ', "quoted"\n' }];
const WHOLE = [...PIECES.map(line), line({ done: true, remainingFollowUps: 9 })].join('');
const ANSWER = PIECES.map(({ response }) => response).join('');
const BYTES = new TextEncoder().encode(WHOLE);

/** The first bytes in chunks of some size, then the end or an error. */
function streamOf(
  length: number,
  size: number,
  end: 'ends' | 'breaks',
): ReadableStream<Uint8Array> {
  let index = 0;
  return new ReadableStream({
    pull(controller) {
      if (index < length) {
        controller.enqueue(BYTES.slice(index, Math.min(index + size, length)));
        index += size;
      } else if (end === 'ends') controller.close();
      else controller.error(new Error('the network went away'));
    },
  });
}

const chunksOf = (text: string): ChatReplyChunk[] =>
  text
    .trim()
    .split('\n')
    .flatMap((one) => {
      try {
        return [JSON.parse(one)];
      } catch {
        return [];
      }
    });

const anyCut = fc.record({
  length: fc.integer({ min: 0, max: BYTES.length }),
  size: fc.integer({ min: 1, max: 200 }),
  end: fc.constantFrom('ends' as const, 'breaks' as const),
});

describe('a streamed reply', () => {
  test.each([1, 7, 50, 10_000])(
    'that is complete stays unchanged, %i bytes at a time',
    async (size) => {
      const guarded = guardReply(streamOf(BYTES.length, size, 'ends'), SESSION);
      expect(await new Response(guarded).text()).toBe(WHOLE);
    },
  );

  test('cut off anywhere ends in a line that says so', async () => {
    await fc.assert(
      fc.asyncProperty(anyCut, async ({ length, size, end }) => {
        const text = await new Response(guardReply(streamOf(length, size, end), SESSION)).text();
        const last = chunksOf(text).at(-1);
        // Everything except the line break after the last line is complete.
        const isWhole = length >= BYTES.length - 1;
        expect(last).toMatchObject(
          isWhole
            ? { done: true, remainingFollowUps: 9 }
            : { done: true, error: 'answer_failed', sessionId: SESSION },
        );
        // What arrived is passed on unchanged, and our line is separated from half of one.
        const came = new TextDecoder().decode(BYTES.slice(0, length));
        if (!came.endsWith('\uFFFD')) expect(text.startsWith(came)).toBe(true);
        expect(chunksOf(text).every((chunk) => typeof chunk.done === 'boolean')).toBe(true);
        expect(text.split('\n').slice(0, -1)).not.toContain('');
      }),
      { numRuns: 300 },
    );
  });

  test('says every five seconds that it still lives, but not inside a line', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { readable, writable } = new IdentityTransformStream();
    const writer = writable.getWriter();
    const reader = guardReply(readable, SESSION).getReader();
    const read = async () => new TextDecoder().decode((await reader.read()).value);
    for (let beats = 0; beats < 2; beats++) {
      const beat = read();
      await vi.advanceTimersByTimeAsync(5_000);
      expect(chunksOf(await beat)).toEqual([
        { response: '', sessionId: SESSION, streaming: true, done: false },
      ]);
    }
    const whole = line({ response: 'All of it', done: true });
    void writer.write(new TextEncoder().encode(whole.slice(0, 20)));
    expect(await read()).toBe(whole.slice(0, 20));
    const rest = read();
    await vi.advanceTimersByTimeAsync(20_000);
    void writer.write(new TextEncoder().encode(whole.slice(20)));
    expect(await rest).toBe(whole.slice(20));
  });

  test('whose reader has left takes the rest of the answer all the same', async () => {
    const reply = new ReplyStream(SESSION, 'a-question');
    const reader = reply.stream.getReader();
    reply.piece('One ');
    expect(new TextDecoder().decode((await reader.read()).value)).toContain('"One "');
    await reader.cancel();
    reply.piece('two');
    reply.complete(9);
    expect(await reader.read()).toMatchObject({ done: true });
  });

  test('whose reader leaves cancels its source', async () => {
    let reason: unknown = null;
    const feeding = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(BYTES.slice(0, 10)),
      cancel: (why) => {
        reason = why;
      },
    });
    await guardReply(feeding, SESSION).cancel('gone');
    expect(reason).toBe('gone');
  });
});

describe('a whole reply', () => {
  test('joins all its chunks, with the remaining questions', async () => {
    const reply = await readWholeReply(streamOf(BYTES.length, 3, 'ends'), SESSION);
    expect(reply).toMatchObject({ response: ANSWER, done: true, remainingFollowUps: 9 });
    expect(reply.error).toBeUndefined();
  });

  test('of a stream cut off anywhere is an error', async () => {
    await fc.assert(
      fc.asyncProperty(anyCut, async ({ length, size, end }) => {
        fc.pre(length < BYTES.length - 1);
        const reply = await readWholeReply(streamOf(length, size, end), SESSION);
        expect(reply).toMatchObject({ error: 'answer_failed', done: true });
      }),
      { numRuns: 200 },
    );
  });
});
