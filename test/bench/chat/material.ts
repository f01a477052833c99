import type { TranscriptLine } from '../../../schema/wire/episodes.ts';
import { loadShows } from '../../../worker/operator/samples/shows.ts';

const WORDS_PER_SECOND = 2.78;

/** Repeats the words of the sample podcasts up to this many words. */
export function talkOf(words: number): TranscriptLine[] {
  const turns = loadShows()
    .flatMap(({ episodes }) => episodes)
    .flatMap(({ chapters }) => chapters)
    .flatMap((chapter) => chapter.turns);
  const lines: TranscriptLine[] = [];
  let said = 0;
  while (said < words) {
    const turn = turns[lines.length % turns.length];
    if (!turn) throw new Error('the sampler has no talk');
    const start = said / WORDS_PER_SECOND;
    said += turn.text.split(' ').length;
    lines.push({ start, end: said / WORDS_PER_SECOND, speaker: turn.speaker, text: turn.text });
  }
  return lines;
}
