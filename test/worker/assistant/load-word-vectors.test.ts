import { expect, test } from 'vitest';
import { loadWordVectors } from '../../../worker/assistant/load-word-vectors.ts';

test('all who need the word vectors at once share them', async () => {
  const [first, ...others] = await Promise.all(Array.from({ length: 5 }, loadWordVectors));
  expect(first?.rows.size).toBeGreaterThan(0);
  for (const other of others) expect(other).toBe(first);
});
