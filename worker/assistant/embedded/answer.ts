/** Answers a question with the episode's own sentences, or says that there are none. */
import type { Exchange } from '../assistant.ts';
import { holds, isAsking, isStrict } from '../retrieval/asked-for.ts';
import { type FoundSentence, findSentences } from '../retrieval/find-sentences.ts';
import { resolveQuestion } from '../retrieval/follow-up.ts';
import { introductionOf } from '../retrieval/introductions.ts';
import type { Question } from '../retrieval/question.ts';
import { type AskedInEpisode, findAsked } from '../retrieval/replies.ts';
import type { Sentence } from '../retrieval/sentences.ts';
import type { TranscriptIndex } from '../retrieval/transcript-index.ts';
import { chooseSpread, isExample, isLike, worthOf } from './choose-sentences.ts';
import { asksForDisputes, disputesIn } from './disputes.ts';
import { asksForSummaryOf, extractFor } from './extract.ts';
import { cited, named, quoted } from './quote.ts';

export const NOT_SAID = "This episode doesn't seem to say.";
const NOTHING_MORE = "This episode doesn't seem to say more about that.";

/**
 * Below this share of what was asked the episode is taken not to say it. The longer a question the
 * more of it is put in words of its own; the figures part meetings' own queries from strangers'.
 */
const enough = (terms: number) => (terms <= 2 ? 0.56 : Math.max(0.3, 0.58 - 0.04 * terms));
/** Above this the best there is may be shown as the nearest. */
const NEAR = 0.3;
/** What says what a thing is names more than half of its words, or replies to who did. */
const DEFINED = 0.55;
/** The kind of a sentence that defines what was asked. */
const DEFINES_IT = 0.7;
/** A term has few words; 'what is' opens many a longer question that wants no definition. */
const TERM_WORDS = 3;
/** How far from what was told another may speak of the same. */
const NEAR_SENTENCES = 14;
/** A further sentence must be at least this good beside the best. */
const GOOD_BESIDE_BEST = 0.62;
/** One that holds the reason, name or figure asked for goes before one that only speaks of it. */
const TELLING_BESIDE_BEST = 0.5;
const MOST_SENTENCES = 4;
/** A summary of one topic. */
const SUMMARY_WORDS = 90;
const TIDIED = "*The episode's own sentences, with the fillers of speech left out.*";

/** The answer to a question of fact, as Markdown. */
export function answerQuestion(index: TranscriptIndex, text: string, earlier: Exchange[]): string {
  const { question, told, ofAnother } = resolveQuestion(text, earlier, index);
  if (asksForDisputes(text) && question.terms.size === 0) {
    const disputes = disputesIn(index).flat();
    return disputes.length > 0 ? tell(grouped(index, disputes)) : NOT_SAID;
  }
  if (ASKS_JOB.test(text.trim()) && question.speakers.length > 0)
    return introduced(index, question);
  if (question.terms.size === 0) {
    if (ASKS_WHO.test(text.trim())) return introduced(index, question);
    const open = question.asks === 'anything' || question.asks === 'advice';
    return open && question.speakers.length > 0 ? saidBy(index, question, told) : NOT_SAID;
  }
  const asked = told.size === 0 ? findAsked(index, question) : null;
  if (asked !== null) return replied(index, asked);
  const found = findSentences(index, question, told);
  const said = found.filter(
    (one) => isSaid(question, one) && !isAsking(index.sentences[one.sentence]?.text ?? ''),
  );
  if (ofAnother !== null) {
    const isTheirs = ({ sentence }: FoundSentence) =>
      question.speakers.includes(index.sentences[sentence]?.speaker ?? '');
    const theirs = pick(index, question, said.filter(isTheirs));
    const chosen = theirs.length > 0 ? theirs : saidNear(index, question, ofAnother);
    return chosen.length > 0 ? tell(grouped(index, chosen)) : NOT_SAID;
  }
  if (said.length > 0 && asksForSummaryOf(text)) {
    // No longer than what was said of it, or the rest would be about something else.
    const words = said.reduce(
      (sum, { sentence }) => sum + (index.sentences[sentence]?.words ?? 0),
      0,
    );
    return `${extractFor(index, question, Math.min(SUMMARY_WORDS, words))}\n\n${TIDIED}`;
  }
  if (said.length > 0) return tell(grouped(index, pick(index, question, said)));
  if (told.size > 0) return NOTHING_MORE;
  const nearest = found.find(({ coverage, touches }) => touches && coverage >= NEAR);
  if (nearest === undefined) return NOT_SAID;
  return `${NOT_SAID} The nearest it comes:\n\n${tell(grouped(index, [nearest.sentence]))}`;
}

/** What somebody says close to what was told last, though in none of the asked words. */
function saidNear(index: TranscriptIndex, question: Question, told: Set<number>): number[] {
  const strict = isStrict(question.asks);
  const distance = (at: number) => Math.min(...[...told].map((other) => Math.abs(other - at)));
  return index.sentences
    .filter(
      ({ index: at, text, speaker, words }) =>
        question.speakers.includes(speaker ?? '') &&
        words > 3 &&
        !isAsking(text) &&
        !told.has(at) &&
        distance(at) <= NEAR_SENTENCES &&
        (!strict || holds(question.asks, text) >= 0.6),
    )
    .map(({ index: at }) => at)
    .sort((one, other) => distance(one) - distance(other) || one - other)
    .slice(0, 3);
}

/** The reply to a question the episode asks in these very words. */
function replied(index: TranscriptIndex, { asked, replies }: AskedInEpisode): string {
  if (replies.length > 0) return tell(grouped(index, replies));
  return `${NOT_SAID} It is asked, and goes without an answer:\n\n${tell(grouped(index, [asked]))}`;
}

/** Whether a sentence really speaks of what was asked. */
export function isSaid(question: Question, found: FoundSentence): boolean {
  // Another 'capital' is no answer to what working capital is.
  const isTerm = question.asks === 'definition' && question.terms.size <= TERM_WORDS;
  if ((isTerm && found.held < DEFINED) || !found.counts) return false;
  if (!found.touches || found.coverage < enough(question.terms.size)) return false;
  return found.kind > 0 || !(isStrict(question.asks) || question.asks === 'advice');
}

/** The best sentences: few for a fact, more for an opinion; none that repeats another. */
function pick(
  index: TranscriptIndex,
  question: Question,
  found: FoundSentence[],
  most = isSettled(question, found[0]) ? 2 : MOST_SENTENCES,
): number[] {
  const best = found[0]?.score ?? 0;
  const telling = found.filter(
    ({ kind, score }) => kind >= 0.8 && score >= best * TELLING_BESIDE_BEST,
  );
  const picked: number[] = [];
  for (const { sentence, score } of telling.length > 0 ? telling : found) {
    if (picked.length >= most || score < best * TELLING_BESIDE_BEST) break;
    if (picked.length > 0 && score < best * GOOD_BESIDE_BEST) break;
    const stems = index.stems[sentence] ?? [];
    if (picked.some((other) => isLike(stems, index.stems[other] ?? []))) continue;
    picked.push(sentence);
  }
  return withWhatTheyPointTo(index, picked, most + 1, question.asks === 'person');
}

/** A fact, or what says in so many words what a thing is: more would only talk round it. */
function isSettled({ asks }: Question, best: FoundSentence | undefined): boolean {
  return isStrict(asks) || (asks === 'definition' && (best?.kind ?? 0) >= DEFINES_IT);
}

const POINTS_BACK =
  /^(?:\S+ ){0,3}(?:he|she|it|they|them|this|that|these|those|his|her|their|its|it's|that's|they're|such|the same|otherwise)\b|^(?:because|so|and|but)\b/i;
const NAMES_A_TERM =
  /\b(?:call(?:s|ed)? (?:it|this|that|these|them)?|the term|known as|is an example)\b/i;

/** Adds the sentence before one that begins 'It …', or after one that only names a thing. */
function withWhatTheyPointTo(
  index: TranscriptIndex,
  picked: number[],
  most: number,
  asksWho: boolean,
): number[] {
  const all = new Set(picked);
  for (const at of picked) {
    const sentence = index.sentences[at];
    const before = index.sentences[at - 1];
    const after = index.sentences[at + 1];
    if (sentence === undefined || all.size >= Math.min(most, MOST_SENTENCES)) break;
    if (
      before?.turn === sentence.turn &&
      (POINTS_BACK.test(sentence.text) || (asksWho && /\b(?:he|she|they)\b/i.test(sentence.text)))
    ) {
      if (!isAsking(before.text)) all.add(at - 1);
    }
    const opens = sentence.words < 10 || NAMES_A_TERM.test(sentence.text);
    if (after?.turn === sentence.turn && opens && all.size < most) all.add(at + 1);
  }
  return [...all].sort((a, b) => a - b);
}

/** Runs of neighbouring sentences of one turn, in the order said. */
function grouped(index: TranscriptIndex, chosen: number[]): Sentence[][] {
  const groups: Sentence[][] = [];
  for (const at of [...chosen].sort((a, b) => a - b)) {
    const sentence = index.sentences[at];
    if (sentence === undefined) continue;
    const last = groups[groups.length - 1];
    const previous = last?.[last.length - 1];
    if (last !== undefined && previous?.index === at - 1 && previous.turn === sentence.turn) {
      last.push(sentence);
    } else groups.push([sentence]);
  }
  return groups;
}

/** Paragraphs of quotation, each with its speaker and time. */
function tell(groups: Sentence[][]): string {
  return groups
    .map((group, at) => {
      const speaker = group[0]?.speaker ?? null;
      const before = groups[at - 1]?.[0]?.speaker;
      return `${leadIn(speaker, at, before)}: ${quoted(group)}${cited(group[0])}`;
    })
    .join('\n\n');
}

function leadIn(speaker: string | null, at: number, before: string | null | undefined): string {
  if (at === 0) return `${named(speaker)} says`;
  if (speaker === null) return at === 1 ? 'It goes on later' : 'And later still';
  if (speaker === before) return at === 1 ? `${named(speaker)} adds` : 'And later';
  return `${named(speaker)} says`;
}

const ASKS_WHO =
  /^(?:and |so )?(?:who(?:'s| is| was| are)|what (?:does|do|did|is|was)\b.+\b(?:do|job|role|work|profession)\b)/i;
const ASKS_JOB =
  /^(?:and |so )?what(?:'s| is| was) [\p{L}'’ ]{2,40} (?:job|role|profession|occupation|background)\b/iu;
const INTRODUCES =
  /\b(?:is|was|has|leads?|runs?|heads?|founded|studies|works?|wrote|teaches|author|professor|founder|who)\b/i;

/** What is said of a speaker when the others introduce them. */
function introduced(index: TranscriptIndex, { speakers }: Question): string {
  for (const speaker of speakers) {
    const introduction = introductionOf(index, speaker);
    if (introduction !== null) return tell([[introduction]]);
    const found = index.sentences.filter(
      ({ text, speaker: by }) =>
        (text.includes(speaker) || (by === speaker && /\b(?:I am|I'm|my name)\b/.test(text))) &&
        INTRODUCES.test(text) &&
        !isAsking(text),
    );
    const places = found.slice(0, 2).map(({ index: at }) => at);
    if (places.length > 0) return tell(grouped(index, places));
  }
  return NOT_SAID;
}

/** Where only a speaker is named: what they advise, or what they say that weighs most. */
function saidBy(index: TranscriptIndex, question: Question, told: ReadonlySet<number>): string {
  const worth = worthOf(index).map((value, at) => {
    const sentence = index.sentences[at];
    const theirs =
      question.speakers.length === 0 || question.speakers.includes(sentence?.speaker ?? '');
    if (sentence === undefined || !theirs) return 0;
    if (question.asks !== 'advice') return value;
    if (isExample(sentence.text)) return 0;
    const advises =
      sentence.words < 4 || isAsking(sentence.text) ? 0 : holds('advice', sentence.text);
    return advises < 0.8 ? 0 : (0.3 * value + 0.5) * advises ** 4;
  });
  const chosen = chooseSpread(index, worth, MOST_SENTENCES, told);
  if (chosen.length === 0) return told.size > 0 ? NOTHING_MORE : NOT_SAID;
  return tell(grouped(index, chosen));
}
