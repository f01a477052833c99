import { expect, test } from 'vitest';
import { needsTranscript, noTranscriptNotice } from '../../../web/features/chat/texts.ts';

test.each([
  ['Give me a summary', false],
  ['TELL ME ABOUT the host', false],
  ['So what is this?', false],
  ['Who disagreed with whom?', true],
])('a warning comes before %j without a transcript: %j', (question, isNeeded) => {
  expect(needsTranscript(question)).toBe(isNeeded);
});

test('the notice tells YouTube Shorts from other episodes', () => {
  expect(noTranscriptNotice(true)).toContain(
    "I'll try to help with the limited information I have.",
  );
  expect(noTranscriptNotice(false)).toContain('The video might not have captions enabled.');
});
