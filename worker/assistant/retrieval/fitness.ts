/** Whether a sentence is the kind of thing that answers, whatever its words. */
import { holds, isHousekeeping, isPrompt, isStrict } from './asked-for.ts';
import type { AskedFor, Question } from './question.ts';
import type { TranscriptIndex } from './transcript-index.ts';
import { stemOf, wordsOf } from './words.ts';

// In stems, as its sentence is looked at.
const DEFINES = /^(?:is|ar|wa|mean|refer|stand|describ)\b/;

// 'They describe it as …'
const DESCRIBES = new Set(['describe', 'describes', 'define', 'defines', 'defined'].map(stemOf));

/** Whether a sentence holds what is asked for; of definitions, whether it defines the thing asked. */
export function kindIn(question: Question, text: string): number {
  // A name the question gives is not the name it asks for.
  const given =
    question.asks === 'person' ? new Set(question.text.match(/\p{Lu}[\p{L}'’-]*/gu)) : null;
  const rest =
    given === null
      ? text
      : text.replace(/\p{Lu}[\p{L}'’-]*/gu, (name) => (given.has(name) ? '' : name));
  const kind = holds(question.asks, rest);
  if (question.asks !== 'definition') return kind;
  const stems = wordsOf(text).slice(0, 14).map(stemOf);
  const last = stems.lastIndexOf(question.sequence.at(-1) ?? '');
  if (last < 0) return kind * 0.3;
  const named = question.sequence.filter((stem) => stems.includes(stem)).length;
  const share = (named / question.sequence.length) ** 2;
  const next = stems.slice(last + 1, last + 4).join(' ');
  const isDescribed =
    /^as\b/.test(next) && stems.slice(0, last).some((stem) => DESCRIBES.has(stem));
  return DEFINES.test(next) || isDescribed ? 1.6 * share : kind * 0.7 * share;
}

/** How much the kind of thing asked for counts: all for a figure or a name, something for a reason. */
function kindFit(asks: AskedFor, kind: number): number {
  if (isStrict(asks) || asks === 'advice') return 0.4 + 0.8 * kind;
  if (asks === 'reason') return 0.6 + 0.7 * kind;
  return 0.75 + 0.5 * kind;
}

/** What makes a sentence a good or a bad answer whatever its words. */
export function fitness(
  index: TranscriptIndex,
  question: Question,
  at: number,
  kind: number,
  replies: number,
): number {
  const sentence = index.sentences[at];
  if (sentence === undefined) return 0;
  let fit = kindFit(question.asks, kind);
  if (isPrompt(sentence.text)) fit *= 0.3;
  if (isHousekeeping(sentence.text)) fit *= 0.35;
  // 'Twenty minutes.' is a whole answer right after the question.
  if (replies === 0 && sentence.words < 7) fit *= sentence.words < 4 ? 0.35 : 0.8;
  if (sentence.words > 45) fit *= 0.85;
  if (question.speakers.length > 0 && !question.speakers.includes(sentence.speaker ?? '')) {
    fit *= 0.4;
  }
  return fit;
}
