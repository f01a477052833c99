/** What was said about one topic, in a paragraph: sentences that together cover it. */
import { isAsking } from '../retrieval/asked-for.ts';
import { findSentences } from '../retrieval/find-sentences.ts';
import type { Question } from '../retrieval/question.ts';
import { scorePassages } from '../retrieval/rank-passages.ts';
import type { TranscriptIndex } from '../retrieval/transcript-index.ts';
import { plainness } from './choose-sentences.ts';
import { cited, escapeMarkdown, named } from './quote.ts';

const PASSAGES = 6;
const SHORTEST = 6;
/** Sentences on each side of one that says an asked word may cover its topic too. */
const NEAR = 4;
/** How much covering the topic counts beside touching the question's own words. */
const COVERING = 2;
/** How far a sentence sinks for each part of it that is talk, not matter. */
const TALK = 3;
const FILLERS =
  /\b(?:um|uh|er|erm|mm|hmm|yeah|okay|ok|oh|ah|well|you know|i mean|sort of|kind of|just|actually|right|really)\b(?! (?:to|now|away|about|in|on|at|after|before|of|as|that)\b),?\s*/gi;

interface Candidate {
  sentence: number;
  /** How well it touches the question, 0 to 1. */
  touches: number;
  /** How good its passage is beside the best, 0 to 1. */
  passage: number;
  /** 1 for plain matter, less for talk. */
  plain: number;
}

const SUMMARY_OF =
  /^(?:please |can you |could you )*(?:summari[sz]e|sum up|recap|outline|give (?:me )?(?:a |an )?(?:short |brief )?(?:summary|overview) (?:of|on))\b/i;

/** True where a digest of one topic is asked for, not a fact. */
export function asksForSummaryOf(text: string): boolean {
  return SUMMARY_OF.test(text.trim());
}

/** A paragraph of about `words` words about the question's topic; '' where there is nothing. */
export function extractFor(index: TranscriptIndex, question: Question, words: number): string {
  const chosen = chooseCovering(index, question, words);
  let before: string | null | undefined;
  const told = chosen.flatMap((at) => {
    const sentence = index.sentences[at];
    if (sentence === undefined) return [];
    const goesOn = sentence.speaker === null || sentence.speaker === before;
    before = sentence.speaker;
    const lead = goesOn ? '' : `${named(sentence.speaker)} says: `;
    return [`${lead}${escapeMarkdown(tidied(sentence.text))}${cited(sentence)}`];
  });
  return told.length === 0 ? '' : `On ${topicOf(question.text)}: ${told.join(' ')}`;
}

function chooseCovering(index: TranscriptIndex, question: Question, words: number): number[] {
  const pool = candidatesFor(index, question);
  const weights = topicWeights(index, question);
  const seen = new Map<string, number>();
  const chosen: number[] = [];
  let used = 0;
  while (used < words && pool.length > 0) {
    let best = 0;
    let bestWorth = Number.NEGATIVE_INFINITY;
    pool.forEach((candidate, at) => {
      const stems = new Set(index.stems[candidate.sentence]);
      let covers = 0;
      for (const stem of stems)
        covers += (weights.get(stem) ?? 0) / (1 + 2 * (seen.get(stem) ?? 0));
      const share = (candidate.passage * covers) / (stems.size + 3) / 2;
      const worth = (candidate.touches + COVERING * share) * candidate.plain;
      if (worth > bestWorth) [best, bestWorth] = [at, worth];
    });
    const [taken] = pool.splice(best, 1);
    const sentence = index.sentences[taken?.sentence ?? -1];
    if (sentence === undefined) break;
    if (used > 0 && used + sentence.words > words * 1.2) continue;
    chosen.push(sentence.index);
    used += sentence.words;
    for (const stem of index.stems[sentence.index] ?? []) seen.set(stem, (seen.get(stem) ?? 0) + 1);
  }
  return chosen.sort((a, b) => a - b);
}

function bestPassages(index: TranscriptIndex, question: Question) {
  const ranked = scorePassages(index, question)
    .map((score, at) => ({ score, passage: index.passages[at] }))
    .sort((a, b) => b.score - a.score)
    .slice(0, PASSAGES);
  const best = Math.max(ranked[0]?.score ?? 0, 1e-9);
  return ranked.map(({ score, passage }) => ({ share: score / best, passage }));
}

function candidatesFor(index: TranscriptIndex, question: Question): Candidate[] {
  const found = findSentences(index, question);
  const best = found[0]?.score ?? 1;
  const touching = new Map(found.map(({ sentence, score }) => [sentence, score / best]));
  const near = new Set<number>();
  for (const { sentence, touches } of found) {
    if (touches) for (let at = sentence - NEAR; at <= sentence + NEAR; at++) near.add(at);
  }
  return bestPassages(index, question).flatMap(({ share, passage }) =>
    index.sentences.slice(passage?.from ?? 0, passage?.to ?? 0).flatMap((sentence) => {
      if (sentence.words < SHORTEST || isAsking(sentence.text)) return [];
      if (!near.has(sentence.index)) return [];
      const touches = touching.get(sentence.index) ?? 0;
      return [
        {
          sentence: sentence.index,
          touches,
          passage: share,
          plain: plainness(sentence, TALK),
        },
      ];
    }),
  );
}

/** How often the best passages say each stem, dampened. */
function topicWeights(index: TranscriptIndex, question: Question): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { share, passage } of bestPassages(index, question)) {
    for (let at = passage?.from ?? 0; at < (passage?.to ?? 0); at++) {
      for (const stem of index.stems[at] ?? []) counts.set(stem, (counts.get(stem) ?? 0) + share);
    }
  }
  return new Map([...counts].map(([stem, count]) => [stem, Math.log1p(count)]));
}

/** Speech without its fillers and stumbles; not word for word, so never in quotation marks. */
export function tidied(text: string): string {
  const plain = text
    .replace(FILLERS, '')
    .replace(/\b([\p{L}']+)(?:[ ,]+\1\b)+/giu, '$1')
    .replace(/\s+/g, ' ')
    .replace(/\s+([,.?!;:])/g, '$1')
    .replace(/^[,.;:\s]+/, '');
  return plain === '' ? text : plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** What a question is about, to begin its answer with. */
function topicOf(text: string): string {
  const plain = text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.?!]+$/, '');
  const topic = plain
    .replace(SUMMARY_OF, '')
    .replace(
      /^ ?(?:the )?(?:whole |main )?(?:discussion|conversation|debate)s?(?: about| on| of| regarding)\b/i,
      '',
    )
    .trim();
  return SUMMARY_OF.test(plain) && topic !== ''
    ? escapeMarkdown(topic)
    : `“${escapeMarkdown(plain)}”`;
}
