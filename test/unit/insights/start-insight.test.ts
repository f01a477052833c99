import { expect, test } from 'vitest';
import { isTranscriptUnavailable } from '../../../worker/insights/start-insight.ts';

const EPISODE = {
  id: 'e',
  isYoutubeShort: false,
  transcriptStatus: null,
  transcriptLinks: [],
  youtubeVideoId: null,
  audioUrl: null,
};
const AUDIO = { ...EPISODE, audioUrl: 'https://sound.test/1.mp3' };

test('a transcript is unavailable if there is none and nothing to make one from', () => {
  expect(isTranscriptUnavailable(EPISODE, false)).toBe(true);
  expect(isTranscriptUnavailable(AUDIO, false)).toBe(true);
  expect(isTranscriptUnavailable(AUDIO, true)).toBe(false);
  expect(isTranscriptUnavailable({ ...EPISODE, youtubeVideoId: 'dQw4w9WgXcQ' }, false)).toBe(false);
});

test('what was found out counts more than what there is to make one from', () => {
  expect(isTranscriptUnavailable({ ...EPISODE, transcriptStatus: 'ready' }, false)).toBe(false);
  expect(isTranscriptUnavailable({ ...AUDIO, transcriptStatus: 'unavailable' }, true)).toBe(true);
});
