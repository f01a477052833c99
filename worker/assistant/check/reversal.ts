/** Detects statements that reverse what was said: negations, opposites, exchanged sides. */
import { stemOf, topicStems, wordsOf } from '../retrieval/words.ts';
import type { Grounds } from './grounds.ts';
import { oppositesIn } from './opposites.ts';

const NEGATION =
  /^(?:not|never|no|nobody|none|nothing|nowhere|neither|nor|cannot|without|against|avoid\w*|refus\w+|reject\w*|den(?:y|ies|ied)|fail\w*|lacks?|lacked|lacking|unable|stop\w*|instead|rather|hardly|barely|rarely|seldom|unless|unlike|wrong|mistake\w*|myth|few|fewer|little|least|only|disagree\w*|oppos\w+|prevent\w*|keep\w*|forbid\w*|declin\w+|doubt\w*|untrue|false|isn't|\w+n't)$/;
/** Negations that reverse a sentence; the others only compensate for them. */
const PLAIN = /^(?:not|never|no|nobody|none|nothing|neither|nor|cannot|\w+n't)$/;

const OPPOSITES = oppositesIn(
  `raise:lower raise:cut raise:drop raise:reduce increase:decrease increase:reduce increase:cut increase:fall
  rise:fall rise:drop grow:shrink grow:fall gain:lose win:lose keep:lose more:less more:fewer most:least
  most:few higher:lower high:low large:small big:small long:short longer:shorter early:late earlier:later
  before:after fast:slow faster:slower quick:slow strong:weak stronger:weaker good:bad better:worse best:worst
  cheap:expensive cheaper:costlier easy:hard easier:harder safe:dangerous open:close start:stop begin:end
  begin:stop buy:sell hire:fire accept:reject agree:disagree allow:forbid allow:ban always:never up:down
  cold:hot cooler:warmer cool:warm dry:wet light:heavy rich:poor old:young older:younger public:private
  first:last positive:negative true:false love:hate like:dislike support:oppose succeed:fail success:failure
  profit:loss above:below over:under inside:outside all:none everybody:nobody everyone:nobody help:harm
  improve:worsen add:remove include:exclude join:leave enter:leave save:waste save:spend earn:spend
  minimum:maximum least:maximum majority:minority morning:evening day:night employer:employee
  lose:make lose:earn concede:deny admit:deny confirm:deny adopt:reject approve:reject continue:stop
  because:although because:despite buyer:seller landlord:tenant lender:borrower plaintiff:defendant`,
);

/** Words between two things compared, or between cause and effect. */
const HINGES = ['than', 'because', 'beats', 'causes', 'caused', 'predicts', 'predict', 'instead'];

export function isReversed(text: string, { quoted, sentence, said }: Grounds): boolean {
  return (
    isNegated(text, sentence, said) || isOpposite(text, quoted, said) || isExchanged(text, quoted)
  );
}

function isNegated(text: string, sentence: string, said: string): boolean {
  const claim = wordsOf(text.replace(YET_TO, 'not'));
  const words = wordsOf(sentence.replace(YET_TO, 'not'));
  const claims = claim.some((word) => NEGATION.test(word));
  const says = words.some((word) => NEGATION.test(word));
  const isPlain = claim.some((word) => PLAIN.test(word));
  if (isPlain && !says && !wordsOf(said).some((word) => NEGATION.test(word))) return true;
  if (isPlain && deniesMore(claim, words)) return true;
  return !claims && deniesMore(words, claim);
}

const YET_TO = /\byet to\b/gi;

/** How many words a negation affects. */
const REACH = 4;
/** How many it may affect, if another sentence denies the same. */
const FAR = 12;

/** Whether `negating` denies something that `plain` states. */
function deniesMore(negating: string[], plain: string[]): boolean {
  const said = new Set(plain.map(stemOf));
  const denied = new Set(deniedIn(plain, FAR).flat());
  return deniedIn(negating).some(([head = '']) => said.has(head) && !denied.has(head));
}

/** Returns the topic words that each negation affects. */
function deniedIn(words: string[], reach = REACH): string[][] {
  return words.flatMap((word, index) =>
    PLAIN.test(word) ? [topicStems(words.slice(index + 1, index + 1 + reach).join(' '))] : [],
  );
}

function isOpposite(text: string, quoted: string, said: string): boolean {
  const stemsOf = (words: string) => new Set(wordsOf(words).map(stemOf));
  const quotedStems = stemsOf(quoted);
  const saidStems = stemsOf(said);
  for (const stem of stemsOf(text)) {
    if (quotedStems.has(stem) || saidStems.has(stem)) continue;
    if (OPPOSITES.get(stem)?.some((other) => quotedStems.has(other))) return true;
  }
  return false;
}

/** Detects 'A costs more than B' made from 'B costs more than A', and swapped causes. */
function isExchanged(text: string, quoted: string): boolean {
  return HINGES.some((hinge) => {
    const claim = sidesOf(text, hinge);
    const evidence = sidesOf(quoted, hinge);
    if (!claim || !evidence) return false;
    const straight = shared(claim.left, evidence.left) + shared(claim.right, evidence.right);
    const crossed = shared(claim.left, evidence.right) + shared(claim.right, evidence.left);
    return crossed > straight;
  });
}

function sidesOf(text: string, hinge: string): { left: string[]; right: string[] } | null {
  const words = wordsOf(text);
  const index = words.indexOf(hinge);
  // 'After a year it fell' equals 'it fell after a year'.
  if (index <= 0) return null;
  return {
    left: topicStems(words.slice(0, index).join(' ')),
    right: topicStems(words.slice(index + 1).join(' ')),
  };
}

const shared = (one: string[], other: string[]) =>
  one.filter((stem) => other.includes(stem)).length;

/**
 * The share of the shorter sentence's words that the other one must contain. With it, 47 of 50 planted
 * contradictions were recognised (`npm run bench:search`).
 */
const ALIKE = 0.5;
/**
 * Of 1.1 million pairs of sentences from different shows, 278 with two words in common seemed opposed, hardly one
 * rightly, and 21 with three; of the planted contradictions as many are recognised.
 */
const FEWEST_COMMON = 3;

/** Whether one sentence says of its subject what the other one denies. */
export function isOpposed(one: string, other: string): boolean {
  if (!isOnSameSubject(one, other)) return false;
  const groundsOf = (text: string) => ({
    quoted: text,
    sentence: text,
    said: text,
    around: text,
    speakers: [],
    allSpeakers: [],
  });
  return isReversed(one, groundsOf(other)) || isReversed(other, groundsOf(one));
}

function isOnSameSubject(one: string, other: string): boolean {
  const [a, b] = [new Set(topicStems(one)), new Set(topicStems(other))];
  const common = [...a].filter((stem) => b.has(stem)).length;
  return common >= FEWEST_COMMON && common / Math.min(a.size, b.size) >= ALIKE;
}
