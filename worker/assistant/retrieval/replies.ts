/** A question the episode asks itself: what was replied, or that nothing was. */
import { isAsking } from './asked-for.ts';
import { kindOf, type Question, topicSize } from './question.ts';
import { relatedTo } from './related-words.ts';
import type { Sentence } from './sentences.ts';
import { sentenceRarity, type TranscriptIndex } from './transcript-index.ts';
import { wordsOf } from './words.ts';

export interface AskedInEpisode {
  /** The sentence that asks it. */
  asked: number;
  /** The sentences that reply, in order; none where nobody did. */
  replies: number[];
  /** False where nothing of what follows looks like an answer. */
  isAnswered: boolean;
}

/** Share of the worth of the asked words which the episode's question must hold, and the reverse. */
const HELD = 0.85;
/** Sentences after a question in which a reply is looked for. */
const REACH = 8;
const MOST_REPLIES = 3;
const SHORT_ANSWER =
  /^(?:yes|yeah|yep|no|nope|nah|sure|of course|absolutely|definitely|exactly|i think|i don't|i do|maybe|probably|not)\b/i;
/** Says what somebody thinks, or that they do not know. */
const THINKS =
  /\b(?:i think|i guess|maybe|probably|because|'cause|would|could|should|don't know|dunno|no idea|not sure|unsure)\b/i;
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
    const reply = replyTo(index, sentence);
    // Asked of something else in like words, its silence says nothing.
    if (reply === null || (!reply.isAnswered && !verbatim && !sameKind)) continue;
    if (question.speakers.length > 0 && !isBy(index, reply, question.speakers)) continue;
    bestHeld = held;
    best = { asked: sentence.index, ...reply };
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

/** What is replied to a question; null where nobody else speaks, or nobody is named. */
function replyTo(index: TranscriptIndex, asked: Sentence): Omit<AskedInEpisode, 'asked'> | null {
  if (asked.speaker === null) return null;
  const after = index.sentences.slice(asked.index + 1, asked.index + 1 + REACH);
  const others = after.filter(({ speaker }) => speaker !== asked.speaker);
  const [first] = others;
  if (first === undefined) return null;
  const yesOrNo = !WH_WORD.test(asked.text);
  const said = others.filter((sentence) => says(sentence, yesOrNo));
  // What comes after the asker's next question replies to that.
  const next = after.find(
    ({ text, speaker, index: at }) =>
      speaker === asked.speaker && isAsking(text) && at > (said[0]?.index ?? at),
  );
  const replies = said.filter(({ index: at }) => at < (next?.index ?? at + 1));
  const asksBack = others.some(({ text }) => isAsking(text));
  const looksLikeOne =
    SHORT_ANSWER.test(first.text) ||
    THINKS.test(first.text) ||
    others.some(({ index: at }) => shares(index, asked.index, at));
  const isAnswered = said.length > 0 && (!asksBack || looksLikeOne);
  return { replies: replies.slice(0, MOST_REPLIES).map(({ index: at }) => at), isAnswered };
}

function isBy(
  { sentences }: TranscriptIndex,
  { replies: [first = -1] }: { replies: number[] },
  speakers: string[],
): boolean {
  return speakers.includes(sentences[first]?.speaker ?? '');
}

function says({ text, words }: Sentence, yesOrNo: boolean): boolean {
  if (isAsking(text)) return false;
  if (SHORT_ANSWER.test(text)) return yesOrNo || words > 2;
  return words >= 3 && !LISTENS.test(text);
}

/** True where one sentence says a word of the other, or one related to it. */
function shares({ stems }: TranscriptIndex, one: number, other: number): boolean {
  const said = new Set(stems[other]);
  return (stems[one] ?? []).some(
    (stem) => said.has(stem) || relatedTo(stem).some(([near]) => said.has(near)),
  );
}
