/** Picks from the sentences found those to quote: few for a fact, more for what is open. */
import { isAsking, isStrict } from '../retrieval/asked-for.ts';
import type { FoundSentence } from '../retrieval/find-sentences.ts';
import { type Question, topicSize } from '../retrieval/question.ts';
import type { TranscriptIndex } from '../retrieval/transcript-index.ts';
import { isLike } from './choose-sentences.ts';
import { coverTopic } from './cover-topic.ts';

/** Nobody reads more in a chat. */
export const MOST_SENTENCES = 4;
/**
 * Below this share of what was asked the episode is taken not to say it. The longer a question the
 * more of it is put in words of its own; the figures part meetings' own queries from strangers'.
 */
const enough = (words: number) => (words <= 2 ? 0.56 : Math.max(0.3, 0.58 - 0.04 * words));
/** A speaker asked about who does speak makes it likelier. */
const NAMED = 0.1;
/** What says what a thing is names more than half of its words, or replies to who did. */
const DEFINED = 0.55;
/** The kind of a sentence that defines what was asked. */
const DEFINES_IT = 1.2;
/** A term has few words; 'what is' opens many a longer question that wants no definition. */
const TERM_WORDS = 3;
/** A further sentence must be at least this good beside the best. */
const GOOD_BESIDE_BEST = 0.62;
/** One that holds the reason, name or figure asked for goes before one that only speaks of it. */
const TELLING_BESIDE_BEST = 0.5;
/** What an open answer is made of is at least this good beside the best. */
const OPEN_BESIDE_BEST = 0.35;
/** An open question's answer, without what its sentences point to. */
const OPEN = { words: 75, sentences: 4 };
/** What comes first in an order of steps says so. */
export const COMES_FIRST =
  /\b(?:first|before (?:anything|you|any)|begin|start(?:s|ing)?|step one)\b/i;

/** True of 'What is a starter?' */
export function asksForTerm(question: Question): boolean {
  return question.asks === 'definition' && topicSize(question) <= TERM_WORDS;
}

/** Whether a sentence really speaks of what was asked. */
export function isSaid(question: Question, found: FoundSentence): boolean {
  // Another 'capital' is no answer to what working capital is.
  if ((asksForTerm(question) && found.held < DEFINED) || !found.counts) return false;
  const known = found.evidence + (question.speakers.length > 0 ? NAMED : 0);
  if (!found.touches || known < enough(topicSize(question))) return false;
  return found.kind > 0 || !(isStrict(question.asks) || question.asks === 'advice');
}

/** The places of the best sentences among those found; none that repeats another. */
export function pickSentences(
  index: TranscriptIndex,
  question: Question,
  found: FoundSentence[],
): number[] {
  if (isOpen(question) && found.length > 0) {
    const good = found.filter(({ score }) => score >= (found[0]?.score ?? 0) * OPEN_BESIDE_BEST);
    const among = new Set(good.map(({ sentence }) => sentence));
    const first = found[0]?.sentence;
    const covering = coverTopic(index, question, { ...OPEN, first, among });
    // Asked what one says, nobody wants what the others say of it.
    const theirs = covering.filter((at) => isBy(index, at, question.speakers));
    const chosen = theirs.length > 0 ? theirs : covering;
    return withWhatTheyPointTo(index, chosen, MOST_SENTENCES, false);
  }
  const first = question.first ? comesFirst(index, found) : undefined;
  if (first !== undefined) return withWhatTheyPointTo(index, [first], MOST_SENTENCES, false);
  const most = isSettled(question, found[0]) ? 2 : MOST_SENTENCES;
  const best = found[0]?.score ?? 0;
  const good = found.filter(({ score }) => score >= best * TELLING_BESIDE_BEST);
  const telling = good.filter(({ kind }) => kind >= 0.8);
  const picked: number[] = [];
  for (const { sentence, score } of telling.length > 0 ? telling : good) {
    if (picked.length >= most) break;
    if (picked.length > 0 && score < best * GOOD_BESIDE_BEST) continue;
    const stems = index.stems[sentence] ?? [];
    if (picked.some((other) => isLike(stems, index.stems[other] ?? []))) continue;
    picked.push(sentence);
  }
  return withWhatTheyPointTo(index, picked, most + 1, question.asks === 'person');
}

function isBy({ sentences }: TranscriptIndex, at: number, speakers: string[]): boolean {
  return speakers.includes(sentences[at]?.speaker ?? '');
}

/** What is no fact, term or advice has no single answer: it is covered. */
function isOpen(question: Question): boolean {
  const { asks } = question;
  if (asks === 'definition') return !asksForTerm(question);
  return asks === 'anything' || asks === 'manner' || asks === 'reason';
}

/** A fact, or what says in so many words what a thing is: more would only talk round it. */
function isSettled({ asks }: Question, best: FoundSentence | undefined): boolean {
  return isStrict(asks) || (asks === 'definition' && (best?.kind ?? 0) >= DEFINES_IT);
}

/** Of what was found, the best that says what comes first; none where nothing does. */
function comesFirst(index: TranscriptIndex, found: FoundSentence[]): number | undefined {
  const saying = found.find(({ sentence, kind }) => {
    const text = index.sentences[sentence]?.text ?? '';
    return kind >= 0.8 && COMES_FIRST.test(text);
  });
  return saying?.sentence;
}

const POINTS_BACK =
  /^(?:\S+ ){0,3}(?:he|she|it|they|them|this|that|these|those|his|her|their|its|it's|that's|they're|such|the same|otherwise)\b|^(?:because|so|and|but)\b/i;
const NAMES_A_TERM =
  /\b(?:call(?:s|ed)? (?:it|this|that|these|them)?|the term|known as|is an example)\b/i;

/** Adds the sentence before one that begins 'It …', or after one that only names a thing. */
function withWhatTheyPointTo(
  index: TranscriptIndex,
  picked: number[],
  most: number,
  asksWho: boolean,
): number[] {
  const all = new Set(picked);
  for (const at of picked) {
    const sentence = index.sentences[at];
    const before = index.sentences[at - 1];
    const after = index.sentences[at + 1];
    if (sentence === undefined || all.size >= Math.min(most, MOST_SENTENCES)) break;
    const pointsBack =
      POINTS_BACK.test(sentence.text) || (asksWho && /\b(?:he|she|they)\b/i.test(sentence.text));
    if (before?.turn === sentence.turn && pointsBack && !isAsking(before.text)) all.add(at - 1);
    const opens = sentence.words < 10 || NAMES_A_TERM.test(sentence.text) || !sentence.whole;
    if (after?.turn === sentence.turn && opens && all.size < most) all.add(at + 1);
  }
  return [...all].sort((a, b) => a - b);
}
