/** Removes from a spoken sentence what people say while they think. Only ever leaves words out. */
import { HESITATIONS } from '../retrieval/speech-cues.ts';
import { capitalised, isStopWord } from '../retrieval/words.ts';

/** What a sentence says as well without: 'Honestly, I think hiring is hard' says that hiring is hard. */
const OPENERS =
  /^(?:(?:(?:and|but|or|yeah|yes|because)(?! (?:yet|of|so on)\b),?|so(?! (?:far|that|many|much|long|few|little)\b),?|(?:well|no|now|okay|ok|right|then|also|again|look|see|like|remember|clearly|of course|honestly|frankly|actually|basically|obviously|you know|i mean|first|second|third|firstly|secondly|finally|in fact|indeed|for (?:example|instance)|as we (?:all )?know|by the way|as (?:i|you|we) (?:just )?(?:said|stated|mentioned)),|(?:then|well|now)(?= (?:the|an?|we|you|they|i|it|people|our|if|when|that|there)\b)|actually|basically|obviously|honestly|i (?:do )?(?:think|believe|guess|feel like|would say|mean)(?: that)?(?! (?:about|of|so|to|in|it)\b),?|i'd say(?: that)?|it turns out(?: that)?,?|(?:the|my) (?:thing|point|fact|problem|truth|reality|idea|answer)(?: here)? is(?: that| is)?,?(?= (?:the|an?|we|you|they|i|it|people|our|if|when)\b)|what (?:i|we) (?:\w+ ){1,4}is that|you know) )+(?=\S+ \S+)/iu;
const CLOSERS =
  /,? (?:right|you know|i think|i guess|i mean|okay|you see|or something(?: like that)?|and (?:stuff|things)(?: like that)?|or whatever|and so on|and so forth)(?=[.!]?$)/i;
/** Between commas. */
const ASIDES =
  /, (?:you know|i mean|like|i think|i guess|i believe|sort of|kind of|right|well|okay|of course|basically|actually|obviously|honestly), /giu;
/** How the others are addressed. */
const ADDRESS = String.raw`(?:(?:Mr|Mrs|Ms|Dr)\.? ?\p{Lu}\p{L}+|Madam ?\p{Lu}\p{L}+|Your Honou?rs?|(?:Chief )?Justice \p{Lu}\p{L}+|Counsel|[Ff]olks|[Gg]uys)`;
const OPENING_ADDRESS = new RegExp(`^${ADDRESS}, `, 'u');
const ADDRESSES = new RegExp(`, ${ADDRESS}(?:,(?= )|(?=[.!]?$))`, 'gu');
/** 'kind of hard', but not 'a kind of bread'. */
const SOFTENERS =
  /(?<!\b(?:an?|the|this|that|some|what|any|every|one|same|other|new|different|which|two|these|those|of|all|our|your|\w+est) )\b(?:sort|kind) of (?=\p{L})/giu;
/** 'like five months'. */
const ROUGHLY =
  /(?<!\b(?:look|feel|sound|seem|something|anything|is|are|was)(?:s|ed)? )\blike (?=\d|(?:two|three|four|five|six|seven|eight|nine|ten|twenty|thirty|forty|fifty|a hundred) )/gi;
const SOUNDS = /,? ?\b(?:eh|mm-?hmm|uh-?huh|huh)\b,?/gi;
/** 'Tu truth', 'e energy': the beginning of what comes next. */
const BROKEN_OFF = /(?<![\p{L}'’])(?![ai] )(\p{Ll}{1,2}) (?=\1\p{L}+)/gu;
const REPEATED = /\b(\p{L}+(?:['’]\p{L}+)?(?: \p{L}+)?)(?:(?:,|,? --?)? \1\b)+/giu;

/** Returns a sentence without sounds, repeated words, asides and openers. */
export function plainSpeech(text: string): string {
  const plain = text
    .replace(HESITATIONS, '')
    .replace(SOUNDS, '')
    .replace(BROKEN_OFF, (said, part: string) => (isStopWord(part.toLowerCase()) ? said : ''))
    .replace(ADDRESSES, '')
    .replace(ASIDES, ' ')
    .replace(SOFTENERS, '')
    .replace(ROUGHLY, '')
    .replace(REPEATED, '$1')
    .trim()
    .replace(OPENERS, '')
    .replace(OPENING_ADDRESS, '')
    .replace(OPENERS, '')
    .replace(CLOSERS, '');
  return capitalised(plain);
}
