import { expect, test } from 'vitest';
import { recentTranscript, rememberTranscript } from '../../../worker/chat/recent-transcripts.ts';

const talk = (chars: number) => [{ start: 0, end: 1, speaker: null, text: 'x'.repeat(chars) }];

test('transcripts of one isolate are kept up to a size, those asked about last', () => {
  const first = talk(100_000);
  rememberTranscript('first', first);
  rememberTranscript('second', talk(100_000));
  expect(recentTranscript('first')).toBe(first);
  rememberTranscript('third', talk(150_000));
  expect(recentTranscript('second')).toBeNull();
  expect(recentTranscript('first')).toBe(first);
});

test('one over the limit is kept until another comes', () => {
  const long = talk(400_000);
  rememberTranscript('long', long);
  expect(recentTranscript('long')).toBe(long);
  expect(recentTranscript('first')).toBeNull();
  rememberTranscript('short', talk(10));
  expect(recentTranscript('long')).toBeNull();
});
