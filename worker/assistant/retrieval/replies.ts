/** A question the episode asks itself: what was replied, or that nothing was. */
import { isAsking } from './asked-for.ts';
import { kindOf, type Question, topicSize } from './question.ts';
import { sentenceRarity, type TranscriptIndex } from './transcript-index.ts';
import { wordsOf } from './words.ts';

export interface AskedInEpisode {
  /** The sentence that asks it. */
  asked: number;
  /** The sentences that reply, in order; none where nobody did. */
  replies: number[];
}

/** Share of the worth of the asked words which the episode's question must hold, and the reverse. */
const HELD = 0.85;
/** How far on a reply may begin. */
const REACH = 5;
const MOST_REPLIES = 3;
/** The asker who goes on this long by themselves wants no reply. */
const GOES_ON_WORDS = 30;
const SHORT_ANSWER =
  /^(?:yes|yeah|yep|no|nope|nah|sure|of course|absolutely|definitely|exactly|i think|i don't|i do|maybe|probably|not)\b/i;
const WH_WORD = /\b(?:who|what|when|where|why|how|which)\b/i;
const LISTENS =
  /^(?:(?:mm|mhm|hmm|uh-huh|mm-hmm|oh|ah|okay|ok|right|yeah|um|uh|so|well|good|alright|cool|great|sorry|what|and|but)[\s,.!-]*)+$/i;

/** Where the episode asks this very question of somebody; null where it does not. */
export function findAsked(index: TranscriptIndex, question: Question): AskedInEpisode | null {
  if (topicSize(question) === 0) return null;
  const words = wordsOf(question.text);
  let best: AskedInEpisode | null = null;
  let bestHeld = HELD;
  for (const sentence of index.sentences) {
    if (!isAsking(sentence.text)) continue;
    const theirs = wordsOf(sentence.text);
    const verbatim =
      theirs.length <= words.length + 3 && words.every((word) => theirs.includes(word));
    // One word may be asked about in many ways; after 'how many' hardly in more than one.
    const sameKind = question.asks !== 'anything' && kindOf(sentence.text) === question.asks;
    if (!verbatim && !sameKind && topicSize(question) === 1) continue;
    const held = verbatim ? 1 : likeness(index, question, sentence.index);
    if (held <= bestHeld) continue;
    const replies = repliesTo(index, sentence.index);
    // Asked of something else in like words, its silence says nothing.
    if (replies === null || (replies.length === 0 && !verbatim && !sameKind)) continue;
    bestHeld = held;
    best = { asked: sentence.index, replies };
  }
  return best;
}

function likeness(index: TranscriptIndex, question: Question, at: number): number {
  const stems = new Set(index.stems[at]);
  let common = 0;
  let asked = 0;
  for (const stem of question.terms.keys()) {
    const worth = sentenceRarity(index, stem);
    asked += worth;
    const related = question.related.get(stem) ?? [];
    const share = Math.max(0, ...related.map(([other, near]) => (stems.has(other) ? near : 0)));
    common += stems.has(stem) ? worth : worth * share;
  }
  let inIt = 0;
  for (const stem of stems) inIt += sentenceRarity(index, stem);
  return Math.min(common / Math.max(asked, 1e-9), (1.2 * common) / Math.max(inIt, 1e-9));
}

/** The reply to a question; null where nobody is named, so that no reply can be told. */
function repliesTo(index: TranscriptIndex, asked: number): number[] | null {
  const asker = index.sentences[asked]?.speaker ?? null;
  if (asker === null) return null;
  const yesOrNo = !WH_WORD.test(index.sentences[asked]?.text ?? '');
  const replies: number[] = [];
  let wentOn = 0;
  for (let at = asked + 1; at <= asked + REACH; at++) {
    const sentence = index.sentences[at];
    if (sentence === undefined) break;
    if (sentence.speaker === asker) {
      if (replies.length > 0) break;
      wentOn += sentence.words;
      if (wentOn > GOES_ON_WORDS) break;
      continue;
    }
    if (isAsking(sentence.text)) continue;
    const agrees = SHORT_ANSWER.test(sentence.text);
    const says = agrees ? yesOrNo || sentence.words > 2 : sentence.words >= 3;
    if (!says || (!agrees && LISTENS.test(sentence.text))) continue;
    const first = index.sentences[replies[0] ?? at];
    if (first?.turn !== sentence.turn && replies.length > 0) break;
    replies.push(at);
    if (replies.length === MOST_REPLIES) break;
  }
  return replies;
}
