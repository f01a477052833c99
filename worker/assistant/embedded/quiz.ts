/**
 * Writes quizzes of four sentences of which one was said. The others are altered copies, made so that
 * each resembles the rest equally: four figures in one place, or two places with two fillings each.
 */

import { cachedBy } from '../../platform/cached-by.ts';
import { type Alikable, bareText, restOnSame, sayDifferentThings } from '../alike-questions.ts';
import { AssistantError } from '../assistant.ts';
import type { Statement } from '../evidence.ts';
import type { Sentence } from '../retrieval/sentences.ts';
import { LEANS, OPENS_LOOSE } from '../retrieval/speech-cues.ts';
import { subjectsOf } from '../retrieval/topics.ts';
import type { TranscriptIndex } from '../retrieval/transcript-index.ts';
import { topicStems } from '../retrieval/words.ts';
import { type Slot, slotsIn } from './altered-copies.ts';
import { type Chance, seededChance } from './seeded-random.ts';
import { statementOf } from './statements.ts';
import { isAsking, type Known, standsAlone, worthOf } from './what-matters.ts';

export interface MadeQuestion {
  question: string;
  options: string[];
  correctAnswerIndex: number;
  explanation: Statement;
  episodeId: string;
}

interface Candidate {
  known: Known;
  sentence: Sentence;
  /** Null stands for the speaker's name. */
  slots: (Slot | null)[];
  /** The main one first. */
  topics: string[];
  otherSpeaker: string | null;
  worth: number;
}

const LENGTH = { fewest: 8, most: 34 };
const FEWEST_MIXED = 5;
const READABLE = 0.4;
/** The sentences considered per episode, most important first. */
const LOOKED_AT = 400;

/**
 * Returns `count` questions, the same for the same seed.
 *
 * @param avoid recent questions, only repeated if there is nothing else
 * @throws AssistantError 'empty' if the episodes are too short
 */
export function makeQuiz(
  episodes: Known[],
  count: number,
  seed: string,
  avoid: Alikable[] = [],
): MadeQuestion[] {
  const made = questionsOn(episodes, count, seed, avoid);
  const all = made.length < count && avoid.length > 0 ? questionsOn(episodes, count, seed, []) : [];
  const quoted = new Set(made.map(({ explanation }) => explanation.evidence[0]?.quotation));
  const more = all.filter(({ explanation }) => !quoted.has(explanation.evidence[0]?.quotation));
  if (made.length + more.length < count) {
    throw new AssistantError('empty', 'These episodes are too short for a quiz.');
  }
  return [...made, ...more].slice(0, count);
}

function wasAsked({ question, explanation }: MadeQuestion, avoid: Alikable[]): boolean {
  const asked = { question, explanation: explanation.evidence[0]?.quotation ?? '' };
  return avoid.some((other) => other.question === question || restOnSame(asked, other));
}

/** As many as possible, up to `count`. */
function questionsOn(
  episodes: Known[],
  count: number,
  seed: string,
  avoid: Alikable[],
): MadeQuestion[] {
  const chance = seededChance(`${seed}/${episodes.map(({ episode }) => episode.id).join('/')}`);
  const sources = chance
    .shuffle(episodes)
    .map((known) => balanced(candidatesIn(known, chance), chance));
  const made: MadeQuestion[] = [];
  const used: (Candidate & { topic: string })[] = [];
  for (let idle = 0; made.length < count && idle < sources.length; ) {
    const source = sources[(made.length + idle) % sources.length] ?? [];
    const next = source.findIndex(
      (candidate) => !used.some((other) => areNeighbours(candidate, other)),
    );
    const [candidate] = next < 0 ? [] : source.splice(0, next + 1).slice(-1);
    if (candidate === undefined) {
      idle++;
      continue;
    }
    const { known, topics } = candidate;
    const askedAbout = used.flatMap((other) =>
      other.known === known ? [stemsOf(other.topic)] : [],
    );
    const topic = topics.find((one) => !askedAbout.includes(stemsOf(one)));
    const question = topic && write(candidate, topic, chance, sources.length > 1);
    if (!question || wasAsked(question, avoid)) continue;
    if (made.some((other) => other.question === question.question)) continue;
    used.push({ ...candidate, topic });
    made.push(question);
    idle = 0;
  }
  return [...made, ...mixedQuestions(episodes, count - made.length, chance, made, avoid)];
}

/** For short episodes: one real sentence among altered copies of three others. */
function mixedQuestions(
  episodes: Known[],
  count: number,
  chance: Chance,
  made: MadeQuestion[],
  avoid: Alikable[],
): MadeQuestion[] {
  const told = new Set(made.map(({ explanation }) => explanation.evidence[0]?.quotation));
  const found: MadeQuestion[] = [];
  for (const known of count > 0 ? episodes : []) {
    const alterable = known.index.sentences.slice(0, LOOKED_AT).flatMap((sentence) => {
      const isLong = sentence.words >= FEWEST_MIXED && sentence.words <= LENGTH.most;
      const [slot] = isLong && !isAsking(sentence.text) ? slotsIn(sentence.text, chance) : [];
      const [topic] = slot ? topicsOf(known.index, sentence.text, [slot]) : [];
      return slot && topic ? [{ sentence, slot, topic: topic.phrase }] : [];
    });
    for (const truth of chance.shuffle(alterable)) {
      if (found.length === count || told.has(truth.sentence.text)) continue;
      const others = chance
        .shuffle(alterable)
        .filter(
          ({ topic, sentence }) => topic !== truth.topic && sentence.text !== truth.sentence.text,
        )
        .filter(({ topic }, index, all) => all.findIndex((one) => one.topic === topic) === index)
        .slice(0, 3);
      if (others.length < 3) break;
      const wrong = others.map(({ sentence, slot }) =>
        filled(sentence.text, [[slot, slot.others[0] ?? '']]),
      );
      if (wrong.some((text) => isSaid(known.index, text))) continue;
      const options = chance.shuffle([truth.sentence.text, ...wrong]);
      const topics = chance.shuffle([truth, ...others]).map(({ topic }) => `“${topic}”`);
      const where = episodes.length > 1 ? `In “${known.episode.title}”: which` : 'Which';
      const question = `${where} of these is said, about ${topics.slice(0, 3).join(', ')} or ${topics[3]}?`;
      const mixed = {
        question,
        options,
        correctAnswerIndex: options.indexOf(truth.sentence.text),
        explanation: statementOf([truth.sentence]),
        episodeId: known.episode.id,
      };
      if (wasAsked(mixed, avoid) || !sayDifferentThings(options)) continue;
      told.add(truth.sentence.text);
      found.push(mixed);
    }
  }
  return found;
}

function areNeighbours(one: Candidate, other: Candidate): boolean {
  if (one.known !== other.known) return false;
  return Math.abs(one.sentence.index - other.sentence.index) <= 1;
}

function candidatesIn(known: Known, chance: Chance): Candidate[] {
  const { index } = known;
  const worth = worthOf(known);
  const [first, second] = index.speakers;
  return index.sentences
    .filter((sentence) => isFit(sentence) && (worth[sentence.index] ?? 0) > 0)
    .sort((a, b) => (worth[b.index] ?? 0) - (worth[a.index] ?? 0) || a.index - b.index)
    .slice(0, LOOKED_AT)
    .flatMap((sentence): Candidate[] => {
      const otherSpeaker = sentence.speaker === first ? second : first;
      const slots = chosenSlots(slotsIn(sentence.text, chance), sentence, otherSpeaker, chance);
      if (slots === null) return [];
      const topics = topicsOf(index, sentence.text, slots);
      const [main] = topics;
      if (main === undefined) return [];
      const value = (worth[sentence.index] ?? 0) * main.share * (0.5 + 0.5 * chance.next());
      return [
        {
          known,
          sentence,
          slots,
          topics: topics.map(({ phrase }) => phrase),
          otherSpeaker: otherSpeaker ?? null,
          worth: value,
        },
      ];
    })
    .sort((a, b) => b.worth - a.worth);
}

function isFit(sentence: Sentence): boolean {
  const { text, words, whole } = sentence;
  if (!whole || words < LENGTH.fewest || words > LENGTH.most) return false;
  return standsAlone(sentence) >= READABLE && !LEANS.test(text) && !OPENS_LOOSE.test(text);
}

/** One place with four fillings, or two with two each; null if there are none. */
function chosenSlots(
  slots: Slot[],
  { speaker }: Sentence,
  otherSpeaker: string | undefined,
  chance: Chance,
): (Slot | null)[] | null {
  const figure = slots.find(({ others }) => others.length === 3);
  const exchange = slots.find(({ kind }) => kind === 'exchange');
  const pairs = chance.shuffle(slots.filter(({ kind }) => kind !== 'exchange'));
  if (exchange) {
    // An exchange takes the whole sentence; only the speaker can be altered beside it.
    return speaker !== null && otherSpeaker !== undefined ? [exchange, null] : null;
  }
  const [one, two] = pairs;
  if (one && two && (chance.next() < 0.6 || !figure)) return [one, two];
  if (figure) return [figure];
  return one && speaker !== null && otherSpeaker !== undefined ? [one, null] : null;
}

/**
 * Puts questions about negations last, alternating between negated and plain originals, so that
 * negation is no clue.
 */
function balanced(candidates: Candidate[], chance: Chance): Candidate[] {
  const negation = ({ slots }: Candidate) => slots.find((slot) => slot?.kind === 'negation');
  const negated = candidates.filter((one) => negation(one)?.isNegated === true);
  const affirmed = candidates.filter((one) => negation(one)?.isNegated === false);
  const [first, second] = chance.next() < 0.5 ? [negated, affirmed] : [affirmed, negated];
  const inTurn = first.flatMap((one, index) => (second[index] ? [one, second[index]] : []));
  return [...candidates.filter((one) => !negation(one)), ...inTurn];
}

/** The same for 'practice' and 'practices'. */
const stemsOf = (topic: string) => topicStems(topic).join(' ');

/** What the unaltered part of a sentence is about. */
function topicsOf(index: TranscriptIndex, text: string, slots: (Slot | null)[]) {
  const altered = slots.flatMap((slot) => (slot && slot.kind !== 'exchange' ? [slot] : []));
  // No phrase goes on over a full stop.
  return subjectsOf(
    index,
    filled(
      text,
      altered.map((slot) => [slot, '.']),
    ),
  );
}

/** Who says what, by its bare text. */
const sayersIn = cachedBy(({ sentences }: TranscriptIndex) => {
  const sayers = new Map<string, Set<string | null>>();
  for (const { text, speaker } of sentences) {
    const bare = bareText(text);
    const those = sayers.get(bare) ?? new Set();
    sayers.set(bare, those.add(speaker));
  }
  return sayers;
});

/** Whether this is said somewhere in the episode; by this speaker, if one is given. */
function isSaid(index: TranscriptIndex, text: string, speaker?: string | null): boolean {
  const sayers = sayersIn(index).get(bareText(text));
  return sayers !== undefined && (speaker === undefined || sayers.has(speaker));
}

function write(
  candidate: Candidate,
  topic: string,
  chance: Chance,
  namesEpisode: boolean,
): MadeQuestion | null {
  const { known, sentence, slots, otherSpeaker } = candidate;
  const asksWho = slots.includes(null);
  const said = asksWho ? `${sentence.speaker}: “${sentence.text}”` : sentence.text;
  const made = copies(sentence.text, slots).map((text, place) => ({
    text,
    speaker: place < 2 ? sentence.speaker : otherSpeaker,
  }));
  const texts = made.map(({ text, speaker }) => (asksWho ? `${speaker}: “${text}”` : text));
  // An altered copy may be what somebody says elsewhere.
  const others = made.filter((_, place) => texts[place] !== said);
  if (others.some(({ text, speaker }) => isSaid(known.index, text, asksWho ? speaker : undefined)))
    return null;
  const options = chance.shuffle(texts);
  if (!sayDifferentThings(options) || !options.includes(said)) return null;
  const where = namesEpisode ? `In “${known.episode.title}”: ` : '';
  return {
    question: where + wording(asksWho, sentence.speaker, topic, namesEpisode),
    options,
    correctAnswerIndex: options.indexOf(said),
    explanation: statementOf([sentence]),
    episodeId: known.episode.id,
  };
}

function wording(
  asksWho: boolean,
  speaker: string | null,
  topic: string,
  isInside: boolean,
): string {
  const asked = asksWho
    ? `Who says what about “${topic}”?`
    : speaker === null
      ? `What is said about “${topic}”?`
      : `What does ${speaker} say about “${topic}”?`;
  return isInside ? asked.charAt(0).toLowerCase() + asked.slice(1) : asked;
}

/** Returns four texts, the original first. */
function copies(text: string, slots: (Slot | null)[]): string[] {
  const [one, two] = slots;
  if (one && two === undefined)
    return [one.said, ...one.others].map((word) => filled(text, [[one, word]]));
  if (one && two === null) {
    const pair = [one.said, one.others[0] ?? ''].map((word) => filled(text, [[one, word]]));
    return [...pair, ...pair];
  }
  if (!one || !two) return [];
  return [one.said, one.others[0] ?? ''].flatMap((first) =>
    [two.said, two.others[0] ?? ''].map((second) =>
      filled(text, [
        [one, first],
        [two, second],
      ]),
    ),
  );
}

function filled(text: string, fillings: [Slot, string][]): string {
  let filledText = text;
  for (const [slot, word] of fillings.toSorted((a, b) => b[0].from - a[0].from)) {
    filledText = filledText.slice(0, slot.from) + word + filledText.slice(slot.to);
  }
  return filledText;
}
