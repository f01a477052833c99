/** Chooses the parts of a transcript for a prompt. */

import { cachedBy } from '../../platform/cached-by.ts';
import { withoutPauses } from '../../platform/pauses.ts';
import { completeQuestion } from '../asking/complete-question.ts';
import type { AssistantEpisode, Exchange } from '../assistant.ts';
import { findSentences } from '../retrieval/find-sentences.ts';
import { cohesion } from '../retrieval/passages.ts';
import { scorePassages } from '../retrieval/rank-passages.ts';
import { sentenceVectorsIn } from '../retrieval/sentence-vectors.ts';
import { findTopics } from '../retrieval/topics.ts';
import { indexOf, type TranscriptIndex } from '../retrieval/transcript-index.ts';
import type { WordVectors } from '../retrieval/word-vectors.ts';
import { type Entry, entriesOf } from './material.ts';

/** With neighbours. Instructions, outline and conversation bring it to about 5,000. */
const PASSAGE_TOKENS = 3_200;
/**
 * Passages sent as a whole. With three, 67 % of the questions in other words (tuning half) have their answer
 * in what is sent, with two or five 65 %, with nothing but passages 58 %.
 */
const WHOLE_PASSAGES = 3;
/** What is said before often names the subject, what is said after is often the answer. */
const NEIGHBOURS = 1;
const PART_TOKENS = 6_000;
/** Parts aim below their maximum, so that they can end at a change of topic. */
const AIM = 5 / 6;
/** Tokens for the request beside a part, and for the notes. */
const BESIDE_PART_TOKENS = 3_300;
/** How far a part may deviate from its share to end at a change of topic. */
const SLACK = 0.15;
/** The bonus for ending at the end of a turn. */
const TURN_END = 0.08;
const OUTLINE_TOPICS = 24;

const tokensOf = (entries: Entry[]) => entries.reduce((sum, { tokens }) => sum + tokens, 0);

/**
 * Chooses the entries that fit a question best, in steps: the best passages with their neighbours, then the
 * entries with the best sentences. Returns them in order. Once the vectors are cached it is a single step:
 * with pauses, a hundred questions asked at once would all reach their models at the end.
 *
 * @param budget in tokens
 */
export function* chooseEntries(
  episode: AssistantEpisode,
  question: string,
  earlier: Exchange[],
  vectors: WordVectors | null,
  budget = PASSAGE_TOKENS,
): Generator<void, Entry[]> {
  const entries = entriesOf(episode);
  if (tokensOf(entries) <= budget) return entries;
  const index = indexOf(episode.lines);
  if (vectors !== null) yield* sentenceVectorsIn.inSteps(index, vectors);
  const asked = completeQuestion(question, earlier, index).question;
  const scores = scorePassages(index, asked, vectors);
  const best = index.passages
    .toSorted((a, b) => (scores[b.index] ?? 0) - (scores[a.index] ?? 0) || a.index - b.index)
    .slice(0, WHOLE_PASSAGES);
  const taken = new Set<Entry>();
  let left = budget;
  const take = (chosen: Entry[]): boolean => {
    const fresh = chosen.filter((one) => !taken.has(one));
    const tokens = tokensOf(fresh);
    if (tokens > left) return false;
    for (const entry of fresh) taken.add(entry);
    left -= tokens;
    return true;
  };
  for (const passage of best) {
    const inside = entries.filter(({ from, to }) => from < passage.to && to > passage.from);
    const first = (inside[0]?.id ?? 0) - NEIGHBOURS;
    const last = (inside.at(-1)?.id ?? -1) + NEIGHBOURS;
    if (!take(entries.slice(Math.max(0, first), last + 1))) break;
  }
  const holding = entries.flatMap((entry) => Array<Entry>(entry.to - entry.from).fill(entry));
  for (const { sentence } of findSentences(index, asked, vectors, scores))
    if (!take(holding.slice(sentence, sentence + 1))) break;
  return entries.filter((entry) => taken.has(entry));
}

/** Every question needs it. */
const outlineIn = cachedBy((index: TranscriptIndex): string[] => {
  const topics = withoutPauses(findTopics(index)).slice(0, OUTLINE_TOPICS);
  return topics.map(({ phrases }) => phrases.slice(0, 3).join(', '));
});

/** Returns an episode's topics in order, a few words each. */
export const outlineOf = (episode: AssistantEpisode): string[] => outlineIn(indexOf(episode.lines));

/**
 * Splits the transcript into parts of 4,000 to 6,000 tokens at the clearest changes of topic; shorter
 * ones for models with a small context.
 */
export function partsOf(episode: AssistantEpisode, contextTokens: number): Entry[][] {
  const entries = entriesOf(episode);
  const total = tokensOf(entries);
  const most = Math.min(PART_TOKENS, contextTokens - BESIDE_PART_TOKENS);
  const count = Math.max(1, Math.ceil(total / most), Math.round(total / (most * AIM)));
  const parts: Entry[][] = [];
  let from = 0;
  let left = total;
  for (let number = count; number > 1; number--) {
    const size = { aim: left / number, most, fewest: left - (number - 1) * most };
    const cut = bestCut(episode, entries, from, size);
    parts.push(entries.slice(from, cut));
    left -= tokensOf(entries.slice(from, cut));
    from = cut;
  }
  parts.push(entries.slice(from));
  return parts.filter((part) => part.length > 0);
}

/**
 * Finds the end of a part that starts at `from`: about `aim` tokens on, where the topic changes most.
 * It has at least `fewest` tokens, or the rest would not fit into the remaining parts.
 */
function bestCut(
  { lines }: AssistantEpisode,
  entries: Entry[],
  from: number,
  { aim, most: limit, fewest }: { aim: number; most: number; fewest: number },
): number {
  const { sentences, stems } = indexOf(lines);
  const most = Math.min(limit, aim * (1 + SLACK));
  let tokens = 0;
  let cut = from + 1;
  let least = Number.POSITIVE_INFINITY;
  for (let index = from; index + 1 < entries.length; index++) {
    tokens += entries[index]?.tokens ?? 0;
    if (tokens > most) break;
    if (tokens < Math.max(fewest, aim * (1 - SLACK))) {
      cut = index + 1;
      continue;
    }
    const next = entries[index + 1]?.from ?? 0;
    const endsTurn = sentences[next]?.turn !== sentences[next - 1]?.turn;
    const common = cohesion(sentences, stems, next) - (endsTurn ? TURN_END : 0);
    if (common < least) {
      least = common;
      cut = index + 1;
    }
  }
  return cut;
}
