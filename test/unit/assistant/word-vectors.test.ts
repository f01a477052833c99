import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { stemOf } from '../../../worker/assistant/language/words.ts';
import { cosineOf, readWordVectors } from '../../../worker/assistant/retrieval/word-vectors.ts';

const FILE = join(import.meta.dirname, '../../../worker/assistant/word-vectors.bin');
const vectors = readWordVectors(new Uint8Array(readFileSync(FILE)).buffer);

it.each([
  ['that WordNet lists', 'headcount melatonin physiotherapy procrastination introvert childcare'],
  ['that WordNet lists', 'firmware malware voicemail paralegal statin cortisol sourdough'],
  ['that WordNet lists as abbreviations', 'ADHD EBITDA'],
  ['that WordNet lacks', 'burnout coworker dataset middleware phishing cybersecurity'],
])('knows words of working life %s: %s', (_, words) => {
  const unknown = words.split(' ').filter((word) => !vectors.rows.has(stemOf(word.toLowerCase())));
  expect(unknown).toEqual([]);
});

it('puts rare words among those that they have to do with', () => {
  for (const [word, near, far] of [
    ['melatonin', 'hormone', 'software'],
    ['malware', 'software', 'hormone'],
    ['sourdough', 'bread', 'phone'],
    ['voicemail', 'phone', 'bread'],
  ] as const) {
    const to = (other: string) => cosineOf(vectors, stemOf(word), stemOf(other));
    expect(to(near), word).toBeGreaterThan(to(far) + 0.3);
  }
});
