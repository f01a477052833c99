/** Answers a question with the episode's own sentences, or says that there are none. */
import type { Exchange } from '../assistant.ts';
import { advertised } from '../retrieval/advertising.ts';
import { holds, isAsking, isPrompt, isStrict } from '../retrieval/asked-for.ts';
import { type FoundSentence, findSentences } from '../retrieval/find-sentences.ts';
import { resolveQuestion } from '../retrieval/follow-up.ts';
import { introductionsOf } from '../retrieval/introductions.ts';
import { type Question, topicSize } from '../retrieval/question.ts';
import { isThing } from '../retrieval/related-words.ts';
import { findAsked } from '../retrieval/replies.ts';
import type { Sentence } from '../retrieval/sentences.ts';
import type { TranscriptIndex } from '../retrieval/transcript-index.ts';
import { chooseSpread, isExample, worthOf } from './choose-sentences.ts';
import { asksForDisputes, disputesIn } from './disputes.ts';
import { asksForSummaryOf, extractFor } from './extract.ts';
import {
  asksForTerm,
  COMES_FIRST,
  isSaid,
  MOST_SENTENCES,
  pickSentences,
} from './pick-sentences.ts';
import { tell } from './tell.ts';

export const NOT_SAID = "This episode doesn't seem to say.";
const NOT_DEFINED = 'The episode speaks of it without saying in so many words what it is:';
/** The kind of a sentence that says what a term is. */
const DEFINES = 0.9;
const NOTHING_MORE = "This episode doesn't seem to say more about that.";

/** Above this share of what was asked the best there is may be shown as the nearest. */
const NEAR = 0.42;
/** So likely said in other words, where it holds the figure, time or name asked for. */
const LIKE = 0.45;
const SURE = 0.9;
/** How far from what was told another may speak of the same. */
const NEAR_SENTENCES = 14;
/** Advice outright, and what comes near it where there is none. */
const ADVISES = 0.8;
const MAY_ADVISE = 0.4;
/** A summary of one topic. */
const SUMMARY_WORDS = 90;
const TIDIED = "*The episode's own sentences, with the fillers of speech left out.*";

/** The answer to a question of fact, as Markdown. */
export function answerQuestion(index: TranscriptIndex, text: string, earlier: Exchange[]): string {
  const { question, told, ofAnother } = resolveQuestion(text, earlier, index);
  const isBare = topicSize(question) === 0;
  if (asksForDisputes(text) && isBare) {
    return orNotSaid(index, disputesIn(index).flat());
  }
  if (isBare || ASKS_JOB.test(text.trim())) {
    const ofPerson = aboutSpeakers(index, question, told);
    if (ofPerson !== null || isBare) return ofPerson ?? NOT_SAID;
  }
  const asked = told.size === 0 ? findAsked(index, question) : null;
  if (asked !== null) {
    if (asked.isAnswered) return tell(index, asked.replies);
    const outcome =
      asked.replies.length > 0
        ? 'It is asked, and this is what follows'
        : 'It is asked, and goes without an answer';
    return `${NOT_SAID} ${outcome}:\n\n${tell(index, [asked.asked, ...asked.replies])}`;
  }
  const found = findSentences(index, question, told);
  const said = found.filter(
    (one) => isSaid(question, one) && !isAsking(index.sentences[one.sentence]?.text ?? ''),
  );
  if (ofAnother !== null) {
    const theirs = said.filter(({ sentence }) =>
      question.speakers.includes(index.sentences[sentence]?.speaker ?? ''),
    );
    const chosen = pickSentences(index, question, theirs);
    return orNotSaid(index, chosen.length > 0 ? chosen : saidNear(index, question, ofAnother));
  }
  if (said.length > 0) {
    if (!asksForSummaryOf(text)) {
      const told = tell(index, pickSentences(index, question, said));
      return isDefined(question, said) ? told : `${NOT_DEFINED}\n\n${told}`;
    }
    // No longer than what was said of it, or the rest would be about something else.
    const words = said.reduce((sum, { sentence }) => sum + wordsAt(index, sentence), 0);
    return `${extractFor(index, question, Math.min(SUMMARY_WORDS, words))}\n\n${TIDIED}`;
  }
  if (told.size > 0) return NOTHING_MORE;
  const nearest = found.find((one) => isNear(index, question, one));
  if (nearest === undefined) return NOT_SAID;
  return `${NOT_SAID} The nearest it comes:\n\n${tell(index, [nearest.sentence])}`;
}

/** Whether what a term is was said, where that is asked: to be named is not to be explained. */
function isDefined(question: Question, said: FoundSentence[]): boolean {
  return !asksForTerm(question) || said.some(({ kind }) => kind >= DEFINES);
}

/** Worth showing though it does not say what was asked: it speaks of a thing asked about. */
function isNear(index: TranscriptIndex, question: Question, found: FoundSentence): boolean {
  const { sentence, evidence, likeness, kind, touches } = found;
  const mayAnswer = isStrict(question.asks) && kind >= SURE && likeness >= LIKE;
  if (!touches || (evidence < NEAR && !mayAnswer)) return false;
  const near = new Set(index.stems.slice(Math.max(0, sentence - 2), sentence + 1).flat());
  return [...question.terms.keys()].some((stem) => isThing(stem) && near.has(stem));
}

function orNotSaid(index: TranscriptIndex, chosen: number[]): string {
  return chosen.length > 0 ? tell(index, chosen) : NOT_SAID;
}

function wordsAt(index: TranscriptIndex, at: number): number {
  return index.sentences[at]?.words ?? 0;
}

/**
 * What somebody says close to what was told last, though in none of the asked words: not past where
 * somebody else asks for something new.
 */
function saidNear(index: TranscriptIndex, question: Question, told: Set<number>): number[] {
  const strict = isStrict(question.asks);
  const near: number[] = [];
  for (let at = Math.max(...told) + 1; at <= Math.max(...told) + NEAR_SENTENCES; at++) {
    const sentence = index.sentences[at];
    if (sentence === undefined || near.length === 3) break;
    const isTheirs = question.speakers.includes(sentence.speaker ?? '');
    if (!isTheirs && isPrompt(sentence.text)) break;
    const answers = !strict || holds(question.asks, sentence.text) >= 0.6;
    if (isTheirs && answers && sentence.words > 3 && !isAsking(sentence.text)) near.push(at);
  }
  return near;
}

const ASKS_WHO =
  /^(?:and |so )?(?:who(?:'s| is| was| are)|what (?:does|do|did|is|was)\b.+\b(?:do|job|role|work|profession)\b)/i;
const ASKS_JOB =
  /^(?:and |so )?what(?:'s| is| was) [\p{L}'’ ]{2,40} (?:job|role|profession|occupation|background)\b/iu;

/** Where only speakers are asked about: who they are, or what they say; null where neither is. */
function aboutSpeakers(
  index: TranscriptIndex,
  question: Question,
  told: ReadonlySet<number>,
): string | null {
  const { asks, speakers } = question;
  if (ASKS_WHO.test(question.text.trim()) || topicSize(question) > 0) {
    const places = speakers.flatMap((speaker) =>
      introductionsOf(index, speaker).map((sentence) => sentence.index),
    );
    return places.length > 0 ? tell(index, places.slice(0, MOST_SENTENCES)) : null;
  }
  // 'What do they recommend?' asks of everybody.
  const isMeant =
    speakers.length > 0 ? asks === 'anything' || asks === 'advice' : asks === 'advice';
  return isMeant ? saidBy(index, question, told) : null;
}

/** What somebody advises, or what they say that weighs most; without a name, what anybody advises. */
function saidBy(index: TranscriptIndex, question: Question, told: ReadonlySet<number>): string {
  const { asks, speakers, first } = question;
  const adverts = advertised(index);
  const value = worthOf(index);
  const isMeant = ({ index: at, speaker, words }: Sentence) =>
    words >= 4 && !adverts.has(at) && (speakers.length === 0 || speakers.includes(speaker ?? ''));
  const choose = (worth: (sentence: Sentence) => number) =>
    chooseSpread(
      index,
      index.sentences.map((sentence) => (isMeant(sentence) ? worth(sentence) : 0)),
      MOST_SENTENCES,
      told,
    );
  const advising = (least: number) =>
    choose(({ index: at, text }) => {
      const strength = isAsking(text) || isExample(text) ? 0 : holds('advice', text);
      return strength < least ? 0 : (0.3 * (value[at] ?? 0) + 0.5) * strength ** 4;
    });
  const outright =
    asks === 'advice' ? advising(ADVISES) : choose(({ index: at }) => value[at] ?? 0);
  const chosen = outright.length > 0 || asks !== 'advice' ? outright : advising(MAY_ADVISE);
  if (chosen.length === 0) return told.size > 0 ? NOTHING_MORE : NOT_SAID;
  const saysFirst = chosen.filter((at) => COMES_FIRST.test(index.sentences[at]?.text ?? ''));
  return tell(index, first ? [...saysFirst, ...chosen].slice(0, 1) : chosen);
}
