import { expect, test } from 'vitest';
import { readNdjson } from '../../../web/features/chat/ndjson.ts';

/** A body that comes in these pieces; `onCancel` hears when nobody reads on. */
function bodyOf(pieces: string[], onCancel = () => {}): ReadableStream<Uint8Array<ArrayBuffer>> {
  const waiting = pieces.map((piece) => Uint8Array.from(Buffer.from(piece, 'latin1')));
  return new ReadableStream({
    pull(controller) {
      const piece = waiting.shift();
      if (piece) controller.enqueue(piece);
      else controller.close();
    },
    cancel: onCancel,
  });
}

const bytes = (text: string) => Buffer.from(text, 'utf8').toString('latin1');

async function valuesOf(...pieces: string[]): Promise<unknown[]> {
  const values: unknown[] = [];
  for await (const value of readNdjson(bodyOf(pieces))) values.push(value);
  return values;
}

test('yields one value per line, however the body is split', async () => {
  expect(await valuesOf('{"a":1}\n{"b"', ':2}\n', '\n', '{"c":3}')).toEqual([
    { a: 1 },
    { b: 2 },
    { c: 3 },
  ]);
});

test('a character split between two chunks is reassembled', async () => {
  const line = bytes('{"a":"é"}\n');
  expect(await valuesOf(line.slice(0, 7), line.slice(7))).toEqual([{ a: 'é' }]);
});

test('empty input and white space yield no values', async () => {
  expect(await valuesOf()).toEqual([]);
  expect(await valuesOf('\n \n')).toEqual([]);
});

test('a line that is not JSON is an error', async () => {
  await expect(valuesOf('{"a":1}\n<html>\n')).rejects.toThrow(SyntaxError);
});

test('a value is available before the next line arrives, and leaving closes the connection', async () => {
  const cancelled = Promise.withResolvers<void>();
  for await (const value of readNdjson(
    bodyOf(['{"a":1}\n', '{"b":2}\n', '3'], cancelled.resolve),
  )) {
    expect(value).toEqual({ a: 1 });
    break;
  }
  await cancelled.promise;
});
