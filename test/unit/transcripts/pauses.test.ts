import { expect, it } from 'vitest';
import { formatClock } from '../../../schema/wire/clock.ts';
import { withPauses } from '../../../worker/platform/pauses.ts';
import { readTranscriptInSteps } from '../../../worker/transcripts/read/read-transcript.ts';
import { expectShortSteps } from '../../support/longest-step.ts';

const LENGTH = 660_000;
/** Without pauses it is all of the work. */
const LONGEST_STEP = 0.3;

/** A file of that many characters, made of as many cues as it takes. */
function fileOf(head: string, cue: (start: string, end: string, words: string) => string) {
  let file = head;
  for (let at = 0; file.length < LENGTH; at += 2) {
    const words = `so we raised the price to ${at} euros and the hospitals stayed`;
    file += cue(`${formatClock(at)}`, `${formatClock(at + 2)}`, words);
  }
  return new TextEncoder().encode(file);
}

it.each([
  [
    'WebVTT',
    fileOf('WEBVTT', (start, end, words) => `\n\n${start}.000 --> ${end}.000\n<v Ada>${words}`),
  ],
  ['SubRip', fileOf('', (start, end, words) => `1\n${start},000 --> ${end},000\n${words}\n\n`)],
  ['text', fileOf('', (_start, _end, words) => `Ada: ${words}.\n\n`)],
])('others have their turn while a long transcript in %s is read', async (_, bytes) => {
  const read = () => withPauses(readTranscriptInSteps(bytes, { type: '', url: '' }));
  // The first one is slow until its code is compiled.
  expect((await read()).lines.length).toBeGreaterThan(5_000);
  await expectShortSteps(read, LONGEST_STEP);
});
