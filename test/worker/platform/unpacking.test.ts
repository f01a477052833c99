/**
 * The unpacked size of a compressed answer is bounded while unpacking, in the runtime where it happens.
 */
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { type BytesReader, unpack } from '../../../worker/platform/outbound/read-pieces.ts';

const MEGABYTE = 1024 * 1024;
const tooLarge = () => new Error('too large');

/** Gives `pieces` one by one and counts them. */
function readerOf(pieces: Uint8Array[]): BytesReader & { taken: number } {
  return {
    taken: 0,
    async read() {
      const value = pieces[this.taken];
      this.taken += 1;
      return value ? { done: false, value } : { done: true, value: undefined };
    },
    async cancel() {},
  };
}

const slices = (bytes: Uint8Array, size: number) =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );

test('a zip bomb is unpacked in pieces, no faster than they are consumed', async () => {
  const [first = new Uint8Array(), ...more] = slices(gzipSync(new Uint8Array(64 * MEGABYTE)), 512);
  const packed = readerOf(more);
  const reader = unpack(first, packed, MEGABYTE, tooLarge);
  for (let taken = 0; taken < 4; taken += 1) {
    const { value } = await reader.read();
    expect(value?.length).toBeLessThanOrEqual(64 * 1024);
  }
  await reader.cancel();
  // Of 130 pieces: as many as fit into 64 KB, at both ends of the pipe.
  expect(packed.taken).toBeLessThan(more.length);
});

test('all of it comes through', async () => {
  const text = new TextEncoder().encode('Hire slowly. '.repeat(50_000));
  const [first = new Uint8Array(), ...more] = slices(gzipSync(text), 100);
  const reader = unpack(first, readerOf(more), MEGABYTE, tooLarge);
  let length = 0;
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    length += piece.value.length;
  }
  expect(length).toBe(text.length);
});

test('endless compressed nothing is aborted', async () => {
  const nothing = gzipSync('');
  const pieces = Array.from({ length: 200 }, () => nothing);
  const reader = unpack(nothing, readerOf(pieces), 100 * nothing.length, tooLarge);
  await expect(reader.read()).rejects.toThrow('too large');
});

test('truncated data is an error', async () => {
  const cut = gzipSync(new Uint8Array(MEGABYTE)).subarray(0, 200);
  const reader = unpack(cut, readerOf([]), MEGABYTE, tooLarge);
  const readAll = async () => {
    while (!(await reader.read()).done);
  };
  await expect(readAll()).rejects.toThrow();
});
