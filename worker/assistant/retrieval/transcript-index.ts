/** What is worked out once about a transcript, and asked by everything that ranks it. */
import type { TranscriptLine } from '../../transcripts/transcript.ts';
import { cutPassages, type Passage } from './passages.ts';
import { type Sentence, splitSentences } from './sentences.ts';
import { topicStems } from './words.ts';

export interface TranscriptIndex {
  lines: TranscriptLine[];
  sentences: Sentence[];
  /** The topic stems of each sentence, in order. */
  stems: string[][];
  passages: Passage[];
  /** For each stem the sentences that hold it, ascending, each once. */
  postings: Map<string, number[]>;
  /** For each stem how often each passage holds it. */
  passageCounts: Map<string, Map<number, number>>;
  /** Topic stems in each passage, and on average. */
  passageLengths: number[];
  averagePassageLength: number;
  /** The names of those who speak, most talkative first. */
  speakers: string[];
  /** False of captions all in small letters, where a name looks like any word. */
  cased: boolean;
}

type CutPassages = (sentences: Sentence[], stems: string[][]) => Passage[];

const known = new WeakMap<TranscriptLine[], TranscriptIndex>();

/** The index of a transcript; kept for as long as its array of lines is. */
export function indexOf(lines: TranscriptLine[]): TranscriptIndex {
  const found = known.get(lines);
  if (found !== undefined && found.lines.length === lines.length) return found;
  const built = buildIndex(lines);
  known.set(lines, built);
  return built;
}

/** Builds an index; `cut` decides what a passage is. */
export function buildIndex(
  lines: TranscriptLine[],
  cut: CutPassages = cutPassages,
): TranscriptIndex {
  const sentences = splitSentences(lines);
  const stems = sentences.map(({ text }) => topicStems(text));
  const passages = cut(sentences, stems);
  const passageCounts = new Map<string, Map<number, number>>();
  const passageLengths = passages.map(({ index, from, to }) => {
    let length = 0;
    for (let at = from; at < to; at++) {
      for (const stem of stems[at] ?? []) {
        length++;
        const counts = passageCounts.get(stem) ?? new Map<number, number>();
        counts.set(index, (counts.get(index) ?? 0) + 1);
        passageCounts.set(stem, counts);
      }
    }
    return length;
  });
  const total = passageLengths.reduce((sum, length) => sum + length, 0);
  const index: TranscriptIndex = {
    lines,
    sentences,
    stems,
    passages,
    postings: postingsOf(stems),
    passageCounts,
    passageLengths,
    averagePassageLength: passages.length === 0 ? 1 : Math.max(1, total / passages.length),
    speakers: speakersOf(sentences),
    cased: isCased(sentences),
  };
  return index;
}

/** How telling a stem is: high where few passages hold it, the highest where none does. */
export function rarity(index: TranscriptIndex, stem: string): number {
  const holding = index.passageCounts.get(stem)?.size ?? 0;
  const passages = index.passages.length;
  return Math.log(1 + (passages - holding + 0.5) / (holding + 0.5));
}

/** The same among sentences, of which even a short episode has enough to tell words apart. */
export function sentenceRarity(index: TranscriptIndex, stem: string): number {
  const holding = index.postings.get(stem)?.length ?? 0;
  return Math.log(1 + (index.sentences.length - holding + 0.5) / (holding + 0.5));
}

function postingsOf(stems: string[][]): Map<string, number[]> {
  const postings = new Map<string, number[]>();
  stems.forEach((inSentence, sentence) => {
    for (const stem of inSentence) {
      const list = postings.get(stem);
      if (list === undefined) postings.set(stem, [sentence]);
      else if (list[list.length - 1] !== sentence) list.push(sentence);
    }
  });
  return postings;
}

function speakersOf(sentences: Sentence[]): string[] {
  const words = new Map<string, number>();
  for (const { speaker, words: count } of sentences) {
    if (speaker !== null) words.set(speaker, (words.get(speaker) ?? 0) + count);
  }
  return [...words].sort((a, b) => b[1] - a[1]).map(([name]) => name);
}

/** Names come up in a tenth of what people say, and more. */
function isCased(sentences: Sentence[]): boolean {
  const withCapital = sentences.filter(({ text }) => /\S\s(?!I\b)\p{Lu}/u.test(text)).length;
  return withCapital >= sentences.length / 12;
}
