/** Finds lists whose items somebody counts: 'First …', 'And the third …'. */
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
