import { decodeEntities, foldSpace, htmlToText, looksLikeHtml } from '../platform/plain-text.ts';
import type { Cue } from './cues.ts';
import { joinWords } from './join-words.ts';
import { unroll } from './rolling.ts';
import { nameSpeakers } from './speakers.ts';
import type { TranscriptLine } from './transcript.ts';

/** Characters; a name stands at each of its lines. */
const MAX_SPEAKER_LENGTH = 200;

/** Cues as clean lines: in order of time, nothing said twice, every speaker named, none empty. */
export function tidyLines(cues: readonly Cue[]): TranscriptLine[] {
  const clean: Cue[] = [];
  for (const cue of cues) {
    const speaker = cue.speaker && foldSpace(cue.speaker.slice(0, MAX_SPEAKER_LENGTH));
    const text = looksLikeHtml(cue.text) ? htmlToText(cue.text) : decodeEntities(cue.text);
    const last = clean.at(-1);
    if (foldSpace(text) !== '') clean.push({ ...cue, speaker: speaker || null, text });
    // Where each word is a cue, so is the space between two.
    else if (last !== undefined && text === ' ') last.text += text;
  }
  const ordered = inOrder(joinWords(unroll(nameSpeakers(clean))));
  return ordered
    .map(({ start, end, speaker, text }) => ({
      start,
      end: start !== null && end !== null && end < start ? null : end,
      speaker,
      text: foldSpace(text),
    }))
    .filter((line) => line.text !== '');
}

/** By time where every cue has one; else as they stand. */
function inOrder(cues: Cue[]): Cue[] {
  if (cues.some((cue) => cue.start === null)) return cues;
  return cues.sort((a, b) => (a.start ?? 0) - (b.start ?? 0));
}
