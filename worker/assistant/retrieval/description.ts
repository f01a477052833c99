/** Reads what a description says of an episode, without its links, sponsors and credits. */
import { isHousekeeping, PITCH } from '../language/show-talk.ts';
import { sentencesOfText } from './sentences.ts';

/** A web or mail address. */
const ADDRESS = /\bhttps?:|\bwww\.|@\w|\w\.\w{2,}\//i;
const ENDS_SENTENCE = /[.!?…。！？]["”’»)\]]*$/u;

/**
 * Returns the sentences that a description begins with, up to the first that links, sells or thanks; none if it has no
 * others. Headings between them are left out.
 */
export function descriptionSentences(description: string): string[] {
  // Some feeds break lines within sentences.
  const sentences = description.split(/\n(?![^\S\n]*\p{Ll})/u).flatMap(sentencesOfText);
  const from = sentences.findIndex(isAboutEpisode);
  const told = from < 0 ? [] : sentences.slice(from);
  const end = told.findIndex((sentence) => !isAboutEpisode(sentence));
  const run = end < 0 ? told : told.slice(0, end);
  const whole = run.filter((sentence) => ENDS_SENTENCE.test(sentence));
  return whole.length > 0 ? whole : run;
}

const isAboutEpisode = (sentence: string) =>
  !ADDRESS.test(sentence) && !PITCH.test(sentence) && !isHousekeeping(sentence);
