/** Finds lists whose items somebody counts: 'First …', 'And the third …'. */
import { stemOf, wordsOf } from '../language/words.ts';
import { runFrom } from './sentences.ts';
import type { TranscriptIndex } from './transcript-index.ts';

/** Begins an item of a list that somebody counts: 'First', 'And the third', 'One is'. */
const COUNTS_ITEM =
  /^(?:(?:and|but|so|then),? )*(?:(?:the )?(?:first|second|third|fourth|fifth|sixth|last|other)(?:ly)?(?:,| (?:one|is|was|thing|reason|point|step)\b)|(?:one|two|three|four|five)(?:,| is\b)|(?:finally|lastly),)/i;
/** How far apart the first and the last item may be, in sentences. */
const LIST_WITHIN = 16;

/** Returns the sentences that begin the items of a list which a sentence announces or is in; none if there is no list. */
export function listAround({ sentences }: TranscriptIndex, at: number): number[] {
  const items = sentences
    .slice(Math.max(0, at - LIST_WITHIN), at + LIST_WITHIN)
    .filter(({ turn, text }) => turn === sentences[at]?.turn && COUNTS_ITEM.test(text))
    .map(({ index }) => index);
  const [first = Infinity] = items;
  const isIn = items.length > 1 && at >= first - 1 && at <= (items.at(-1) ?? 0) + 1;
  return isIn ? items : [];
}

/** Asks for what somebody counts: 'the three reasons', 'your five questions'. */
const OF_COUNTED =
  /^(?:what|which|name|list|give|tell|show|make|write)\b.*?\b(?:the|these|those|his|her|their|your) (\w+) (?:\w+ ){0,2}?(\w{3,}s)\b/;

/**
 * Returns the sentences that list the things a message asks for by their number: 'Five questions: …'. None if there
 * are none.
 *
 * @param mostWords how many words they have together at most, unless the first has more
 */
export function countedIn(
  { sentences }: TranscriptIndex,
  message: string,
  mostWords: number,
): number[] {
  const [, count = '', things = ''] = OF_COUNTED.exec(wordsOf(message).join(' ')) ?? [];
  const [number, thing] = [stemOf(count), stemOf(things)];
  if (!/^\d+$/.test(number)) return [];
  // 'The three reasons' refers to a list, and counts none.
  const counts = sentences.find(({ text }) => {
    const said = wordsOf(text);
    return said.some(
      (word, at) =>
        stemOf(word) === number &&
        said[at - 1] !== 'the' &&
        said.slice(at + 1, at + 4).some((next) => stemOf(next) === thing),
    );
  });
  return counts ? runFrom(sentences, counts.index, mostWords).map(({ index }) => index) : [];
}
