import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { deleteBelow, deleteObjects } from '../../../worker/platform/delete-objects.ts';

const bucket = env.TRANSCRIPTS;
/** More than R2 lists or deletes in one call. */
const MANY = 1_001;

async function putMany(): Promise<{ folder: string; keys: string[] }> {
  const folder = `${crypto.randomUUID()}/`;
  const keys = Array.from({ length: MANY }, (_, index) => `${folder}${index}`);
  await Promise.all(keys.map((key) => bucket.put(key, '')));
  return { folder, keys };
}

const anyBelow = async (prefix: string) =>
  (await bucket.list({ prefix, limit: 1 })).objects.length > 0;

test('all objects below a prefix are deleted, and no others', async () => {
  const { folder } = await putMany();
  const neighbour = `${folder.slice(0, -1)}-next`;
  await bucket.put(neighbour, '');
  await deleteBelow(bucket, folder);
  expect(await anyBelow(folder)).toBe(false);
  expect(await bucket.head(neighbour)).not.toBeNull();
});

test('more objects than one call may name are deleted', async () => {
  const { folder, keys } = await putMany();
  await deleteObjects(bucket, [...keys, `${folder}never-there`]);
  expect(await anyBelow(folder)).toBe(false);
});
