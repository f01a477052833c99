import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { readShared } from '../../../worker/transcripts/recent-transcripts.ts';
import { bindingWith } from '../../support/bindings.ts';
import { slowBucket } from '../../support/buckets.ts';
import { makeSpoken } from '../../support/search.ts';

const READERS = 20;

const readAtOnce = (bucket: R2Bucket, episodeId: string) =>
  Promise.allSettled(Array.from({ length: READERS }, () => readShared(bucket, episodeId, 1)));

test('a transcript is read once for all who want it at once', async () => {
  const { episodeId } = await makeSpoken(['Prices rise in March.']);
  const { bucket, count } = slowBucket(env.TRANSCRIPTS);
  const [first, ...others] = await readAtOnce(bucket, episodeId);
  expect(first).toMatchObject({ value: { lines: [{ text: 'Prices rise in March.' }] } });
  for (const other of others) expect(other).toEqual(first);
  expect(count()).toBe(1);
});

test('while it cannot be read, they do not fail one after the other', async () => {
  const { bucket, mostAtOnce } = slowBucket(
    bindingWith(env.TRANSCRIPTS, { get: () => Promise.reject(new Error('R2 does not respond')) }),
  );
  const results = await readAtOnce(bucket, 'an episode');
  expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['rejected']));
  expect(mostAtOnce()).toBe(READERS);
});
