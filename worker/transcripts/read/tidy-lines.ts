import type { TranscriptLine } from '../../../schema/wire/episodes.ts';
import { createPauseMeter, SENTENCE } from '../../platform/pauses.ts';
import { decodeEntities, foldSpace, htmlToText, looksLikeHtml } from '../../platform/plain-text.ts';
import type { Cue } from './cues.ts';
import { joinWords } from './join-words.ts';
import { unrollCaptions } from './rolling.ts';
import { nameSpeakers, splitDialogues } from './speakers.ts';
import { nameBracketed } from './turn-forms.ts';

/** Characters; every line carries the speaker's name. */
const MAX_SPEAKER_LENGTH = 200;
/** A thousand hours. Numbers grow until they can't be written as a clock. */
const MAX_SECONDS = 3_600_000;

/** Turns cues into clean lines, in steps: sorted by time, without repetitions or empty lines, with named speakers. */
export function* tidyTranscript(cues: readonly Cue[]): Generator<void, TranscriptLine[]> {
  const isTimeToPause = createPauseMeter();
  const clean: Cue[] = [];
  for (const cue of cues) {
    if (isTimeToPause(SENTENCE + cue.text.length)) yield;
    const speaker = cue.speaker && foldSpace(cue.speaker.slice(0, MAX_SPEAKER_LENGTH));
    const text = looksLikeHtml(cue.text) ? htmlToText(cue.text) : decodeEntities(cue.text);
    const last = clean.at(-1);
    const times = { start: timeOrNull(cue.start), end: timeOrNull(cue.end) };
    const line = { ...times, speaker: speaker || null, text };
    if (last !== undefined && isWrittenTwice(line, last)) continue;
    if (foldSpace(text) !== '') clean.push(line);
    // In word-by-word files, the space between two words is a cue too.
    else if (last !== undefined && text === ' ') last.text += text;
  }
  const turns = splitDialogues(nameBracketed(clean));
  yield;
  const named = yield* nameSpeakers(turns);
  yield;
  const unrolled = yield* unrollCaptions(named);
  yield;
  const ordered = inOrder(joinWords(unrolled));
  yield;
  return ordered
    .map(({ start, end, speaker, text }) => ({
      start,
      end: start !== null && end !== null && end < start ? null : end,
      speaker,
      text: foldSpace(text),
    }))
    .filter((line) => line.text !== '');
}

/** The same words at the same time. Where only the second is known, two people may say 'Yeah.' in it. */
function isWrittenTwice(cue: Cue, last: Cue): boolean {
  const { start, end, speaker, text } = cue;
  if (start === null || end === null || end <= start) return false;
  const isSame = start === last.start && end === last.end;
  return isSame && speaker === last.speaker && text === last.text;
}

/** In milliseconds, as files are written. No moment can be saved before the start. */
function timeOrNull(seconds: number | null): number | null {
  if (seconds === null || seconds >= MAX_SECONDS) return null;
  return Math.max(0, Math.round(seconds * 1000) / 1000);
}

/** Sorted by time if every cue has one. */
function inOrder(cues: Cue[]): Cue[] {
  if (cues.some((cue) => cue.start === null)) return cues;
  return cues.sort((a, b) => (a.start ?? 0) - (b.start ?? 0));
}
