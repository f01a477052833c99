/** Finds the replies to questions in an episode. */
import { cachedBy } from '../../platform/cached-by.ts';
import { isQuestion } from '../language/speech-cues.ts';
import { wordsOf } from '../language/words.ts';
import { advertSentences } from './adverts.ts';
import { sentencesWithin } from './passages.ts';
import { answerTypeOf, type Question } from './question.ts';
import { isInterjection, isRemark, type Sentence } from './sentences.ts';
import type { TranscriptIndex } from './transcript-index.ts';

/** How many sentences up to the question say what is asked. */
const ASKED_SENTENCES = 8;
/** A reply begins within so many sentences, with the first that isn't an interjection: 'Yeah, absolutely.' */
const REPLY_WINDOW = 8;
/** The first sentences of a reply. */
const MAX_REPLIES = 3;

/** The indices of the sentences that ask something. Every question about an episode needs them. */
export const questionsIn = cachedBy(
  ({ sentences }: TranscriptIndex): ReadonlySet<number> =>
    new Set(sentences.flatMap(({ index, text }) => (isQuestion(text) ? [index] : []))),
);

/** What asks another speaker something, from its first sentence to one past its last, and the first sentences of the reply. */
export interface AskedTurn {
  from: number;
  /** The sentence that asks. */
  asks: number;
  to: number;
  reply: number[];
}

/** How many words may follow the question in its turn: 'May I call them? My managers are afraid.' */
const MAX_WORDS_AFTER = 16;

/** Returns the sentence that asks something at the end of a turn; null if none does. */
function askingIn(sentences: Sentence[], last: number): number | null {
  let after = 0;
  for (const { index, turn, text, words } of sentences
    .slice(Math.max(0, last - MAX_WORDS_AFTER), last + 1)
    .reverse()) {
    if (turn !== sentences[last]?.turn || after > MAX_WORDS_AFTER) return null;
    if (isQuestion(text)) return index;
    after += words;
  }
  return null;
}

export const askedTurnsIn = cachedBy(({ sentences }: TranscriptIndex): AskedTurn[] =>
  sentences.flatMap(({ turn, speaker }, last) => {
    const next = sentences[last + 1];
    const goesOn = next === undefined || next.turn === turn || next.speaker === speaker;
    if (goesOn || speaker === null) return [];
    const asks = askingIn(sentences, last);
    if (asks === null) return [];
    const said = sentences
      .slice(Math.max(0, last + 1 - ASKED_SENTENCES), last + 1)
      .filter((sentence) => sentence.turn === turn);
    const after = sentences.slice(last + 1, last + 1 + REPLY_WINDOW);
    const saying = after.filter((sentence) => !isInterjection(sentence));
    const first = saying.find((sentence) => sentence.speaker !== speaker);
    const reply = saying.filter((sentence) => sentence.turn === first?.turn);
    return [
      {
        from: last + 1 - said.length,
        asks,
        to: last + 1,
        reply: reply.slice(0, MAX_REPLIES).map(({ index }) => index),
      },
    ];
  }),
);

/** The sentences of turns that end with a question. */
export const sentencesAsking = cachedBy(
  (index: TranscriptIndex): ReadonlySet<number> => sentencesWithin(askedTurnsIn(index)),
);

/** Returns the first sentences of the reply to the turn that a sentence is in, if that asks something. */
export const replyTo = (index: TranscriptIndex, at: number): number[] =>
  askedTurnsIn(index).find(({ from, to }) => at >= from && at < to)?.reply ?? [];

/** Returns the first sentence of each reply to a question that has one of these stems. */
export const repliesNaming = (index: TranscriptIndex, stems: ReadonlySet<string>): number[] =>
  askedTurnsIn(index)
    .filter(({ asks }) => index.stems[asks]?.some((stem) => stems.has(stem)))
    .flatMap(({ reply }) => reply.slice(0, 1));

/** The share of the question's words that a question in the episode must have. */
const MIN_SHARED_WORDS = 0.85;

const uncontracted = (text: string) => wordsOf(text.replace(/['’]s\b/g, ' is'));

/** Returns the reply to this very question in the episode, if somebody asks it there. */
export function repliesTo(index: TranscriptIndex, question: Question): number[] {
  const words = new Set(uncontracted(question.text));
  if (words.size < 4) return [];
  let best = MIN_SHARED_WORDS;
  let asked = -1;
  for (const at of questionsIn(index)) {
    const said = index.sentences[at]?.text ?? '';
    const theirs = new Set(uncontracted(said));
    const alike = [...words].filter((word) => theirs.has(word)).length / words.size;
    const isSameKind = question.answerType === answerTypeOf(said);
    if (alike > best && isSameKind) [best, asked] = [alike, at];
  }
  const asker = index.sentences[asked];
  if (asker === undefined) return [];
  const after = index.sentences.slice(asked + 1, asked + 1 + REPLY_WINDOW);
  const adverts = advertSentences(index);
  return after
    .filter(
      ({ index: at, speaker, text: said, words: length }) =>
        !adverts.has(at) &&
        (speaker === null || speaker !== asker.speaker) &&
        length > 2 &&
        !isQuestion(said) &&
        !isRemark(said),
    )
    .slice(0, MAX_REPLIES)
    .map(({ index: at }) => at);
}
