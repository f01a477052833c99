import { readWordVectors, type WordVectors } from './retrieval/word-vectors.ts';

/** The value instead of its promise, because one request must not await another's. */
let vectors: WordVectors | null = null;

/** Returns the word vectors of the bundle, read on first use: most requests don't need them. */
export async function loadWordVectors(): Promise<WordVectors> {
  const { default: file } = await import('./word-vectors.bin');
  // Looked at only after the pause, so that a hundred who ask at once read the file once.
  vectors ??= readWordVectors(file);
  return vectors;
}
