/** Answers what is usually asked about somebody's life: what they do, what they studied and how they began. */
import { createPauseMeter, SENTENCE } from '../../platform/pauses.ts';
import { ENDS_STORY, INVITES_LIFE, LIFE_QUESTIONS, LIFE_STEMS } from '../language/life.ts';
import { isQuestion } from '../language/speech-cues.ts';
import { topicStems, wordsOf } from '../language/words.ts';
import { peopleOn, rolesIn } from '../retrieval/people.ts';
import { type Question, topicTerms } from '../retrieval/question.ts';
import { isInterjection, runFrom, type Sentence } from '../retrieval/sentences.ts';
import type { TranscriptIndex } from '../retrieval/transcript-index.ts';
import type { EpisodeAnalysis } from './episode-analysis.ts';

/** How many places are quoted, each until it has so many words, that score at least this share of the best. */
const MAX_PLACES = 3;
const PLACE_WORDS = 40;
const MIN_RELATIVE_SCORE = 0.6;
/** The reply to 'How did you get into this?' may have so many sentences. */
const REPLY_WINDOW = 14;
/** How near a topic is named: 'What did she do at Amazon?' */
const TOPIC_WINDOW = 2;
/** What a place scores if it replies to such a question, and if it names all of the topic; a phrase that tells it scores 1. */
const SCORES = { reply: 2, topic: 2, maxPhrases: 2 };

/** Finds in steps what somebody tells of their life, if a question is about that, the best places first. */
export function* findLifeAnswers(
  analysis: EpisodeAnalysis,
  question: Question,
): Generator<void, number[]> {
  const lower = wordsOf(question.text).join(' ');
  const kinds = LIFE_QUESTIONS.filter(({ asks }) => asks.test(lower));
  if (kinds.length === 0) return [];
  const people = peopleOn(analysis.index, analysis.episode).map(({ name }) => name);
  const names = new Set(topicStems(people.join(' ')));
  const asked = topicStems(question.text);
  const own = new Set(asked.filter((stem) => !LIFE_STEMS.has(stem) && !names.has(stem)));
  const topic = topicTerms(question).filter((stem) => own.has(stem));
  const isSomebody = SOMEBODY.test(lower) || asked.some((stem) => names.has(stem));
  const isOfPerson = whoIsMeant(analysis.index, question, isSomebody);
  const replies = yield* findRepliesOnLife(analysis.index);
  for (const { tells } of kinds) {
    const places = yield* findBestPlaces(analysis.index, { tells, topic, replies, isOfPerson });
    if (places.length > 0) return places;
  }
  return [];
}

interface Wanted {
  tells: RegExp;
  /** What a question names besides the person, in stems. */
  topic: string[];
  /** What may reply to a question about somebody's life, with the sentence that asks it. */
  replies: ReadonlyMap<number, number>;
  isOfPerson: (said: Sentence) => boolean;
}

/** The places that tell most of it, with the topic if the question names one. */
function* findBestPlaces(
  index: TranscriptIndex,
  { tells, topic, replies, isOfPerson }: Wanted,
): Generator<void, number[]> {
  const each = new RegExp(tells, 'gi');
  const isTimeToPause = createPauseMeter();
  const scored: { at: number; score: number }[] = [];
  for (const one of index.sentences) {
    const { index: at, text } = one;
    if (isTimeToPause(SENTENCE + text.length)) yield;
    if (!isOfPerson(one) || isQuestion(text) || isInterjection(one)) continue;
    const phrases = Math.min(SCORES.maxPhrases, text.match(each)?.length ?? 0);
    if (phrases === 0) continue;
    const asking = replies.get(at);
    const named = Math.max(shareNamed(index, topic, at), shareNamed(index, topic, asking));
    if (topic.length > 0 && named === 0) continue;
    const reply = asking === undefined ? 0 : SCORES.reply;
    scored.push({ at, score: phrases + SCORES.topic * named + reply });
  }
  scored.sort((a, b) => b.score - a.score || a.at - b.at);
  const best = scored[0]?.score ?? 0;
  const chosen = new Set<number>();
  let places = 0;
  for (const { at, score } of scored) {
    if (places === MAX_PLACES || score < MIN_RELATIVE_SCORE * best) break;
    if (chosen.has(at)) continue;
    places++;
    for (const said of storyAt(index, at)) chosen.add(said.index);
  }
  return [...chosen];
}

/** A sentence with what follows, or with what it ends: 'And that's how I got into programming.' */
function storyAt({ sentences }: TranscriptIndex, at: number): Sentence[] {
  const own = sentences[at];
  if (own === undefined || !ENDS_STORY.test(own.text)) return runFrom(sentences, at, PLACE_WORDS);
  let from = at;
  for (let words = own.words; words < PLACE_WORDS && sentences[from - 1]?.turn === own.turn; from--)
    words += sentences[from - 1]?.words ?? 0;
  return sentences.slice(from, at + 1);
}

/** The share of these stems said in a sentence or next to it, 0 to 1. */
function shareNamed({ stems }: TranscriptIndex, topic: string[], at: number | undefined): number {
  if (at === undefined) return 0;
  const near = new Set(stems.slice(Math.max(0, at - TOPIC_WINDOW), at + TOPIC_WINDOW + 1).flat());
  return topic.filter((stem) => near.has(stem)).length / Math.max(1, topic.length);
}

function* findRepliesOnLife({ sentences }: TranscriptIndex): Generator<void, Wanted['replies']> {
  const isTimeToPause = createPauseMeter();
  const replies = new Map<number, number>();
  for (const { index, text, speaker } of sentences) {
    if (isTimeToPause(SENTENCE + text.length)) yield;
    if (!INVITES_LIFE.test(text)) continue;
    for (const one of sentences.slice(index + 1, index + 1 + REPLY_WINDOW))
      if (speaker === null || one.speaker !== speaker) replies.set(one.index, index);
  }
  return replies;
}

const SOMEBODY = /\b(?:he|she|his|her|guests?)\b/;

/** Tells who says a sentence that may answer: whom the question names, or the guests; anybody if no speakers are named. */
function whoIsMeant(
  index: TranscriptIndex,
  { speakers }: Question,
  isSomebody: boolean,
): (said: Sentence) => boolean {
  if (speakers.length > 0) return ({ speaker }) => speakers.includes(speaker ?? '');
  if (!isSomebody || index.speakers.length === 0) return () => isSomebody;
  const roles = rolesIn(index);
  return ({ speaker }) => roles.get(speaker ?? '')?.includes('guest') ?? false;
}
