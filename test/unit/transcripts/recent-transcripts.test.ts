import { expect, test } from 'vitest';
import {
  MAX_CHARS,
  recentTranscript,
  rememberTranscript,
} from '../../../worker/transcripts/recent-transcripts.ts';

/** A quarter of what fits. */
const QUARTER = MAX_CHARS / 4;

const talk = (chars: number) => [{ start: 0, end: 1, speaker: null, text: 'x'.repeat(chars) }];

test('an isolate caches the most recently used transcripts, up to a size', () => {
  const first = talk(QUARTER);
  rememberTranscript('first', 1, first);
  rememberTranscript('second', 1, talk(QUARTER));
  expect(recentTranscript('first', 1)).toBe(first);
  rememberTranscript('third', 1, talk(3 * QUARTER));
  expect(recentTranscript('second', 1)).toBeNull();
  expect(recentTranscript('first', 1)).toBe(first);
});

test('one above the limit is cached until the next one', () => {
  const long = talk(MAX_CHARS + 1);
  rememberTranscript('long', 1, long);
  expect(recentTranscript('long', 1)).toBe(long);
  expect(recentTranscript('first', 1)).toBeNull();
  rememberTranscript('short', 1, talk(10));
  expect(recentTranscript('long', 1)).toBeNull();
});

test('one that has changed is not used', () => {
  rememberTranscript('source', 1, talk(10));
  expect(recentTranscript('source', 2)).toBeNull();
  expect(recentTranscript('source', 1)).not.toBeNull();
});
