/** Detects statements that reverse what was said: negations, opposites, exchanged sides of a comparison. */

import { wordPairs } from '../language/english.ts';
import { oneOf } from '../language/phrases.ts';
import { stemOf, topicStems, topicStemsAmong, wordsOf } from '../language/words.ts';
import { rarityOf, type WordVectors } from '../retrieval/word-vectors.ts';
import { type Clause, clausesOf, type EvidenceContext } from './evidence-context.ts';
import { INTERCHANGEABLE, type Similarity, similarityBy } from './support.ts';

/** Negations that reverse a clause. */
const NEGATORS = /^(?:not|never|no|nobody|none|nothing|neither|nor|cannot|without|\w+n't)$/;
/** Words that may say the same without one. */
const IMPLICIT_NEGATIONS = new RegExp(
  `^${oneOf`
    avoid\w* | refus\w+ | reject\w* | den(?:y|ies|ied) | fail\w* | lacks? | lacked | lacking | unable
    stop\w* | instead | rather | hardly | barely | rarely | seldom | against | free
    dis(?:agree|like|allow|approv|prov|satisf)\w* | oppos\w+ | prevent\w* | forbid\w* | declin\w+
    doubt\w* | untrue | false | contrary | un\w{5,}
    in(?:ability|capable|adequate|appropriate|sufficient|effective|correct|dependent)\w*
    in\w+[ai]ble | remov\w+ | omit\w* | exclud\w* | le(?:ft|ave|aves|aving) out
    im(?:possib|practic)\w+ | ir(?:relevant|respective)\w* | \w*less
  `}$`,
);

/** Words that may stand for a denial: 'not optimal' is poor, 'not changed' is the same. */
const WEAK_NEGATIONS = new RegExp(
  `^${oneOf`poor\w* | bad | badly | hard | difficult\w* | too | same | only | few | little | except | beyond`}$`,
);

/** Returns for each stem those that say the opposite. */
export function antonymsFrom(
  all: Iterable<[one: string, other: string]>,
): ReadonlyMap<string, string[]> {
  const opposites = new Map<string, string[]>();
  const add = (one: string, other: string) =>
    opposites.set(one, [...(opposites.get(one) ?? []), other]);
  for (const [one, other] of all) {
    add(stemOf(one), stemOf(other));
    add(stemOf(other), stemOf(one));
  }
  return opposites;
}

/** Words that say the opposite of each other, each pair for all their forms. */
const ANTONYMS = antonymsFrom(
  wordPairs(`
  more:less always:never usually:rarely often:rarely higher:lower faster:slower easier:harder bigger:smaller
  larger:smaller earlier:later longer:shorter older:younger stronger:weaker broader:narrower wider:narrower
  cheaper:dearer richer:poorer warmer:cooler heavier:lighter deeper:shallower thicker:thinner tighter:looser
  rises:falls grow:shrink increase:decrease increases:reduces expanded:contracted strengthen:weaken
  accelerate:slow raise:lower encourage:discourage allow:forbid allowed:forbidden accept:reject
  supports:opposes include:exclude gained:lost won:lost added:removed buy:sell borrow:lend opened:closed
  agreed:disagreed big:small large:small high:low strong:weak easy:hard simple:complicated cheap:expensive
  fast:slow broad:narrow early:late hot:cold wet:dry upper:lower senior:junior likely:unlikely
  positive:negative temporary:permanent optional:mandatory internal:external direct:indirect local:remote
  domestic:foreign urban:rural manual:automatic formal:informal explicit:implicit theoretical:practical
  online:offline quickly:slowly before:after growth:decline profit:loss majority:minority minimum:maximum
  above:below inside:outside buyer:seller employer:employee men:women mother:father parents:children
  north:south east:west northern:southern eastern:western morning:evening winter:summer input:output
  imports:exports supply:demand raise:cut raise:drop raise:reduce increase:cut increase:fall rise:drop
  grow:fall keep:lose more:fewer most:least most:few long:short quick:slow good:bad cheaper:costlier
  safe:dangerous start:stop begin:end begin:stop hire:fire allow:ban up:down cool:warm light:heavy rich:poor
  old:young public:private first:last first:second second:third true:false love:hate like:dislike succeed:fail
  success:failure over:under all:none everybody:nobody everyone:nobody help:harm improve:worsen add:remove
  join:leave enter:leave save:waste save:spend earn:spend least:maximum day:night lose:make lose:earn
  normal:abnormal concede:deny admit:deny confirm:deny adopt:reject approve:reject continue:stop left:right`),
);

/** Whether the statement denies what its evidence says, says the opposite, or exchanges two sides. */
export function isContradicted(
  text: string,
  {
    quotation,
    quotedSentences,
    nearby,
  }: Pick<EvidenceContext, 'quotation' | 'quotedSentences' | 'nearby'>,
  similarity: Similarity = similarityBy(null),
  vectors: WordVectors | null = null,
): boolean {
  const stated = clausesOf(withPlainNegation(text));
  const heard = clausesOf(withPlainNegation(quotedSentences));
  return (
    addsNegation(heard, stated, similarity, vectors) ||
    addsNegation(stated, heard, similarity, vectors) ||
    dropsNegation(text, quotation, similarity, vectors) ||
    isOpposite(text, quotation, nearby) ||
    isExchanged(text, quotation)
  );
}

/** 'No, I …', 'whether or not' and 'not only' deny nothing, but 'yet to' and 'zero costs' do. */
const withPlainNegation = (text: string) =>
  text
    .replace(
      /\bno(?:, | (?=(?:i|we|you|he|she|it|they|that|this|there|my|no|not|never|yeah)\b))/gi,
      '',
    )
    .replace(/\bor not\b|\bnot (?=(?:just|only|merely|simply|solely)\b)/gi, '')
    .replace(/\byet to\b/gi, 'not')
    .replace(/(?<!\b(?:to|from|at|of) )\bzero (?=\p{L})/giu, 'no ');

/** The share of the denied words that must be said, weighted by rarity. */
const MIN_DENIED_SHARE = 0.6;

/** Whether some clauses deny something that the others state. */
function addsNegation(
  denying: readonly Clause[],
  stating: readonly Clause[],
  similarity: Similarity,
  vectors: WordVectors | null,
): boolean {
  const weightOf = (stems: string[]) =>
    stems.reduce((sum, stem) => sum + rarityOf(vectors, stem), 0);
  return denying.some(({ words }) => {
    const at = words.findIndex((word) => NEGATORS.test(word));
    if (at < 0) return false;
    const denied = topicStemsAmong(words.slice(at + 1).filter((word) => !NEGATORS.test(word)));
    const isSaid = (stem: string, among: string[]) =>
      among.some((one) => similarity(one, stem) >= INTERCHANGEABLE);
    const told = denied.filter((stem) => stating.some(({ stems }) => isSaid(stem, stems)));
    if (told.length === 0 || weightOf(told) < weightOf(denied) * MIN_DENIED_SHARE) return false;
    // What 'doesn't prevent it' denies is not denied by 'prevents it'.
    const isSoft = (word: string) =>
      IMPLICIT_NEGATIONS.test(word) && !denied.includes(stemOf(word));
    const isDenied = ({ words: theirs }: Clause) =>
      theirs.some((word) => isSaid(stemOf(word), told)) &&
      theirs.some((word) => NEGATORS.test(word) || isSoft(word));
    return !stating.some(isDenied);
  });
}

/** Whether the statement denies nothing, and the quotation denies what the statement tells of it. */
function dropsNegation(
  text: string,
  quotation: string,
  similarity: Similarity,
  vectors: WordVectors | null,
): boolean {
  if (
    wordsOf(text).some(
      (word) => NEGATORS.test(word) || IMPLICIT_NEGATIONS.test(word) || WEAK_NEGATIONS.test(word),
    )
  )
    return false;
  const stems = topicStems(text);
  const toldOf = (clause: Clause) =>
    clause.stems
      .filter((stem) => stems.some((one) => similarity(one, stem) >= INTERCHANGEABLE))
      .reduce((sum, stem) => sum + rarityOf(vectors, stem), 0);
  let most = 0;
  let isDenied = false;
  for (const clause of clausesOf(withPlainNegation(quotation))) {
    const told = toldOf(clause);
    if (told > most) [most, isDenied] = [told, clause.words.some((word) => NEGATORS.test(word))];
  }
  return isDenied;
}

function isOpposite(text: string, quotation: string, said: string): boolean {
  const stemsOf = (words: string) => new Set(wordsOf(words).map(stemOf));
  const quotedStems = stemsOf(quotation);
  const saidStems = stemsOf(said);
  for (const stem of stemsOf(text)) {
    if (quotedStems.has(stem) || saidStems.has(stem)) continue;
    if (ANTONYMS.get(stem)?.some((other) => quotedStems.has(other))) return true;
    if ([...quotedStems].some((other) => isPrefixed(stem, other) || isPrefixed(other, stem)))
      return true;
  }
  return false;
}

/** Whether a word denies the other one by its prefix: 'indirect', 'unsatisfied'. */
const isPrefixed = (long: string, short: string) =>
  short.length >= 5 &&
  long.endsWith(short) &&
  /^(?:un|in|im|ir|il|dis|non)$/.test(long.slice(0, -short.length));

/** Between two things compared. */
const COMPARES = /\bthan\b|\bbeats\b|\bas \w+ as\b/i;
/** Detects 'A costs more than B' made from 'B costs more than A'. */
const isExchanged = (text: string, quotation: string) =>
  areCrossed(sidesOf(text), sidesOf(quotation));

interface Sides {
  left: string[];
  right: string[];
}

function areCrossed(claim: Sides | null, said: Sides | null): boolean {
  if (claim === null || said === null) return false;
  const straight = shared(claim.left, said.left) + shared(claim.right, said.right);
  return shared(claim.left, said.right) + shared(claim.right, said.left) > straight;
}

/** What is compared with what. */
function sidesOf(text: string): Sides | null {
  const found = COMPARES.exec(text);
  if (!found || found.index === 0) return null;
  // 'Cheaper' is no side.
  const side = (words: string) => topicStems(words.replace(/\b\w+er\b/g, ''));
  return {
    left: side(text.slice(0, found.index)),
    right: side(text.slice(found.index + found[0].length)),
  };
}

const shared = (one: string[], other: string[]) =>
  one.filter((stem) => other.includes(stem)).length;
