/** Removes what people say only because they speak: fillers, hedges. */

import { oneOf } from './phrases.ts';
import { HESITATIONS, withoutPreamble } from './speech-cues.ts';
import { capitalised } from './words.ts';

/**
 * Hedges, without which a sentence says the same: 'Honestly, I think hiring is hard' says that hiring is
 * hard.
 */
const HEDGES = new RegExp(
  String.raw`^(?:${oneOf`
    (?:for (?:example|instance)|in fact|of course|honestly|frankly|again|finally|today),
    because(?! of\b) | honestly | basically | actually
    i (?:think|believe|guess|mean)(?: that(?! (?:is|was|would|will|has)\b))?(?! (?:about|of|so|to|in|it)\b),?
  `} )+(?=\S+ \S+)`,
  'i',
);
/** Between commas. */
const ASIDES =
  /, (?:you know|i mean|like|i think|i guess|i believe|sort of|kind of|right|well|okay|of course|basically|actually|obviously|honestly), /gi;
/** Forms of address. */
const ADDRESS = String.raw`(?:(?:Mr|Mrs|Ms|Dr)\.? ?\p{Lu}\p{L}+|Madam ?\p{Lu}\p{L}+|Your Honou?rs?|(?:Chief )?Justice \p{Lu}\p{L}+|Counsel|[Ff]olks|[Gg]uys)`;
const ADDRESSES = new RegExp(`^${ADDRESS}, |, ${ADDRESS}(?:,(?= )|(?=[.!]?$))`, 'gu');
const REPEATED = /\b(\p{L}+(?:['’]\p{L}+)?(?: \p{L}+)?)(?:(?:,|,? --?)? \1\b)+/giu;

/** Returns a sentence without what people say while they think. Only ever leaves words out. */
export function plainSpeech(text: string): string {
  const plain = text.replace(HESITATIONS, '').replace(ASIDES, ' ').replace(REPEATED, '$1').trim();
  return capitalised(withoutPreamble(plain).replace(ADDRESSES, '').replace(HEDGES, ''));
}
