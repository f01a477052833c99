/** Where those who speak do not agree: what guests are asked about together. */
import { isAsking, presentsSomebody } from '../retrieval/asked-for.ts';
import type { TranscriptIndex } from '../retrieval/transcript-index.ts';
import { wordsOf } from '../retrieval/words.ts';

const ASKS_DISPUTE =
  /^(?:and |so )?(?:what|where|how|do|did|does|is|are|was|were)\b.*\b(?:disagree|differ|argue|dispute|disagreement|disagreements|debate|clash)\b/;
const DISPUTES =
  /\b(?:(?:I|we|you two|they) (?:\w+ )?(?:disagree|differ|object|argue|quarrel)|my objection|I would (?:not (?:call|tell|say|go)|widen|be harsher|put it (?:differently|more))|not convinced|I (?:do not|don't) (?:agree|accept|believe|buy|think)|I doubt|I reject|too harsh|little harsh|a dispute|weaker than it sounds)\b/i;
const MOST_DISPUTES = 4;
const SHORT = 9;

/** True of 'What do they disagree about?' */
export function asksForDisputes(text: string): boolean {
  return ASKS_DISPUTE.test(wordsOf(text).join(' '));
}

/** The sentences in which somebody says so, with what they say next where that is short. */
export function disputesIn(index: TranscriptIndex): number[][] {
  const found: number[][] = [];
  const turns = new Set<number>();
  for (const { index: at, text, turn, words } of index.sentences) {
    if (found.length >= MOST_DISPUTES) break;
    if (!DISPUTES.test(text) || isAsking(text) || presentsSomebody(text) || turns.has(turn))
      continue;
    turns.add(turn);
    const next = index.sentences[at + 1];
    found.push(words < SHORT && next?.turn === turn ? [at, at + 1] : [at]);
  }
  return found;
}
