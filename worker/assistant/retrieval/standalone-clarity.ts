/** Tells how well a sentence is understood by somebody who reads nothing else. */
import { cachedBy } from '../../platform/cached-by.ts';
import { isBoilerplate } from '../language/show-talk.ts';
import {
  FILLER,
  isQuestion,
  OPENS_WITH_REFERENCE,
  REFERENCE_WORDS,
  withoutPreamble,
} from '../language/speech-cues.ts';
import { isStopWord } from '../language/words.ts';
import type { Sentence } from './sentences.ts';

/** The fewest words of a sentence that tells something. */
export const MIN_CLEAR_WORDS = 7;
const MAX_CLEAR_WORDS = 42;
const WORDS = /[\p{L}\p{N}'’]+/gu;
/** Begins again: 'We -- we', 'the the'. */
const STUTTERS = /\b(\p{L}+(?: \p{L}+){0,3}),?(?: --?)? \1\b|(?:^| )(?![aio] )\p{L} (?!\d)| -- /iu;

/**
 * In speech no main clause follows: 'Because it answers a question', 'Not just in Leeds', 'Are well placed to
 * do so', 'Or a bunch of others'.
 */
const PART_OF_CLAUSE =
  /^(?:because|whereas|where|which|as opposed to|not|just|or|am|(?:are|is|was|were|has|have|had|does|did|will|would|could|should)(?:n['’]t)?|might|(?:another|an?|one) (?:bunch|couple|set|lot|kind|sort|number) of)\b/i;

/** Takes back what was just said: 'You can rub the gel on, a little gets in, actually, no.' */
const TAKES_BACK =
  /\b(?:(?:actually|sorry|wait),? no|no,? (?:actually|sorry|wait)|scratch that|strike that)\W{0,5}$|\b(?:no|wait|sorry),? (?:hang|hold) on\b/i;

/** Reports what others think or want, often only to reject it next: 'Everybody wants to stop the tablets.' */
const REPORTS_OTHERS =
  /^(?:(?:so|and|but|because|you know),? )*(?:everybody|everyone|(?:most |many |some )?people|they|somebody|someone) (?:\p{L}+ )?(?:wants?|thinks?|says?|believes?|assumes?|thought|said)\b/iu;

/** Factors for what a reader of the sentence alone misses. */
const PENALTIES = { reference: 0.6, subject: 0.6, fluency: 0.8, form: 0.4, cut: 0.6 };

/** How well a sentence is understood on its own, 0 to 1; 0 if it has no content. */
export const standaloneClarity = (sentence: Sentence): number =>
  sentence.words < MIN_CLEAR_WORDS ? 0 : clarityAtAnyLength(sentence);

/** The same of a sentence that may be short. */
export const clarityAtAnyLength = cachedBy((sentence: Sentence): number => {
  const { words, isFragment } = sentence;
  const text = withoutPreamble(sentence.text);
  if (isQuestion(text) || isBoilerplate(text) || TAKES_BACK.test(text)) return 0;
  let clarity = PENALTIES.reference ** countReferences(text);
  if (PART_OF_CLAUSE.test(text)) clarity *= PENALTIES.form;
  else if (OPENS_WITH_REFERENCE.test(text)) clarity *= PENALTIES.subject;
  if (REPORTS_OTHERS.test(text)) clarity *= PENALTIES.form;
  if (STUTTERS.test(text)) clarity *= PENALTIES.fluency;
  clarity *= PENALTIES.fluency ** (text.match(FILLER)?.length ?? 0);
  if (words > MAX_CLEAR_WORDS || !/[.!"”’)。！]$/.test(text)) clarity *= PENALTIES.cut;
  const isCutOff =
    /(?:\.\.\.|…|--|[-–—])["”’]?$|\[(?:unintelligible|inaudible|crosstalk)|^[^\p{L}\p{N}"“‘(¿¡$€£]/u.test(
      text,
    );
  const isUnpaired = (text.match(/"/g)?.length ?? 0) % 2 === 1;
  return isFragment || isCutOff || isUnpaired ? clarity * PENALTIES.form : clarity;
});

/** Counts what refers to something said before; half of what follows a noun, since it may mean that. */
function countReferences(text: string): number {
  let topicAt = 0;
  for (const { 0: word, index } of text.matchAll(WORDS)) {
    topicAt = index;
    if (!isStopWord(word.toLowerCase())) break;
  }
  let total = 0;
  for (const { index } of text.matchAll(REFERENCE_WORDS)) total += index < topicAt ? 1 : 0.5;
  return total;
}
