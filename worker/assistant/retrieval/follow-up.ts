/** Makes a question whole that leans on the conversation: 'what else did she say?' */
import type { Exchange } from '../assistant.ts';
import { type Question, readQuestion, speakersNamed, topicSize } from './question.ts';
import type { TranscriptIndex } from './transcript-index.ts';
import { wordsOf } from './words.ts';

interface ResolvedQuestion {
  question: Question;
  /** Sentences told already; left out where something else is asked for. */
  told: Set<number>;
  /** True where the topic or the speaker comes from what was asked before. */
  leans: boolean;
  /** Of 'And Ruth?', which wants what another says of the same: what was told last; else null. */
  ofAnother: Set<number> | null;
}

const MORE =
  /\b(?:else|more|(?<!one )another|(?<!each )other|further|additional|again|continue|go on|elaborate|expand|keep going|besides)\b/;
const PERSON_PRONOUN = /\b(?:he|she|they|him|her|his|their|them|hers)\b/;
const THING_PRONOUN = /\b(?:it|that|this|those|these|its|the same)\b/;
const OPENS_LEANING =
  /^(?:and|but|so|why|how so|really|what about|how about|or|then|also|ok(?:ay)?)\b/;
/** 'And Ruth?' wants the same of another. */
const ABOUT_TOO = /^(?:and|what about|how about|and what about)(?: \S+){1,3}$/;
/** 'And what about salt?' leans on nothing. */
const NAMES_TOPIC = /\b(?:about|on|regarding|concerning)\b/;
/** An earlier topic counts for less than what is asked now. */
const CARRIED = 0.6;

/** Reads a question, taking the speaker and topic it only points at from earlier exchanges. */
export function resolveQuestion(
  text: string,
  earlier: Exchange[],
  index: TranscriptIndex,
): ResolvedQuestion {
  const question = readQuestion(text, index);
  const last = earlier[earlier.length - 1];
  if (last === undefined) return { question, told: new Set(), leans: false, ofAnother: null };
  const lower = wordsOf(text).join(' ');
  const wantsMore = MORE.test(lower);
  const pointsAtPerson = PERSON_PRONOUN.test(lower) && question.speakers.length === 0;
  const pointsAtThing = THING_PRONOUN.test(lower);
  const size = topicSize(question);
  const told = wantsMore ? toldSentences(earlier, index) : new Set<number>();
  let leans = false;
  if (pointsAtPerson) {
    const speaker = speakerBefore(earlier, index);
    if (speaker !== null) {
      question.speakers = [speaker];
      leans = true;
    }
  }
  const needsTopic =
    (size === 0 &&
      (question.speakers.length === 0 || wantsMore || pointsAtThing || ABOUT_TOO.test(lower))) ||
    (size <= 1 && !NAMES_TOPIC.test(lower) && (pointsAtThing || OPENS_LEANING.test(lower)));
  if (needsTopic) {
    for (const before of [...earlier].reverse()) {
      const asked = readQuestion(before.question, index);
      if (topicSize(asked) === 0) continue;
      for (const [stem, weight] of asked.terms) {
        if (!question.terms.has(stem)) question.terms.set(stem, weight * CARRIED);
        question.related.set(stem, asked.related.get(stem) ?? []);
      }
      question.sequence = [...asked.sequence, ...question.sequence];
      if (question.speakers.length === 0 && wantsMore) question.speakers = asked.speakers;
      if (question.asks === 'anything' && !wantsMore) question.asks = asked.asks;
      leans = true;
      break;
    }
  }
  const asksAnother = needsTopic && question.speakers.length > 0 && ABOUT_TOO.test(lower);
  const ofAnother = asksAnother ? toldSentences([last], index) : null;
  return { question, told, leans, ofAnother };
}

/** Whoever was asked about last, else whoever was quoted last. */
function speakerBefore(earlier: Exchange[], index: TranscriptIndex): string | null {
  for (const { question, answer } of [...earlier].reverse()) {
    const asked = speakersNamed(question, index.speakers);
    if (asked.length > 0) return asked[0] ?? null;
    const quoted = index.speakers
      .map((name) => ({ name, at: answer.indexOf(name) }))
      .filter(({ at }) => at >= 0)
      .sort((a, b) => a.at - b.at);
    if (quoted.length > 0) return quoted[0]?.name ?? null;
  }
  return null;
}

/** The sentences that stand in earlier answers. */
function toldSentences(earlier: Exchange[], index: TranscriptIndex): Set<number> {
  const said = earlier.map(({ answer }) => plain(answer)).join(' ');
  const told = new Set<number>();
  for (const { index: at, text, words } of index.sentences) {
    if (words >= 3 && said.includes(plain(text))) told.add(at);
  }
  return told;
}

function plain(text: string): string {
  return wordsOf(text).join(' ');
}
