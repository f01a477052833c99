/** What stands around a sentence and counts for it: its own turn, the question it replies to. */
import { isPrompt, isStrict } from './asked-for.ts';
import { kindOf, type Question } from './question.ts';
import type { Sentence } from './sentences.ts';
import type { TranscriptIndex } from './transcript-index.ts';

/** How much a word said one, two … sentences before in the same turn counts for a sentence. */
const BEFORE = [0.6, 0.45, 0.3];
const AFTER = 0.25;
/** What the first sentences of a reply take over from the words of the question replied to. */
const REPLIED = [0.95, 0.85, 0.7, 0.5];
/** A figure is given for what was talked of just before, whoever said it. */
const TALKED_OF = 0.6;
const TALKED_OF_FADES = 0.03;
const TALKED_OF_SENTENCES = 11;
export interface Context {
  /** Sentences around one that count for it, and how much. */
  shares: [number, number][];
  /** True at the start of a reply to a question that asks for the same kind of thing. */
  sameKind: boolean;
}

export function contextOf(index: TranscriptIndex, at: number, question: Question): Context {
  const { sentences } = index;
  const turn = sentences[at]?.turn;
  const shares: [number, number][] = [];
  let before = at - 1;
  for (; before >= 0 && sentences[before]?.turn === turn; before--) {
    const share = BEFORE[at - before - 1];
    if (share === undefined && at - before > REPLIED.length) break;
    if (share !== undefined) shares.push([before, share]);
  }
  // Where nobody is named, one turn holds both the question and its reply.
  if (sentences[at]?.speaker === null) before = lastPrompt(index, at) ?? before;
  const replied = REPLIED[at - before - 1];
  const asking = replied === undefined ? undefined : promptAt(index, before);
  let sameKind = false;
  if (replied !== undefined && asking !== undefined) {
    sameKind = question.asks !== 'anything' && kindOf(asking.text) === question.asks;
    for (let said = before; sentences[said]?.turn === asking.turn && before - said < 4; said--) {
      shares.push([said, replied]);
    }
  }
  if (sentences[at + 1]?.turn === turn) shares.push([at + 1, AFTER]);
  // 'Three to six months.' Nobody says again of what.
  if (isStrict(question.asks)) {
    for (let back = 1; back <= TALKED_OF_SENTENCES && at - back >= 0; back++) {
      shares.push([at - back, TALKED_OF - TALKED_OF_FADES * back]);
    }
  }
  return { shares, sameKind };
}

function lastPrompt({ sentences }: TranscriptIndex, at: number): number | null {
  for (let before = at - 1; before >= at - REPLIED.length; before--) {
    const sentence = sentences[before];
    if (sentence && isPrompt(sentence.text)) return before;
  }
  return null;
}

/** A host may add a word after the question: 'Why so few? Everybody swears by it.' */
function promptAt({ sentences }: TranscriptIndex, last: number): Sentence | undefined {
  const turn = sentences[last]?.turn;
  for (let at = last; at > last - 3 && sentences[at]?.turn === turn; at--) {
    const sentence = sentences[at];
    if (sentence && isPrompt(sentence.text)) return sentence;
  }
  return undefined;
}
