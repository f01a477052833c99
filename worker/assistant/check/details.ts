/** Detects statements that change a detail of what was said: which way, how many, whether at all. */

import { wordPairs } from '../language/english.ts';
import { phrases } from '../language/phrases.ts';
import { isStopWord, stemOf, wordsOf } from '../language/words.ts';
import { sentencesOfText } from '../retrieval/sentences.ts';
import { antonymsFrom } from './contradiction.ts';
import { type Clause, clausesOf, closestTo, type EvidenceContext } from './evidence-context.ts';
import { durationsIn, isAsLong } from './figures.ts';
import { INTERCHANGEABLE, type Similarity } from './support.ts';

/** Whether the statement changes a detail of the sentences that it rests on. */
export function isDistorted(
  text: string,
  context: EvidenceContext,
  similarity: Similarity,
): boolean {
  const { quotation, quotedSentences } = context;
  return (
    CLAIMS.some((one) => isOnlyClaimed(one, text, context)) ||
    dropsHedge(text, quotation, similarity) ||
    assertsQuestion(text, quotedSentences) ||
    flipsPreposition(text, quotedSentences) ||
    isMixed(text, quotation) ||
    changesTimeUnit(text, quotation, quotedSentences)
  );
}

/** Words that claim how many or how often, each with those that claim as much. */
const CLAIMS: [claims: RegExp, says: RegExp][] = [
  [
    /(?<!\b(?:above|after|at) )\b(?:all|always|every|everything|entire|entirely|whole)\b/i,
    phrases('i')`
      all | every | each | always | everyone | everybody | everything | entire | entirely | whole | both
      any | anyone | anybody | anything | never | no | none | nobody | nothing | only | across
      full | fully | complete\w* | total\w*
    `,
  ],
  [
    /\b(?:everyone|everybody)\b/i,
    /\b(?:all|everyone|everybody|anyone|anybody|nobody|none|no one)\b/i,
  ],
  [/\bnever\b/i, /\b(?:n?ever|always|all|any|no|none|nobody|nothing|once)\b/i],
  [
    /\b(?:most|majority|mostly|usually|generally|typically|largely|mainly)\b/i,
    phrases('i')`
      most | majority | mostly | usual\w* | general\w* | typical\w* | large\w* | main\w* | normal\w*
      tends? | often | common\w* | all | always | any | every | primar\w+ | predominant\w* | almost
      nearly | regular\w* | wide\w* | basically | kind of | would | \w+-\w+
    `,
  ],
  [
    /\b(?:only(?! (?:an?|one|two|about|some|if|when|after|\d))|solely|exclusively|sole)\b/i,
    /\b(?:all|only|just|solely|sole|single|simpl\w+|mere\w*|exclusive\w*|alone|except|until|unless|limited|literally|the one)\b/i,
  ],
];

/** Whether a claim goes beyond the quotation's sentence, and beyond the one closest to the clause that makes it. */
function isOnlyClaimed(
  [claims, says]: [RegExp, RegExp],
  text: string,
  { quotedSentences, nearby }: EvidenceContext,
): boolean {
  if (!claims.test(text) || says.test(quotedSentences)) return false;
  const sentences = sentencesOfText(nearby);
  return clausesOf(text).some(
    (clause) => claims.test(clause.text) && !says.test(closestTo(clause.stems, sentences)),
  );
}

const POSSIBLE =
  /\b(?:may(?! not)|might|could|perhaps|maybe|possibly|suppose|imagine|hypothetical\w*)\b/;
const CONDITION = /\b(?:if|unless|whether)\b/;
const HEDGED = phrases('i')`
  may | might | perhaps | maybe | possibl\w+ | possibilit\w+ | can | could | would | should | likely
  unlikely | probabl\w+ | potential\w* | if | unless | whether | risks? | thinks? | believes? | suggests?
  sometimes | open | uncertain | unclear | not sure | consider\w* | expect\w* | hypothe\w+ | ask\w*
  suppos\w+ | imagin\w+ | as long as | once | until | cannot | without
`;
/** The share of a clause's words that the statement must tell. */
const MIN_CLAUSE_RECALL = 0.6;

/** What is only planned, wanted or possible. */
const AHEAD =
  /\b(?:will|expects?|plans?|hopes?|intends?|aims?|going to|gonna|wants?|needs?|should|could|would|may|might|maybe|can)\b|'ll\b/i;
const PERFECT =
  /\b(?:has|have)(?= (?:already |now |just )?(?:been|become|had|made|done|taken|gone|given|got|[\w-]+(?:ed|en|wn|lt))\b)/i;
const PAST = /\b(?:has|have|had|was|were|did|been)\b|'ve\b/i;

/** Detects a fact made of something that may be, or of a condition. */
function dropsHedge(text: string, quotation: string, similarity: Similarity): boolean {
  if (PERFECT.test(text) && AHEAD.test(quotation) && !PAST.test(quotation)) return true;
  if (HEDGED.test(text)) return false;
  const stated = clausesOf(text).flatMap(({ stems }) => stems);
  const told = clausesOf(quotation).filter(
    ({ stems }) =>
      stems.filter((stem) => stated.some((one) => similarity(one, stem) >= INTERCHANGEABLE))
        .length >=
      MIN_CLAUSE_RECALL * stems.length,
  );
  // A statement that tells what follows from a condition may tell the condition by its form.
  return told.some(
    (clause) => POSSIBLE.test(clause.text) || (told.length === 1 && CONDITION.test(clause.text)),
  );
}

const ASKS =
  /\b(?:ask\w*|question\w*|wonder\w*|whether|rais\w+|how|why|what|challeng\w+|unclear)\b|\?/i;
/** A tag such as 'Right?' isn't a question. */
const TAG = /,? (?:right|okay|ok|you know|huh|yeah|no|correct)\?/gi;

/** Detects a claim made of a question. */
function assertsQuestion(text: string, quotation: string): boolean {
  const sentences = quotation.replace(TAG, '.').match(/[^.?!…]*\p{L}[^.?!…]*[.?!…]*/gu) ?? [];
  return sentences.length > 0 && sentences.every((one) => one.endsWith('?')) && !ASKS.test(text);
}

/** Prepositions that say the opposite of each other before the same word. */
const TURNED = antonymsFrom(
  wordPairs(
    'from:to by:against for:against with:without before:after above:below above:under over:under over:below to:by since:until',
  ),
);
/** Determiners, which precede a noun. */
const LEADS = /^(?:a|an|the|my|our|your|their|his|her|its)$/;

/** Detects 'from 15 to 12' instead of 'from 12 to 15', and 'sued by' instead of 'sued against'. */
function flipsPreposition(text: string, sentence: string): boolean {
  const stemsOf = (words: string) =>
    wordsOf(words)
      .filter((word) => !LEADS.test(word))
      .map(stemOf);
  const stated = stemsOf(text);
  const said = stemsOf(sentence);
  return stated.some((preposition, at) => {
    const others = TURNED.get(preposition);
    const after = stated[at + 1];
    if (others === undefined || after === undefined || isStopWord(after)) return false;
    const theirs = said.flatMap((stem, i) => (stem === after ? [said[i - 1] ?? ''] : []));
    return !theirs.includes(preposition) && theirs.some((one) => others.includes(one));
  });
}

/** Whether two clauses of the statement both join words of the same two clauses: halves changed places. */
function isMixed(text: string, quotation: string): boolean {
  const stated = clausesOf(text);
  const said = clausesOf(quotation);
  const joined = new Set<string>();
  return stated.some(({ stems }, here) => {
    const own = stems.filter((stem) => onlyIn(stated, stem) === here);
    const there = [...new Set(own.flatMap((stem) => onlyIn(said, stem) ?? []))].sort(
      (a, b) => a - b,
    );
    const both = there.flatMap((one, at) => there.slice(at + 1).map((other) => `${one} ${other}`));
    if (both.some((pair) => joined.has(pair))) return true;
    for (const pair of both) joined.add(pair);
    return false;
  });
}

/** Returns the only clause with this word; null if there is none or another one. */
function onlyIn(clauses: readonly Clause[], stem: string): number | null {
  const [only, more] = clauses.flatMap(({ stems }, at) => (stems.includes(stem) ? [at] : []));
  return more === undefined ? (only ?? null) : null;
}

const SPAN = /\b(second|minute|hour|day|week|month|quarter|year|decade)s?\b/gi;

/** Detects weeks instead of months, but accepts 24 hours instead of a day. */
function changesTimeUnit(text: string, quotation: string, sentence: string): boolean {
  const said = durationsIn(sentence);
  const durations = durationsIn(text);
  if (durations.length > 0 && durations.every((one) => isAsLong(one, said))) return false;
  const spansIn = (words: string) =>
    [...words.matchAll(SPAN)].map(([, span = '']) => span.toLowerCase());
  const stated = spansIn(text);
  const heard = spansIn(sentence);
  return (
    stated.some((span) => !heard.includes(span)) &&
    spansIn(quotation).some((span) => !stated.includes(span))
  );
}
