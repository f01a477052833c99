/** Answers a question with the episode's own sentences, or says that there are none. */
import type { Exchange } from '../assistant.ts';
import { holds, isAsking, isPrompt, isStrict } from '../retrieval/asked-for.ts';
import { type FoundSentence, findSentences } from '../retrieval/find-sentences.ts';
import { resolveQuestion } from '../retrieval/follow-up.ts';
import { introductionsOf } from '../retrieval/introductions.ts';
import { type Question, topicSize } from '../retrieval/question.ts';
import { findAsked } from '../retrieval/replies.ts';
import type { TranscriptIndex } from '../retrieval/transcript-index.ts';
import { chooseSpread, isExample, worthOf } from './choose-sentences.ts';
import { asksForDisputes, disputesIn } from './disputes.ts';
import { asksForSummaryOf, extractFor } from './extract.ts';
import { isSaid, MOST_SENTENCES, pickSentences } from './pick-sentences.ts';
import { tell } from './tell.ts';

export const NOT_SAID = "This episode doesn't seem to say.";
const NOTHING_MORE = "This episode doesn't seem to say more about that.";

/** Above this share of what was asked the best there is may be shown as the nearest. */
const NEAR = 0.42;
/** So likely said in other words, where it holds the figure, time or name asked for. */
const LIKE = 0.45;
const SURE = 0.9;
/** How far from what was told another may speak of the same. */
const NEAR_SENTENCES = 14;
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
    if (asked.replies.length > 0) return tell(index, asked.replies);
    return `${NOT_SAID} It is asked, and goes without an answer:\n\n${tell(index, [asked.asked])}`;
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
    if (!asksForSummaryOf(text)) return tell(index, pickSentences(index, question, said));
    // No longer than what was said of it, or the rest would be about something else.
    const words = said.reduce((sum, { sentence }) => sum + wordsAt(index, sentence), 0);
    return `${extractFor(index, question, Math.min(SUMMARY_WORDS, words))}\n\n${TIDIED}`;
  }
  if (told.size > 0) return NOTHING_MORE;
  const nearest = found.find((one) => isNear(question, one));
  if (nearest === undefined) return NOT_SAID;
  return `${NOT_SAID} The nearest it comes:\n\n${tell(index, [nearest.sentence])}`;
}

/** Worth showing though it does not say what was asked: it speaks of some of it. */
function isNear(question: Question, { evidence, likeness, kind, touches }: FoundSentence): boolean {
  const mayAnswer = isStrict(question.asks) && kind >= SURE && likeness >= LIKE;
  return touches && (evidence >= NEAR || mayAnswer);
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
  const isOpen = asks === 'anything' || asks === 'advice';
  return isOpen && speakers.length > 0 ? saidBy(index, question, told) : null;
}

/** What somebody advises, or what they say that weighs most. */
function saidBy(index: TranscriptIndex, question: Question, told: ReadonlySet<number>): string {
  const worth = worthOf(index).map((value, at) => {
    const sentence = index.sentences[at];
    if (sentence === undefined || !question.speakers.includes(sentence.speaker ?? '')) return 0;
    if (question.asks !== 'advice') return value;
    if (isExample(sentence.text)) return 0;
    const advises =
      sentence.words < 4 || isAsking(sentence.text) ? 0 : holds('advice', sentence.text);
    return advises < 0.8 ? 0 : (0.3 * value + 0.5) * advises ** 4;
  });
  const chosen = chooseSpread(index, worth, MOST_SENTENCES, told);
  if (chosen.length === 0) return told.size > 0 ? NOTHING_MORE : NOT_SAID;
  return tell(index, question.first ? chosen.slice(0, 1) : chosen);
}
